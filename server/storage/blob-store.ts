import type { Region } from '../regions.ts'

export interface Storage {
  region(region: Region): BlobStore
  /** A new temporary file on this machine for an upload. */
  receive(): Promise<Receiver>
  /** What is wrong with the stores; empty: nothing. */
  check(): Promise<Problem[]>
  close(): Promise<void>
}

export interface Problem {
  subject: string
  message: string
}

/** Hashes and counts while it writes, so that an upload is never held in memory. */
export interface Receiver {
  write(chunk: Uint8Array): Promise<void>
  finish(): Promise<ReceivedFile>
  /** Drops what was received; harmless after `finish`. */
  abort(): Promise<void>
}

export interface ReceivedFile {
  path: string
  /** Bytes. */
  size: number
  /** Lowercase hex. */
  sha256: string
  /** The first 1,024 bytes, or fewer. */
  head: Buffer
  /** Deletes the file; harmless when repeated. */
  discard(): Promise<void>
}

/** Byte positions, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export interface LocalFile {
  path: string
  release(): Promise<void>
}

export interface StoredBlob {
  key: string
  /** When it was put, by the store's own clock. */
  modifiedAt: Date
}

/**
 * Bytes by key (`blobKey`). A key names one content for ever: writing it again is harmless, and a blob is there whole
 * or not at all. Every failure is a StorageError.
 */
export interface BlobStore {
  put(key: string, source: { bytes: Uint8Array } | { path: string }): Promise<void>
  stream(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>
  /** The blob as a file to read: the stored one itself, or a temporary copy. `release` it afterwards. */
  localFile(key: string): Promise<LocalFile>
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>
  /**
   * Every blob, or those under a folder of keys (`documentPrefix`), in no order, read as it is asked for. What was put or
   * deleted after the beginning may or may not be among them; files that are no blobs of ours are not.
   */
  list(prefix?: string): AsyncIterable<StoredBlob>
  /** Why the store cannot be used just now; null: it can. */
  check(): Promise<string | null>
  close(): Promise<void>
}

/** `missing`: there is no such blob; `failed`: the store did not do it, and may do it later. */
export class StorageError extends Error {
  readonly reason: 'missing' | 'failed'

  constructor(reason: 'missing' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
    this.reason = reason
  }
}

/** Hexadecimal digits and dashes (UUIDs and hashes) between slashes. */
const KEY = /^[0-9a-f-]+(\/[0-9a-f-]+)*$/

/** Keys come from our own rows; this keeps a bad one from leaving the store's folder all the same. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new StorageError('failed', 'Not a blob key')
  return key
}

/** Whether it can be a key of ours, or one part of it. */
export function isKey(name: string): boolean {
  return KEY.test(name)
}

/** A folder of keys, with its slash; empty: all of them. */
export function requirePrefix(prefix: string): string {
  if (prefix !== '' && !(prefix.endsWith('/') && isKey(prefix.slice(0, -1)))) {
    throw new StorageError('failed', 'Not a prefix of blob keys')
  }
  return prefix
}
