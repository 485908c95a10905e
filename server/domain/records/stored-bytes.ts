import type { Ctx } from '../../context.ts'
import { AlteredFileError } from '../../pdf/errors.ts'
import type { PdfPart } from '../../pdf/types.ts'
import { type ByteRange, type ReceivedFile, StorageError } from '../../storage/index.ts'
import type { DocumentRow } from './documents.ts'
import { FileDamageError, noticingDamage } from './file-problem.ts'
import { lengthOf, type StoredRevision } from './revisions.ts'
import { type CheckedRevision, checkSizes, hashed, verifiedPieces, verifiedWhole } from './verified-chunks.ts'

type FilesCtx = Pick<Ctx, 'db' | 'clock' | 'log' | 'metrics' | 'storage'>
type Located = Pick<DocumentRow, 'id' | 'region'>
type Blob = Pick<StoredRevision, 'blob_key' | 'length' | 'sha256'>

/** As much as a reader of a large file holds at a time. */
const SMALL_BYTES = 256 * 1024

/**
 * Streams the concatenated bytes, or the given range of them, each chunk compared with its hash before it is passed on.
 * What is small is read as a whole first. Of a large one, sizes and the first chunk are checked immediately: a file that is
 * short or missing fails the call, one that is wrong further on breaks the stream.
 * @throws DomainError `file_damaged`; StorageError
 */
export async function streamRevisions(
  ctx: FilesCtx,
  document: Located,
  revisions: StoredRevision[],
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  const wanted = range ?? { start: 0, end: lengthOf(revisions) - 1 }
  const upTo = revisions.filter(({ start_at }) => start_at <= wanted.end)
  const { chunks, first } = await noticingDamage(ctx, document, async () => {
    const blobs = ctx.storage.region(document.region)
    const pieces = (await withChunkHashes(ctx, document, upTo)).filter(({ length }) => length > wanted.start)
    const isSmall = pieces.reduce((sum, { start_at, length }) => sum + length - start_at, 0) <= SMALL_BYTES
    if (!isSmall) await checkSizes(blobs, pieces)
    const chunks = isSmall ? verifiedWhole(blobs, pieces, wanted) : verifiedPieces(blobs, pieces, wanted)
    return { chunks, first: await chunks.next() }
  })
  return streamOf(first, () => noticingDamage(ctx, document, () => chunks.next()), chunks)
}

/** Runs `work` with the revisions on this machine, whose concatenation is the PDF. @throws as `noticingDamage` */
export async function withLocalParts<T>(
  ctx: FilesCtx,
  document: Located,
  revisions: StoredRevision[],
  work: (parts: PdfPart[]) => Promise<T>,
): Promise<T> {
  return noticingDamage(ctx, document, async () => {
    const blobs = ctx.storage.region(document.region)
    const files = await Promise.allSettled(revisions.map((revision) => blobs.localFile(revision.blob_key)))
    try {
      const parts = files.map((file) => {
        if (file.status === 'rejected') throw file.reason
        return file.value.source
      })
      return await work(parts)
    } catch (error) {
      // The store may tell which file it is, and why.
      if (error instanceof AlteredFileError) await checkSizes(blobs, revisions)
      throw error
    } finally {
      await Promise.all(files.map((file) => file.status === 'fulfilled' && file.value.release()))
    }
  })
}

/**
 * Reads every byte of the revisions and compares it with the recorded hashes. Missing hashes of chunks are recorded, once
 * the hash of the revision has proven the bytes.
 * @param revisions from the first one on: each hash is of the whole file up to the end of its revision
 * @returns the revisions with all hashes
 * @throws FileDamageError naming the first file that is wrong; StorageError
 */
export async function checkRevisions(
  ctx: Pick<Ctx, 'db' | 'storage'>,
  { id, region }: Located,
  revisions: StoredRevision[],
): Promise<CheckedRevision[]> {
  const checked: CheckedRevision[] = []
  for await (const revision of hashed(ctx.storage.region(region), revisions)) {
    const known = revisions[checked.length]!.chunks
    if (known && !known.equals(revision.chunks))
      throw new FileDamageError('altered', revision, 'the hashes of its chunks differ')
    if (!known)
      await ctx.db
        .updateTable('document_revisions')
        .set({ chunks: revision.chunks })
        .where('document_id', '=', id)
        .where('seq', '=', revision.seq)
        .execute()
    checked.push(revision)
  }
  return checked
}

/**
 * Streams a file that belongs to no document, such as a template's, or the given range of it. Its chunks have no recorded
 * hashes: it is read once as a whole before its first byte is passed on.
 * @throws StorageError
 */
export async function streamBlob(
  ctx: Pick<Ctx, 'storage' | 'log' | 'metrics'>,
  region: DocumentRow['region'],
  blob: Blob,
  range: ByteRange = { start: 0, end: blob.length - 1 },
): Promise<ReadableStream<Uint8Array>> {
  const blobs = ctx.storage.region(region)
  try {
    const chunks = verifiedPieces(blobs, [await checkBlob(ctx, region, blob)], range)
    return streamOf(await chunks.next(), () => chunks.next(), chunks)
  } catch (cause) {
    if (!(cause instanceof FileDamageError)) throw cause
    ctx.metrics.fileProblems.inc({ problem: cause.problem })
    ctx.log.error({ err: cause, blob_key: blob.blob_key, problem: cause.problem }, 'a stored file is damaged')
    throw new StorageError('failed', 'The stored file is damaged', { cause })
  }
}

/** Reads every byte of such a file. @throws FileDamageError; StorageError */
export async function checkBlob(
  ctx: Pick<Ctx, 'storage'>,
  region: DocumentRow['region'],
  blob: Blob,
): Promise<CheckedRevision> {
  const file: StoredRevision = { ...blob, seq: 0, kind: 'upload', signing_request_id: null, start_at: 0, chunks: null }
  const { value } = await hashed(ctx.storage.region(region), [file]).next()
  return value as CheckedRevision
}

/** Such a file on this machine, compared with its hash; the caller discards it. @throws StorageError */
export async function receiveBlob(
  ctx: Pick<Ctx, 'storage' | 'log' | 'metrics'>,
  region: DocumentRow['region'],
  blob: Blob,
): Promise<ReceivedFile> {
  const receiver = await ctx.storage.receive()
  try {
    for await (const chunk of await streamBlob(ctx, region, blob)) await receiver.write(chunk)
    return await receiver.finish()
  } catch (error) {
    await receiver.abort()
    throw error
  }
}

/** Files stored before chunks were hashed are read once as a whole. */
async function withChunkHashes(
  ctx: FilesCtx,
  document: Located,
  revisions: StoredRevision[],
): Promise<CheckedRevision[]> {
  const known = revisions.filter((revision): revision is CheckedRevision => revision.chunks !== null)
  return known.length === revisions.length ? known : checkRevisions(ctx, document, revisions)
}

/** Pulls only what the reader requests, so that a slow client holds no file in memory. */
function streamOf(
  first: IteratorResult<Uint8Array>,
  following: () => Promise<IteratorResult<Uint8Array>>,
  chunks: AsyncGenerator<Uint8Array>,
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array> | null = first
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = next ?? (await following())
      next = null
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
