import type { Ctx } from '../../context.ts'
import type { RenderedFile } from '../../pdf/print/types.ts'
import type { FootLine } from '../../pdf/types.ts'
import type { GivenValue } from '../values/check.ts'
import { backgroundsOf, printsOf } from '../values/prints.ts'
import type { ValueProblem } from '../values/problem.ts'
import { overflowProblems, type TemplateVersion } from './values/accept.ts'

/**
 * The revision that makes a document of a template: its bytes stay as they are and `delta` follows them. Markers in its
 * text are taken out, whatever became of the boxes they offered. Printed are the
 * sender's values and those settled for a signer; boxes of signers keep their place on the page that `pageOf` names.
 * @param values as they were accepted or kept
 * @returns what does not fit instead, which `acceptValues` would have said
 * @throws PdfError, PdfTimeoutError; AlteredFileError for a file that is not the version's
 */
export async function renderTemplate(
  ctx: Pick<Ctx, 'pdf'>,
  workspaceId: string,
  { snapshot, source, markerPages }: TemplateVersion,
  values: ReadonlyMap<string, GivenValue>,
  footLine?: FootLine,
): Promise<RenderedFile | { problems: ValueProblem[] }> {
  const { model, file } = snapshot
  const sourced = printsOf(snapshot, values)
  const marks = model.slots.map(({ slot }) => ({
    ref: String(slot),
    boxes: model.boxes.filter((box) => box.slot === slot).map(({ page, x, y, w, h }) => ({ page, x, y, w, h })),
  }))
  const options = {
    prints: sourced.map(({ print }) => print),
    backgrounds: backgroundsOf(model),
    marks,
    maskPages: markerPages,
    footLine,
  }
  const rendered = await ctx.pdf.of(workspaceId).renderTemplate([source], file.sha256, options)
  return 'overflow' in rendered ? { problems: overflowProblems(sourced, rendered.overflow) } : rendered
}
