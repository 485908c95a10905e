import type { Ctx } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { RevisionKind } from '../../db/schema.ts'
import type { Region } from '../../regions.ts'
import type { ByteRange } from '../../storage/index.ts'

/**
 * A document's bytes are its upload and the revisions appended to it. Each revision's `sha256` is of the whole file
 * up to its end, so every state of the document is a prefix of the sealed file and can be checked by anyone.
 */
export interface Revision {
  seq: number
  kind: RevisionKind
  signing_request_id: string | null
  start_at: number
  length: number
  sha256: string
  blob_key: string
}

/** All revisions, oldest first. */
export async function readRevisions(db: Db | Tx, documentId: string): Promise<Revision[]> {
  return db
    .selectFrom('document_revisions')
    .select(['seq', 'kind', 'signing_request_id', 'start_at', 'length', 'sha256', 'blob_key'])
    .where('document_id', '=', documentId)
    .orderBy('seq')
    .execute()
}

/** What was sent for signature: the upload and its preparation. */
export function presented(revisions: Revision[]): Revision[] {
  return revisions.filter((revision) => revision.kind === 'upload' || revision.kind === 'preparation')
}

/** The document before its seal: with the marks of everyone who has signed so far. */
export function unsealed(revisions: Revision[]): Revision[] {
  return revisions.filter((revision) => revision.kind !== 'seal')
}

/** Runs `work` with the revisions as local files, whose concatenation is the PDF. */
export async function withLocalParts<T>(
  ctx: Pick<Ctx, 'storage'>,
  region: Region,
  revisions: Revision[],
  work: (parts: string[]) => Promise<T>,
): Promise<T> {
  const blobs = ctx.storage.region(region)
  const files = await Promise.all(revisions.map((revision) => blobs.localFile(revision.blob_key)))
  try {
    return await work(files.map((file) => file.path))
  } finally {
    await Promise.all(files.map((file) => file.release()))
  }
}

/**
 * Streams the concatenated bytes, or the given range of them. The first bytes are read immediately: a broken store
 * fails the call instead of truncating the file.
 * @throws StorageError
 */
export async function streamRevisions(
  ctx: Pick<Ctx, 'storage'>,
  region: Region,
  revisions: Revision[],
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  const blobs = ctx.storage.region(region)
  const wanted = range ?? { start: 0, end: lengthOf(revisions) - 1 }
  const pieces = revisions.filter(({ start_at, length }) => start_at <= wanted.end && length > wanted.start)
  const chunks = (async function* () {
    for (const piece of pieces) {
      const start = Math.max(0, wanted.start - piece.start_at)
      const end = Math.min(piece.length - 1, wanted.end) - piece.start_at
      yield* await blobs.stream(piece.blob_key, { start, end })
    }
  })()
  return streamOf(await chunks.next(), chunks)
}

/** Pulls only what the reader requests, so that a slow client holds no file in memory. */
function streamOf(first: IteratorResult<Uint8Array>, chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array> | null = first
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = next ?? (await chunks.next())
      next = null
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

/** Bytes of the whole file. */
export function lengthOf(revisions: Revision[]): number {
  return revisions.at(-1)?.length ?? 0
}
