import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReceivedFile, type Receiver, StorageError } from './blob-store.ts'

const HEAD_BYTES = 1024
/** What is not larger needs no file. */
const HELD_BYTES = 256 * 1024
/** So many of uploads are in memory at once, 32 MB, and as many of a store; others go to disk, however small they are. */
const MOST_HELD = 128
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** Receives small files in memory, others into temporary files in `directory`. */
export function receiving(directory: string): () => Promise<Receiver> {
  let held = 0
  return async () => {
    if (held >= MOST_HELD) return receiveInto(directory)
    held++
    return receiveInMemory(directory, () => {
      held--
    })
  }
}

/** @param release called once, when the bytes are no longer held */
function receiveInMemory(directory: string, release: () => void): Receiver {
  let bytes = Buffer.alloc(0)
  let size = 0
  let file: Receiver | null = null
  let isFinished = false
  let isHeld = true

  async function discard(): Promise<void> {
    if (isHeld) release()
    isHeld = false
  }

  return {
    async write(chunk) {
      if (file) return file.write(chunk)
      const end = size + chunk.length
      if (end > HELD_BYTES) {
        file = await receiveInto(directory)
        await file.write(bytes.subarray(0, size))
        bytes = Buffer.alloc(0)
        await discard()
        return file.write(chunk)
      }
      if (end > bytes.length) bytes = copyOf(bytes, Math.min(HELD_BYTES, Math.max(end, 2 * bytes.length)))
      bytes.set(chunk, size)
      size = end
    },
    async finish() {
      isFinished = true
      if (file) return file.finish()
      // Passing it to a thread copies all that stands behind it.
      bytes = copyOf(bytes, size)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { source: { bytes }, size, sha256, head: bytes.subarray(0, HEAD_BYTES), whole: async () => bytes, discard }
    },
    async abort() {
      if (isFinished) return
      await file?.abort()
      await discard()
    },
  }
}

/** In a buffer of its own with `size` bytes. */
function copyOf(bytes: Buffer, size: number): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(size)
  copy.set(bytes.subarray(0, size))
  return copy
}

/** A new temporary file in `directory` that counts and hashes what is written to it. */
async function receiveInto(directory: string): Promise<Receiver> {
  const path = join(directory, randomUUID())
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    throw new StorageError('failed', 'A temporary file cannot be created', { cause })
  })
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let size = 0
  let closed = false
  const discard = () => rm(path, { force: true })

  async function close(): Promise<void> {
    if (closed) return
    closed = true
    await file.close()
  }

  return {
    async write(chunk) {
      hash.update(chunk)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      size += chunk.length
      await file.writeFile(chunk).catch((cause: unknown) => {
        throw new StorageError('failed', 'A temporary file cannot be written', { cause })
      })
    },
    async finish(): Promise<ReceivedFile> {
      await close()
      return { source: { path }, size, sha256: hash.digest('hex'), head, whole: () => readFile(path), discard }
    },
    async abort() {
      if (closed) return
      await close()
      await discard()
    },
  }
}

/** Creates the folder, and deletes files in it that a killed process left more than a day ago. */
export async function cleanReceived(directory: string, now: Date): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    // Another process may be deleting its own file at this moment.
    const found = await stat(path).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true, recursive: true })
  }
}
