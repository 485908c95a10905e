import type { Ctx } from '../../context.ts'
import { ReaderError } from '../../pdf/view/reader.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { fileOf, loadDraft } from './read.ts'

/** A page of a file of a draft; the first is 1. */
export interface DraftPagePlace {
  id: string
  fileId: string
  page: number
}

/** A picture of the page (WebP); null when it cannot be drawn, or not at the moment. @throws DomainError `not_found` */
export async function draftPage(
  ctx: Ctx,
  actor: Actor,
  { id, fileId, page }: DraftPagePlace,
): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'draftPage')
  const draft = await loadDraft(ctx.db, actor.workspaceId, id)
  const { blob_key, sha256, pages } = fileOf(draft, fileId)
  if (page < 1 || page > pages.length) throw new DomainError('not_found', `the file has ${pages.length} pages`)
  const local = await ctx.storage.region(draft.region).localFile(blob_key)
  try {
    const input = { parts: [local.path], sha256, page }
    return await ctx.reader.run(draft.workspace_id, `${blob_key} ${page}`, 'picture', input)
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    ctx.log.info({ err: error, draft_id: id, page }, 'a page of a draft could not be drawn')
    return null
  } finally {
    await local.release()
  }
}
