import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Ctx } from '../../context.ts'
import { ReaderError } from '../../pdf/view/reader.ts'
import { derivedKey, StorageError } from '../../storage/index.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { withLocalParts } from '../records/stored-bytes.ts'
import { currentRevisions } from './read-files.ts'

export type { Block, Extent, ReadingPage, ReadingText, TextRow } from '../../pdf/view/text/types.ts'

/** Raised when the same file is read as another text. */
const VERSION = 2

/**
 * The text of the document in its current state (`ReadingText` in JSON), for a signer who reads it without its pages:
 * from the store, or made now and kept there. Null when it cannot be read, or not at the moment: the pages show it.
 * @throws DomainError as `currentFileForSigner`
 */
export async function readingTextForSigner(ctx: Ctx, actor: Actor): Promise<Uint8Array | null> {
  assertMay(ctx, actor, 'readingTextForSigner')
  const { document, revisions } = await currentRevisions(ctx, actor)
  const { id, region, workspace_id } = document
  const { sha256 } = revisions.at(-1)!
  const blobs = ctx.storage.region(region)
  const key = derivedKey(workspace_id, id, sha256, `text-${VERSION}`)
  try {
    const kept = opened(await buffer(blobs.stream(key)))
    if (kept) return kept.length > 0 ? kept : null
    // Damaged: made again. A store does not overwrite what is there.
    await blobs.delete(key)
  } catch (error) {
    if (!(error instanceof StorageError && error.reason === 'missing')) throw error
  }
  try {
    const made = await withLocalParts(ctx, document, revisions, (parts) =>
      ctx.reader.run(workspace_id, key, 'text', { parts, sha256 }),
    )
    // Empty: not possible, and not to be tried again.
    await blobs.put(key, { bytes: closed(made ?? new Uint8Array()) })
    return made
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    ctx.log.info({ err: error, document_id: id }, 'the text of a document could not be read')
    return null
  }
}

const HASH_BYTES = 32
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** No row records the hash of what can be made again, so it is stored in front of it. */
const closed = (bytes: Uint8Array) => Buffer.concat([hashOf(bytes), bytes])

/** Null: the bytes are not those that were stored. */
function opened(stored: Buffer): Uint8Array | null {
  const bytes = stored.subarray(HASH_BYTES)
  return hashOf(bytes).equals(stored.subarray(0, HASH_BYTES)) ? bytes : null
}
