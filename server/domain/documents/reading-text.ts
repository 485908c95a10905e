import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { derived } from './derived.ts'
import { currentRevisions } from './read-files.ts'

export type { Block, Extent, ReadingPage, ReadingText, TextRow } from '../../pdf/view/text/types.ts'

/**
 * The text of the document in its current state (`ReadingText` in JSON), for a signer who reads it without its pages.
 * Null when it cannot be read: the pages show it.
 * @throws DomainError as `currentFileForSigner`
 */
export async function readingTextForSigner(ctx: Ctx, actor: Actor): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'readingTextForSigner')
  return derived(ctx, await currentRevisions(ctx, actor), 'text')
}
