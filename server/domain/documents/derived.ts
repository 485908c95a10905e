import type { Ctx } from '../../context.ts'
import { ReaderError, type ViewJob } from '../../pdf/view/reader.ts'
import { derivedKey, StorageError } from '../../storage/index.ts'
import type { DocumentRow } from '../records/documents.ts'
import { type Revision, withLocalParts } from '../records/revisions.ts'

/** Raised when the job makes something else of the same file. */
const VERSION: Record<ViewJob, number> = { picture: 1 }

/**
 * What the reading process makes of these revisions, from the store or made now and kept there. Null: it cannot be made
 * of this document, or not at the moment; nothing depends on it.
 */
export async function derived(
  ctx: Ctx,
  { document, revisions }: { document: DocumentRow; revisions: Revision[] },
  job: ViewJob,
): Promise<Uint8Array | null> {
  const { id, region, workspace_id } = document
  const { sha256 } = revisions.at(-1)!
  const blobs = ctx.storage.region(region)
  const key = derivedKey(workspace_id, id, sha256, `${job}-${VERSION[job]}`)
  try {
    return await readAll(await blobs.stream(key))
  } catch (error) {
    if (!(error instanceof StorageError && error.reason === 'missing')) throw error
  }
  try {
    const made = await withLocalParts(ctx, region, revisions, (parts) =>
      ctx.reader.run(workspace_id, key, job, { parts, sha256 }),
    )
    // Empty: not possible, and not to be tried again.
    await blobs.put(key, { bytes: made ?? new Uint8Array() })
    return made
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    ctx.log.info({ err: error, document_id: id, job }, 'a document could not be read for its signers')
    return null
  }
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  return bytes.length > 0 ? bytes : null
}
