import type { Ctx } from '../../context.ts'
import type { PageLayout } from '../../pdf/types.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { mapPdfErrors } from '../sending/plan.ts'
import { fileOf, loadDraft } from './read.ts'

export type { PageLayout }

/**
 * The lines and blanks of a PDF of a draft, by page, to place fields by.
 * @throws DomainError `not_found`, `busy`
 */
export async function draftFileLayout(ctx: Ctx, actor: Actor, id: string, fileId: string): Promise<PageLayout[]> {
  assertMay(ctx, actor, 'draftFileLayout')
  const draft = await loadDraft(ctx.db, actor.workspaceId, id)
  const local = await ctx.storage.region(draft.region).localFile(fileOf(draft, fileId).blob_key)
  try {
    return await mapPdfErrors(() => ctx.pdf.of(actor.workspaceId).layout([local.source]))
  } finally {
    await local.release()
  }
}
