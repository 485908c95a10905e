import type { Ctx } from '../../context.ts'
import { PdfError } from '../../pdf/errors.ts'
import type { PageSize } from '../../pdf/types.ts'
import type { BlobSource } from '../../storage/index.ts'
import type { Workspace } from '../records/workspaces/read.ts'
import type { Source } from '../sending/draft.ts'
import { mapPdfErrors, withInspected } from '../sending/plan.ts'
import type { TemplateModel } from './model.ts'

/** The PDF of a template, known to be sealable. */
export interface InspectedFile {
  source: BlobSource
  filename: string
  sha256: string
  length: number
  pages: PageSize[]
  /** The pages with markers in their text. */
  markerPages: number[]
}

/**
 * Checks the PDF as create does, up to a trial seal, so that no document of the template can fail for its PDF; then
 * runs `use` with what can be stored (an encryption without a password is removed: decision 0008), and discards the
 * received file in any case.
 * @throws DomainError with the refusals of a PDF (contract 7)
 */
export async function withTemplateFile<T>(
  ctx: Ctx,
  workspace: Workspace,
  source: Source,
  model: TemplateModel,
  use: (file: InspectedFile) => Promise<T>,
): Promise<T> {
  // A page that cannot be searched for markers can still be printed on.
  const inspected = { source, placement: { kind: 'auto_append' } } as const
  return withInspected(ctx, workspace.id, inspected, async ({ file, filename, cut }, { signed, ...inspection }) => {
    const markerPages = [...new Set(inspection.markers.map(({ page }) => page))]
    await mapPdfErrors(async () => {
      if (signed) {
        throw new PdfError('already_signed', 'the PDF is signed; a template must not be, as values are printed into it')
      }
      const boxes = model.boxes.filter((box) => box.slot !== null && box.page <= inspection.pageCount)
      const marks = boxes.length > 0 ? [{ ref: '0', boxes: boxes.map(placeOf) }] : []
      const options = { maskPages: markerPages, append: [], marks, title: model.name, cut }
      await ctx.pdf.of(workspace.id).prepare([file.source], options).catch(refuseMarkers)
    })
    const { source, sha256, size: length } = file
    return use({ source, filename, sha256, length, pages: inspection.pages, markerPages })
  })
}

/** `placement_failed` is an answer of sending; here it is one more PDF that cannot be used. */
function refuseMarkers(error: unknown): never {
  if (!(error instanceof PdfError) || error.reason !== 'placement_failed') throw error
  throw new PdfError('too_complex', 'The markers in the text of the PDF cannot be taken out', { cause: error })
}

function placeOf({ page, x, y, w, h }: TemplateModel['boxes'][number]) {
  return { page, x, y, w, h }
}
