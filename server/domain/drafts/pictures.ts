import type { Ctx } from '../../context.ts'
import { ImageError } from '../../pdf/errors.ts'
import { mediaTypeOf } from '../../pdf/image.ts'
import type { UploadedPdf } from '../sending/draft.ts'
import { cleanName } from '../sending/file-name.ts'
import { mapPdfErrors } from '../sending/plan.ts'
import type { RefusedFile } from './file-refusal.ts'

interface Converted {
  uploads: UploadedPdf[]
  refused: RefusedFile[]
  /** Lets go of what was made here. */
  discard(): Promise<void>
}

/**
 * Uploads with pictures as PDFs: pictures that follow each other become the pages of one, called as the first of them.
 * @throws DomainError `busy`
 */
export async function withPicturesAsPdfs(
  ctx: Ctx,
  workspaceId: string,
  uploads: readonly UploadedPdf[],
): Promise<Converted> {
  const converted: UploadedPdf[] = []
  const made: UploadedPdf[] = []
  const refused: RefusedFile[] = []
  for (const group of grouped(uploads)) {
    const [first] = group
    if (!isPicture(first!)) {
      converted.push(first!)
      continue
    }
    try {
      const pdf = await asPdf(ctx, workspaceId, group)
      made.push(pdf)
      converted.push(pdf)
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      const names = group.map(({ filename }) => cleanName(filename)).join(', ')
      refused.push({ filename: names, message: error.message.charAt(0).toLowerCase() + error.message.slice(1) })
    }
  }
  return {
    uploads: converted,
    refused,
    discard: async () => {
      for (const { file } of made) await file.discard()
    },
  }
}

const isPicture = ({ file }: UploadedPdf): boolean => mediaTypeOf(file.head) !== null

/** Pictures together with those that follow them; everything else alone. */
function grouped(uploads: readonly UploadedPdf[]): UploadedPdf[][] {
  const groups: UploadedPdf[][] = []
  for (const upload of uploads) {
    const last = groups.at(-1)
    if (last && isPicture(upload) && isPicture(last[0]!)) last.push(upload)
    else groups.push([upload])
  }
  return groups
}

async function asPdf(ctx: Ctx, workspaceId: string, pictures: readonly UploadedPdf[]): Promise<UploadedPdf> {
  const whole = await Promise.all(pictures.map(({ file }) => file.whole()))
  const pdf = await mapPdfErrors(() => ctx.pdf.of(workspaceId).picturesAsPdf(whole))
  const receiver = await ctx.storage.receive()
  await receiver.write(pdf)
  const stem = cleanName(pictures[0]!.filename).replace(/\.(png|jpe?g|pdf)$/i, '')
  return { file: await receiver.finish(), filename: `${stem}.pdf`, mediaType: 'application/pdf' }
}
