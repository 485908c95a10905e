import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { pictureOfBlob } from '../records/page-picture.ts'
import { fileOf, loadDraft } from './read.ts'

/** A page of a file of a draft; the first is 1. */
export interface DraftPagePlace {
  id: string
  fileId: string
  page: number
}

/** A picture of the page; null when it cannot be drawn, or not at the moment. @throws DomainError `not_found` */
export async function draftPage(
  ctx: Ctx,
  actor: Actor,
  { id, fileId, page }: DraftPagePlace,
): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'draftPage')
  const draft = await loadDraft(ctx.db, actor.workspaceId, id)
  const { blob_key, sha256, pages } = fileOf(draft, fileId)
  return pictureOfBlob(ctx, draft.workspace_id, { region: draft.region, blob_key, sha256, pages: pages.length }, page)
}
