import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Ctx } from '../../context.ts'
import { ReaderError, type ViewJob } from '../../pdf/view/reader.ts'
import { derivedKey, StorageError } from '../../storage/index.ts'
import type { DocumentRow } from '../records/documents.ts'
import type { StoredRevision } from '../records/revisions.ts'
import { withLocalParts } from '../records/stored-bytes.ts'

/** Raised when the job makes something else of the same file. */
const VERSION: Record<ViewJob, number> = { picture: 2, text: 2 }

/**
 * What the reading process makes of these revisions, from the store or made now and kept there. Null: it cannot be made
 * of this document, or not at the moment; nothing depends on it.
 * @param page of a picture; the first is 1
 */
export async function derived(
  ctx: Ctx,
  { document, revisions }: { document: DocumentRow; revisions: StoredRevision[] },
  job: ViewJob,
  page = 1,
): Promise<Uint8Array | null> {
  const { id, region, workspace_id } = document
  const { sha256 } = revisions.at(-1)!
  const blobs = ctx.storage.region(region)
  const key = derivedKey(workspace_id, id, sha256, `${job}-${VERSION[job]}${page === 1 ? '' : `-${page}`}`)
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
      ctx.reader.run(workspace_id, key, job, { parts, sha256, page }),
    )
    // Empty: not possible, and not to be tried again.
    await blobs.put(key, { bytes: closed(made ?? new Uint8Array()) })
    return made
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    ctx.log.info({ err: error, document_id: id, job }, 'a document could not be read for its signers')
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
