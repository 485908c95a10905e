import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReceivedFile, type Receiver, StorageError } from './blob-store.ts'

const HEAD_BYTES = 1024
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** A new temporary file in `directory` that counts and hashes what is written to it. */
export async function receiveInto(directory: string): Promise<Receiver> {
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
      return { path, size, sha256: hash.digest('hex'), head, discard }
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
