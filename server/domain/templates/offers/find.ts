import type { Ctx } from '../../../context.ts'
import type { Box, FormBox, Marker } from '../../../pdf/types.ts'
import type { Actor } from '../../actor.ts'
import { assertMay } from '../../may.ts'
import { receiveBlob } from '../../records/stored-bytes.ts'
import { mapPdfErrors } from '../../sending/plan.ts'
import type { TemplateModel } from '../model.ts'
import { loadTemplate, loadTemplateFile, type TemplateRow } from '../read.ts'

/** A place that the PDF itself marks: by a marker in its text, or by a field of its form (decision 0502). */
export type OfferedBox =
  | (Pick<Marker, 'page' | 'x' | 'y' | 'w' | 'h' | 'kind' | 'role' | 'fieldKey' | 'label'> & { source: 'marker' })
  | (FormBox & { source: 'form' })

/** From this part of the smaller of the two, an offer and a box are the same place. */
const SAME = 0.5

/**
 * The places that the PDF of a draft marks and that no box of the draft covers yet, page by page.
 * @throws DomainError `not_found`; StorageError
 */
export async function offeredBoxes(ctx: Ctx, actor: Actor, id: string): Promise<OfferedBox[]> {
  assertMay(ctx, actor, 'offeredBoxes')
  return findOffers(ctx, await loadTemplate(ctx.db, actor.workspaceId, id))
}

/** As `offeredBoxes`, of a template that has been read. */
export async function findOffers(ctx: Ctx, template: TemplateRow): Promise<OfferedBox[]> {
  const { boxes } = template.draft as TemplateModel
  const file = await loadTemplateFile(ctx.db, template.id, template.file_sha256)
  const received = await receiveBlob(ctx, file.region, file)
  try {
    const engine = ctx.pdf.of(template.workspace_id)
    const { markers } = await mapPdfErrors(() => engine.inspect([received.source], 0, true))
    const form = await mapPdfErrors(() => engine.formBoxes([received.source]))
    const found: OfferedBox[] = [
      ...markers.map(({ rooms: _, ...marker }) => ({ ...marker, source: 'marker' as const })),
      ...form.map((field) => ({ ...field, source: 'form' as const })),
    ]
    return found.filter((offer) => !boxes.some((box) => isSamePlace(box, offer))).sort((a, b) => a.page - b.page)
  } finally {
    await received.discard()
  }
}

function isSamePlace(a: Box, b: Box): boolean {
  if (a.page !== b.page) return false
  const common = overlap(a.x, a.w, b.x, b.w) * overlap(a.y, a.h, b.y, b.h)
  return common > 0 && common >= SAME * Math.min(a.w * a.h, b.w * b.h)
}

function overlap(from: number, length: number, otherFrom: number, otherLength: number): number {
  return Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom))
}
