import type { Region } from '../regions.ts'

export interface Storage {
  region(region: Region): BlobStore
  /** For an upload: small ones are kept in memory, others in a temporary file on this machine. */
  receive(): Promise<Receiver>
  /** The problems of the stores; empty: none. */
  check(): Promise<StorageProblem[]>
  close(): Promise<void>
}

export interface StorageProblem {
  subject: string
  message: string
}

/** Hashes and counts what is written to it; no large upload is ever held in memory. */
export interface Receiver {
  write(chunk: Uint8Array): Promise<void>
  finish(): Promise<ReceivedFile>
  /** Discards what was received; harmless after `finish`. */
  abort(): Promise<void>
}

export interface ReceivedFile {
  source: BlobSource
  /** Bytes. */
  size: number
  /** Lowercase hex. */
  sha256: string
  /** The first 1,024 bytes, or fewer. */
  head: Buffer
  /** All of it in memory. */
  whole(): Promise<Uint8Array>
  /** Lets go of it, and deletes its file; harmless when repeated. */
  discard(): Promise<void>
}

/** Byte positions, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export interface LocalFile {
  source: BlobSource
  release(): Promise<void>
}

/** The SHA-256 of every chunk of a blob (`CHUNK_BYTES`), one after the other. */
export type ChunkHashes = Buffer

export type BlobSource = { bytes: Uint8Array } | { path: string }

export interface StoredBlob {
  key: string
  /** When it was stored, by the store's own clock. */
  modifiedAt: Date
}

/**
 * Blobs by key (`blobKey`). A key always has the same content: writing it again is harmless, and a blob is either
 * complete or absent. Every failure is a StorageError.
 */
export interface BlobStore {
  /** @returns the hashes of what was stored, for the row that will refer to it: the store itself keeps none */
  put(key: string, source: BlobSource): Promise<ChunkHashes>
  /** Several of one document at once, which costs less; if it fails, some may have been stored. */
  putAll(blobs: { key: string; source: BlobSource }[]): Promise<ChunkHashes[]>
  /** Bytes of the blob. Reads from it, so that a file that exists but cannot be read fails here. */
  size(key: string): Promise<number>
  /** Opened when the first bytes are requested, closed at the end or when the reader stops early. */
  stream(key: string, range?: ByteRange): AsyncGenerator<Uint8Array>
  /** The blob on this machine: the stored file itself, or a copy, of a small one in memory. Call `release` afterwards. */
  localFile(key: string): Promise<LocalFile>
  /**
   * Deleting a missing blob is not an error.
   * @returns whether its bytes stay readable as an older version, in a bucket that keeps those
   */
  delete(key: string): Promise<boolean>
  /**
   * Every blob, or those under a folder of keys (`documentPrefix`), in no order, read lazily. Blobs stored or deleted
   * after the start may or may not be included; files that are not our blobs are not.
   */
  list(prefix?: string): AsyncIterable<StoredBlob>
  /** Why the store cannot be used at the moment; null: it can. */
  check(): Promise<string | null>
  close(): Promise<void>
}

/**
 * `missing`: there is no such blob; `unreadable`: it exists, but the store cannot return its bytes; `failed`: the
 * operation failed and may succeed later.
 */
export type StorageFailure = 'missing' | 'unreadable' | 'failed'

export class StorageError extends Error {
  readonly reason: StorageFailure

  constructor(reason: StorageFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
    this.reason = reason
  }
}

/** Hexadecimal digits and dashes (UUIDs and hashes) between slashes. */
const KEY = /^[0-9a-f-]+(\/[0-9a-f-]+)*$/

/** Keys come from our own rows; this nevertheless keeps a bad one from leaving the store's folder. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new StorageError('failed', 'Not a blob key')
  return key
}

/** Whether it can be one of our keys, or one part of it. */
export function isKey(name: string): boolean {
  return KEY.test(name)
}

/** A folder of keys, with a trailing slash; empty: all keys. */
export function requirePrefix(prefix: string): string {
  if (prefix !== '' && !(prefix.endsWith('/') && isKey(prefix.slice(0, -1)))) {
    throw new StorageError('failed', 'Not a prefix of blob keys')
  }
  return prefix
}
