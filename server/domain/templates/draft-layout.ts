import type { Ctx } from '../../context.ts'
import type { PageLayout, PageSize } from '../../pdf/types.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { receiveBlob } from '../records/stored-bytes.ts'
import { mapPdfErrors } from '../sending/plan.ts'
import { loadTemplate, loadTemplateFile } from './read.ts'

export type { PageLayout, PageSize }

/**
 * The lines and blanks of the template's PDF, by page, for the editor to place boxes by.
 * @throws DomainError `not_found`, `file_damaged`, `busy`
 */
export async function draftLayout(ctx: Ctx, actor: Actor, id: string): Promise<PageLayout[]> {
  assertMay(ctx, actor, 'draftLayout')
  const template = await loadTemplate(ctx.db, actor.workspaceId, id)
  const file = await loadTemplateFile(ctx.db, template.id, template.file_sha256)
  const received = await receiveBlob(ctx, file.region, file)
  try {
    return await mapPdfErrors(() => ctx.pdf.of(actor.workspaceId).layout([received.source]))
  } finally {
    await received.discard()
  }
}
