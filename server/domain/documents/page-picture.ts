import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { unsealed } from '../records/revisions.ts'
import { derived } from './derived.ts'
import { keptRevisions } from './read-files.ts'

/**
 * A picture (WebP) of a page as it is now, with what was signed so far, before the seal; the first is 1. A signer's
 * tables may have added pages to those that were sent. Null when it cannot be drawn, or not at the moment.
 * @throws DomainError as `presentedFile`; `not_found` for a page that the document does not have
 */
export async function documentPage(ctx: Ctx, actor: Actor, id: string, page: number): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'documentPage')
  const { document, revisions } = await keptRevisions(ctx, actor.workspaceId, id)
  const pages = document.page_count
  if (page < 1 || page > pages) throw new DomainError('not_found', `the document has ${pages} pages`)
  return derived(ctx, { document, revisions: unsealed(revisions) }, 'picture', page)
}
