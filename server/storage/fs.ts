import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  access,
  chown,
  constants,
  type FileHandle,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { syncDirectory } from '../files.ts'
import { allEnded } from './all-ended.ts'
import {
  type BlobSource,
  type BlobStore,
  type ByteRange,
  type ChunkHashes,
  isKey,
  requireKey,
  requirePrefix,
  StorageError,
  type StoredBlob,
} from './blob-store.ts'
import { bytesOf, hashingChunks } from './chunks.ts'
import { cleanReceived } from './receive.ts'

/** Temporary files are inside the store, so that the rename stays on one file system. Never a key: not hex digits. */
export const TEMPORARY = '.tmp'
const READ_CHUNK_BYTES = 256 * 1024
const MIN_FREE_BYTES = 256 * 1024 * 1024

/**
 * Blobs as files. Written to a temporary file (O_EXCL), flushed, renamed, and the folder flushed too: after `put` a
 * blob survives a power failure, and before it nothing is visible.
 */
export async function openFileStore(root: string, now: Date): Promise<BlobStore> {
  await cleanReceived(join(root, TEMPORARY), now)
  return fileStore(root)
}

/** The same without creating or cleaning anything: nothing can be stored where no server has opened it yet. */
export function fileStore(root: string): BlobStore {
  const temporary = join(root, TEMPORARY)
  const base = resolve(root)
  const pathOf = (key: string) => join(base, requireKey(key))

  async function putAll(blobs: { key: string; source: BlobSource }[]): Promise<ChunkHashes[]> {
    const moves = blobs.map(({ key, source }) => ({ source, from: join(temporary, randomUUID()), to: pathOf(key) }))
    const owner = await failing(ownerOf(base))
    try {
      const hashes = await failing(allEnded(moves.map(({ from, source }) => writeFlushed(from, source, owner))))
      await failing(moveInto(moves, owner))
      return hashes
    } catch (error) {
      for (const { from } of moves) await failing(rm(from, { force: true }))
      throw error
    }
  }

  return {
    put: async (key, source) => (await putAll([{ key, source }]))[0]!,
    putAll,

    async size(key) {
      const file = await opened(base, pathOf(key))
      try {
        const { size } = await reading(file.stat())
        await reading(file.read(Buffer.alloc(1), 0, 1, 0))
        return size
      } finally {
        await file.close()
      }
    },

    stream: (key, range) => readBytes(base, () => pathOf(key), range),

    async localFile(key) {
      const path = pathOf(key)
      const file = await opened(base, path)
      await file.close()
      return { source: { path }, release: async () => {} }
    },

    async delete(key) {
      const path = pathOf(key)
      await failing(rm(path, { force: true }))
      // The folders of a document without blobs are deleted too; one in use is not empty and stays.
      for (let folder = dirname(path); folder !== base; folder = dirname(folder)) {
        const removed = await rmdir(folder).then(
          () => true,
          () => false,
        )
        if (!removed) break
      }
      return false
    },

    list: (prefix = '') => walk(root, requirePrefix(prefix)),

    async check() {
      try {
        if (!(await stat(root)).isDirectory()) return `${root} is not a folder`
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

async function* readBytes(root: string, pathOf: () => string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await opened(root, pathOf())
  try {
    const end = range ? range.end + 1 : Number.POSITIVE_INFINITY
    for (let at = range?.start ?? 0; at < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(READ_CHUNK_BYTES, end - at))
      const { bytesRead } = await reading(file.read(buffer, 0, buffer.length, at))
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

type Owner = Pick<Stats, 'uid' | 'gid'>

/** Of the store, for what root puts into that of a service; null: what this process makes is its own. */
async function ownerOf(root: string): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(root)
  return owner.uid === 0 ? null : owner
}

async function writeFlushed(path: string, source: BlobSource, owner: Owner | null): Promise<ChunkHashes> {
  const size = 'bytes' in source ? source.bytes.length : (await stat(source.path)).size
  const file = await open(path, 'wx', 0o600)
  const { stream, hashes } = hashingChunks(bytesOf(source))
  try {
    if (owner) await file.chown(owner.uid, owner.gid)
    let written = 0
    for await (const chunk of stream) {
      await file.writeFile(chunk)
      written += chunk.length
    }
    if (written !== size) throw new Error(`${written} bytes written instead of ${size}`)
    await file.sync()
    return hashes()
  } finally {
    await file.close()
  }
}

async function moveInto(moves: { from: string; to: string }[], owner: Owner | null): Promise<void> {
  const changed = new Set<string>()
  for (const { from, to } of moves) {
    const top = await moveOne(from, to, owner)
    for (let folder = dirname(to); folder.length >= top.length; folder = dirname(folder)) changed.add(folder)
  }
  for (const folder of changed) await syncDirectory(folder)
}

/** @returns the highest folder that was changed: a new one is durable once its parent is flushed */
async function moveOne(from: string, to: string, owner: Owner | null): Promise<string> {
  const folder = dirname(to)
  let top = folder
  for (let tries = 0; ; tries++) {
    try {
      const changed = tries > 0 ? await makeFolder(folder, owner) : folder
      if (changed.length < top.length) top = changed
      await rename(from, to)
      return top
    } catch (error) {
      // It is not there yet, or a `delete` removed it again.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 3) throw error
    }
  }
}

/** @returns as `moveOne` */
async function makeFolder(folder: string, owner: Owner | null): Promise<string> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!made) return folder
  const parent = dirname(made)
  if (owner) await handOver(folder, parent, owner)
  return parent
}

/** The folder and those above it, below `top`. */
async function handOver(folder: string, top: string, { uid, gid }: Owner): Promise<void> {
  for (let one = folder; one.length > top.length; one = dirname(one)) await chown(one, uid, gid)
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

/** The medium returns no data, the file system found itself damaged, or what is there is no file of ours. */
const UNREADABLE = new Set(['EIO', 'EUCLEAN', 'EBADMSG', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP'])

/** A store that comes and goes is looked at so many times. */
const LOOKS = 5

/**
 * A blob, opened. One that is not there is missing only if its store is, and stayed where it was meanwhile: the whole store
 * may come and go, and the blob may have been stored since the first look.
 */
async function opened(root: string, path: string): Promise<FileHandle> {
  const first = await openIfThere(path)
  if (first) return first
  for (let look = 0; look < LOOKS; look++) {
    const before = await failing(stat(root, { bigint: true }))
    if (!before.isDirectory()) throw new StorageError('failed', 'The store is not a folder')
    const file = await openIfThere(path)
    if (file) return file
    // A folder that is moved is changed by that.
    const after = await failing(stat(root, { bigint: true }))
    if (after.ino === before.ino && after.ctimeNs === before.ctimeNs)
      throw new StorageError('missing', 'There is no such blob')
  }
  throw new StorageError('failed', 'The store does not stay where it is')
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw unread(cause)
    return null
  })
}

function reading<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: NodeJS.ErrnoException) => {
    throw unread(cause)
  })
}

function unread(cause: NodeJS.ErrnoException): StorageError {
  if (!UNREADABLE.has(cause.code ?? '')) return failure(cause)
  return new StorageError('unreadable', `The blob cannot be read: ${cause.message}`, { cause })
}

function failing<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: NodeJS.ErrnoException) => {
    throw failure(cause)
  })
}

function failure(cause: NodeJS.ErrnoException): StorageError {
  return new StorageError('failed', `The file store failed: ${cause.message}`, { cause })
}
