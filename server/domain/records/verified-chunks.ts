import { createHash } from 'node:crypto'
import {
  type BlobStore,
  type ByteRange,
  CHUNK_BYTES,
  type ChunkHashes,
  chunkHashAt,
  hashOfChunk,
  inChunks,
  StorageError,
} from '../../storage/index.ts'
import { FileDamageError } from './file-problem.ts'
import { lengthOf, type StoredRevision } from './revisions.ts'

/** Enough for every revision of a usual document at once, and no flood for the store. */
const PARALLEL_SIZES = 8

/** A revision whose chunks have recorded hashes. */
export type CheckedRevision = StoredRevision & { chunks: ChunkHashes }

/** Reads the revisions, from the first one on, and compares each with its hash. @throws as `checkRevisions` */
export async function* hashed(blobs: BlobStore, revisions: StoredRevision[]): AsyncGenerator<CheckedRevision> {
  const whole = createHash('sha256')
  for (const revision of revisions) {
    const chunks = await reading(revision, async () => {
      const hashes: Buffer[] = []
      let size = 0
      for await (const chunk of inChunks(blobs.stream(revision.blob_key))) {
        whole.update(chunk)
        size += chunk.length
        hashes.push(hashOfChunk(chunk))
      }
      requireSize(revision, size)
      return Buffer.concat(hashes)
    })
    if (whole.copy().digest('hex') !== revision.sha256)
      throw new FileDamageError('altered', revision, 'its bytes have another SHA-256')
    yield { ...revision, chunks }
  }
}

/** Compares the sizes of the stored files. @throws FileDamageError; StorageError */
export async function checkSizes(blobs: BlobStore, pieces: StoredRevision[]): Promise<void> {
  const left = [...pieces]
  await Promise.all(
    Array.from({ length: PARALLEL_SIZES }, async () => {
      for (let piece = left.shift(); piece; piece = left.shift()) {
        const { blob_key } = piece
        requireSize(piece, await reading(piece, () => blobs.size(blob_key)))
      }
    }),
  )
}

function requireSize(revision: StoredRevision, size: number): void {
  const expected = revision.length - revision.start_at
  if (size !== expected) throw new FileDamageError('altered', revision, `it has ${size} bytes instead of ${expected}`)
}

/** The range of the concatenated bytes, chunk by chunk. @throws FileDamageError; StorageError */
export async function* verifiedPieces(
  blobs: BlobStore,
  pieces: CheckedRevision[],
  wanted: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    const start = Math.max(0, wanted.start - piece.start_at)
    const end = Math.min(piece.length - 1, wanted.end) - piece.start_at
    yield* verified(blobs, piece, { start, end })
  }
}

/** As `verifiedPieces`, at once, once every byte of the pieces was read, and nothing follows them. */
export async function* verifiedWhole(
  blobs: BlobStore,
  pieces: CheckedRevision[],
  wanted: ByteRange,
): AsyncGenerator<Uint8Array> {
  const [first] = pieces
  const chunks: Uint8Array[] = []
  for await (const chunk of verifiedPieces(blobs, pieces, { start: 0, end: lengthOf(pieces) - 1 })) chunks.push(chunk)
  if (first) yield Buffer.concat(chunks).subarray(wanted.start - first.start_at, wanted.end - first.start_at + 1)
}

/** The range of the blob, from whole chunks that have the recorded hashes; of a whole one, nothing may follow. */
async function* verified(
  blobs: BlobStore,
  piece: CheckedRevision,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  const size = piece.length - piece.start_at
  let number = Math.floor(start / CHUNK_BYTES)
  const last = Math.floor(end / CHUNK_BYTES)
  const isWhole = start === 0 && end === size - 1
  const read = { start: number * CHUNK_BYTES, end: Math.min(size, (last + 1) * CHUNK_BYTES) - 1 }
  const chunks = inChunks(blobs.stream(piece.blob_key, isWhole ? undefined : read))
  try {
    for (; number <= last; number++) {
      const { value: chunk } = await reading(piece, () => chunks.next())
      const at = number * CHUNK_BYTES
      if (!chunk || !hashOfChunk(chunk).equals(chunkHashAt(piece.chunks, number)))
        throw new FileDamageError('altered', piece, `the bytes from ${at} have another SHA-256`)
      yield chunk.subarray(Math.max(0, start - at), end - at + 1)
    }
    if (isWhole && !(await reading(piece, () => chunks.next())).done)
      throw new FileDamageError('altered', piece, `it has more than ${size} bytes`)
  } finally {
    await chunks.return(undefined)
  }
}

/** An error of the store names the file. */
async function reading<T>(revision: StoredRevision, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof StorageError) || cause.reason === 'failed') throw cause
    throw new FileDamageError(cause.reason, revision, cause.message, { cause })
  }
}
