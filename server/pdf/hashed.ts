import { createHash, type Hash } from 'node:crypto'

/** A file with its running hash: appending to it neither copies nor rereads it. */
export interface HashedPdf {
  bytes: Uint8Array
  /** SHA-256 over `bytes`. */
  hash: Hash
  /** Unused bytes behind `bytes` in its buffer. */
  room?: number
}

/** @param room unused bytes behind `bytes` in its buffer */
export const hashPdf = (bytes: Uint8Array, room = 0): HashedPdf => ({
  bytes,
  hash: createHash('sha256').update(bytes),
  room,
})

/** The file with `delta` appended: in the room behind it, where there is enough. */
export function withDelta({ bytes, hash, room = 0 }: HashedPdf, delta: Uint8Array): HashedPdf {
  const fits = delta.length <= room
  const whole = fits
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length + delta.length)
    : Buffer.concat([bytes, delta])
  if (fits) whole.set(delta, bytes.length)
  return { bytes: whole, hash: hash.copy().update(delta), room: fits ? room - delta.length : 0 }
}
