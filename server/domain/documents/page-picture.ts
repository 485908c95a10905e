import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { derived } from './derived.ts'
import { presentedRevisions } from './read-files.ts'

/**
 * A picture (WebP) of a page as it was sent for signature; the first is 1. Null when it cannot be drawn, or not at the
 * moment.
 * @throws DomainError as `presentedFile`; `not_found` for a page that the document does not have
 */
export async function documentPage(ctx: Ctx, actor: Actor, id: string, page: number): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'documentPage')
  const found = await presentedRevisions(ctx, actor.workspaceId, id)
  const pages = found.document.page_count
  if (page < 1 || page > pages) throw new DomainError('not_found', `the document has ${pages} pages`)
  return derived(ctx, found, 'picture', page)
}
