import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, opendir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { syncDirectory } from '../files.ts'
import { type BlobStore, isKey, requireKey, requirePrefix, StorageError, type StoredBlob } from './blob-store.ts'
import { cleanReceived } from './receive.ts'

/** Temporary files are inside the store, so that the rename stays on one file system. Never a key: not hex digits. */
const TEMPORARY = '.tmp'
const READ_CHUNK_BYTES = 256 * 1024
const MIN_FREE_BYTES = 256 * 1024 * 1024

/**
 * Blobs as files. Written to a temporary file (O_EXCL), flushed, renamed, and the folder flushed too: after `put` a
 * blob survives a power failure, and before it nothing is visible.
 */
export async function openFileStore(root: string, now: Date): Promise<BlobStore> {
  const temporary = join(root, TEMPORARY)
  await cleanReceived(temporary, now)
  const pathOf = (key: string) => join(root, requireKey(key))

  return {
    async put(key, source) {
      const path = pathOf(key)
      const size = 'bytes' in source ? source.bytes.length : (await failing(stat(source.path))).size
      if ((await sizeOf(path)) === size) return
      const partial = join(temporary, randomUUID())
      try {
        await failing(writeFlushed(partial, 'bytes' in source ? [source.bytes] : createReadStream(source.path), size))
        await failing(moveInto(partial, path))
      } finally {
        await failing(rm(partial, { force: true }))
      }
    },

    async stream(key, range) {
      const file = await reading(open(pathOf(key), 'r'))
      const nodeStream = file.createReadStream({ ...range, highWaterMark: READ_CHUNK_BYTES })
      return Readable.toWeb(nodeStream) as ReadableStream<Uint8Array>
    },

    async localFile(key) {
      const path = pathOf(key)
      await reading(access(path, constants.R_OK))
      return { path, release: async () => {} }
    },

    async delete(key) {
      const path = pathOf(key)
      await failing(rm(path, { force: true }))
      // The folders of a document without blobs are deleted too; one in use is not empty and stays.
      for (let folder = dirname(path); folder !== resolve(root); folder = dirname(folder)) {
        const removed = await rmdir(folder).then(
          () => true,
          () => false,
        )
        if (!removed) break
      }
    },

    list: (prefix = '') => walk(root, requirePrefix(prefix)),

    async check() {
      try {
        await access(root, constants.R_OK | constants.W_OK)
        const { bavail, bsize } = await statfs(root)
        return bavail * bsize < MIN_FREE_BYTES ? `less than 256 MB are free in ${root}` : null
      } catch (error) {
        return `${root} cannot be used: ${(error as NodeJS.ErrnoException).code}`
      }
    },

    close: async () => {},
  }
}

async function writeFlushed(path: string, source: AsyncIterable<Uint8Array> | Uint8Array[], size: number) {
  const file = await open(path, 'wx', 0o600)
  try {
    let written = 0
    for await (const chunk of source) {
      await file.writeFile(chunk)
      written += chunk.length
    }
    if (written !== size) throw new Error(`${written} bytes written instead of ${size}`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A `delete` may remove the folder between its creation and the rename: then retry. */
async function moveInto(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  for (let tries = 3; ; tries--) {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await rename(from, to)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && tries > 1) continue
      throw error
    }
    await syncDirectory(folder)
    // A new folder is durable once its parent is flushed, up to the first one that already existed.
    if (made) {
      for (let parent = dirname(folder); parent.length >= dirname(made).length; parent = dirname(parent)) {
        await syncDirectory(parent)
      }
    }
    return
  }
}

/** Folder by folder, so that only one entry of each level is held. Entries deleted meanwhile are skipped. */
async function* walk(root: string, prefix: string): AsyncGenerator<StoredBlob> {
  const folder = await found(opendir(join(root, prefix)))
  if (!folder) return
  try {
    for await (const entry of folder) {
      if (!isKey(entry.name)) continue
      const key = prefix + entry.name
      if (entry.isDirectory()) yield* walk(root, `${key}/`)
      else if (entry.isFile()) {
        const file = await found(stat(join(root, key)))
        if (file) yield { key, modifiedAt: file.mtime }
      }
    }
  } catch (error) {
    throw error instanceof StorageError ? error : failure(error as NodeJS.ErrnoException)
  }
}

async function found<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null
    throw failure(cause)
  })
}

async function sizeOf(path: string): Promise<number | null> {
  const file = await stat(path).catch(() => null)
  return file?.size ?? null
}

function reading<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') throw new StorageError('missing', 'There is no such blob', { cause })
    throw failure(cause)
  })
}

function failing<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: NodeJS.ErrnoException) => {
    throw failure(cause)
  })
}

function failure(cause: NodeJS.ErrnoException): StorageError {
  return new StorageError('failed', `The file store failed: ${cause.message}`, { cause })
}
