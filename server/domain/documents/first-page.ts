import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { derived } from './derived.ts'
import { currentRevisions } from './read-files.ts'

/**
 * A picture of the first page, for a signer who sees it before pdf.js has loaded. Null when there is none: the
 * browser's own drawing shows the page then.
 * @throws DomainError as `currentFileForSigner`
 */
export async function firstPageForSigner(ctx: Ctx, actor: Actor): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'firstPageForSigner')
  return derived(ctx, await currentRevisions(ctx, actor), 'picture')
}
