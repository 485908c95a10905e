import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { BlobSource, ChunkHashes } from './blob-store.ts'

/** A blob is hashed in chunks of this size, so that any part of it can be checked without reading the rest. */
export const CHUNK_BYTES = 64 * 1024
export const CHUNK_HASH_BYTES = 32

/** The same bytes cut at multiples of `CHUNK_BYTES`; the last chunk may be shorter. */
export async function* inChunks(source: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0)
  for await (const bytes of source) {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    let at = 0
    for (; all.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) yield all.subarray(at, at + CHUNK_BYTES)
    rest = all.subarray(at)
  }
  if (rest.length > 0) yield rest
}

export const hashOfChunk = (chunk: Uint8Array): Buffer => createHash('sha256').update(chunk).digest()

/** The recorded hash of the chunk with this number, from 0; empty beyond the last one. */
export const chunkHashAt = (hashes: ChunkHashes, number: number): Buffer =>
  hashes.subarray(number * CHUNK_HASH_BYTES, (number + 1) * CHUNK_HASH_BYTES)

/** Passes the bytes on and collects the hashes of their chunks. */
export function hashingChunks(source: AsyncIterable<Uint8Array> | Uint8Array[]): {
  stream: AsyncGenerator<Uint8Array>
  /** Complete once the stream has ended. */
  hashes(): ChunkHashes
} {
  const hashes: Buffer[] = []
  async function* stream() {
    for await (const chunk of inChunks(source)) {
      hashes.push(hashOfChunk(chunk))
      yield chunk
    }
  }
  return { stream: stream(), hashes: () => Buffer.concat(hashes) }
}

/** Its bytes, from a position on. */
export const bytesOf = (source: BlobSource, start = 0): AsyncIterable<Uint8Array> | Uint8Array[] =>
  'bytes' in source ? [source.bytes.subarray(start)] : createReadStream(source.path, { start })
