import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncDirectory } from '../files.ts'
import { masterKeyId } from '../keyring.ts'

/** An error for the operator: its message is shown without a stack. */
export class BackupError extends Error {
  readonly code = 'BACKUP'
}

/** A file of the backup, by its path in the folder. */
export interface FileEntry {
  path: string
  bytes: number
  /** Lowercase hex. */
  sha256: string
}

export interface TableEntry extends FileEntry {
  table: string
  columns: string[]
  rows: number
}

/**
 * The contents of a backup, written last: a folder without it is not a backup. Its MAC is an HMAC-SHA256 under a key
 * derived from MASTER_KEY, so that the backup cannot be changed unnoticed without that key.
 */
export interface Manifest {
  format: 1
  /** The time of the snapshot, ISO 8601. */
  created_at: string
  /** Major version of PostgreSQL; informational: the tables are text that every version reads. */
  postgres: number
  /** The schema's migrations, oldest first. */
  migrations: string[]
  /** Identifies the MASTER_KEY that opens the keyring, without revealing anything about it. */
  master_key_id: string
  /** In an order in which they can be filled. */
  tables: TableEntry[]
  /** Background jobs that had not run. */
  jobs: TableEntry
  /** The last value of each sequence, as text: it may exceed 2^53. */
  sequences: Record<string, string>
  /** The list of stored files, one `BlobEntry` per line. */
  blobs: FileEntry & { count: number; totalBytes: number }
  /** What had missing or altered files when the backup was made: ids of documents, `template ID`, `draft ID`. */
  damaged: string[]
}

/** A stored file; in the backup it is at `blobs/REGION/KEY`. */
export interface BlobEntry {
  region: 'eu' | 'ch' | 'us'
  key: string
  bytes: number
  sha256: string
}

const MANIFEST = 'manifest.json'
export const BLOB_LIST = 'blobs.jsonl'

export const blobPath = ({ region, key }: Pick<BlobEntry, 'region' | 'key'>) => join('blobs', region, key)

/** Counts and hashes the data passing through. */
export function meter(): { stream: Transform; result(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Writes a new file of the backup, readable only by its owner, and flushes it. */
export async function writeEntry(
  folder: string,
  path: string,
  source: AsyncIterable<Uint8Array | string>,
): Promise<FileEntry> {
  const full = join(folder, path)
  await mkdir(dirname(full), { recursive: true, mode: 0o700 })
  const { stream, result } = meter()
  await pipeline(source, stream, createWriteStream(full, { flags: 'wx', mode: 0o600, flush: true }))
  return { path, ...result() }
}

/** @throws BackupError naming the file if it is missing or was changed */
export async function checkEntry(folder: string, { path, bytes, sha256 }: FileEntry): Promise<void> {
  const { stream, result } = meter()
  try {
    await pipeline(createReadStream(join(folder, path)), stream.resume())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new BackupError(`The backup is not complete: ${path} is missing`)
  }
  const found = result()
  if (found.bytes !== bytes) {
    throw new BackupError(`The backup was altered: ${path} has ${found.bytes} bytes instead of ${bytes}`)
  }
  if (found.sha256 !== sha256) throw new BackupError(`The backup was altered: ${path} has a different SHA-256`)
}

/** Writes the manifest atomically: from then on the folder is a backup. */
export async function writeManifest(folder: string, manifest: Manifest, masterKey: Buffer): Promise<void> {
  const partial = join(folder, `${MANIFEST}.part`)
  const text = JSON.stringify({ ...manifest, mac: macOf(manifest, masterKey) }, null, 2)
  await writeFile(partial, `${text}\n`, { flag: 'wx', mode: 0o600, flush: true })
  await rename(partial, join(folder, MANIFEST))
  await syncDirectory(folder)
}

/** @throws BackupError if there is none, it was altered, or it belongs to another MASTER_KEY or format */
export async function readManifest(folder: string, masterKey: Buffer): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new BackupError(`${folder} does not contain a complete backup: ${MANIFEST} is missing`)
  })
  const { mac, ...manifest } = parsed(text)
  if (manifest.format !== 1)
    throw new BackupError(`${MANIFEST} has a format that this version of Countersign does not support`)
  if (manifest.master_key_id !== masterKeyId(masterKey)) {
    throw new BackupError(
      `The backup needs the MASTER_KEY with the id ${manifest.master_key_id}, the one given has the id ${masterKeyId(masterKey)}`,
    )
  }
  const expected = Buffer.from(macOf(manifest, masterKey), 'hex')
  const given = Buffer.from(typeof mac === 'string' ? mac : '', 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new BackupError(`The backup was altered: ${MANIFEST} was changed after it was written`)
  }
  return manifest
}

function parsed(text: string): Manifest & { mac: unknown } {
  try {
    return JSON.parse(text) as Manifest & { mac: unknown }
  } catch (cause) {
    throw new BackupError(`The backup was altered: ${MANIFEST} is not JSON`, { cause })
  }
}

function macOf(manifest: Manifest, masterKey: Buffer): string {
  const key = createHmac('sha256', masterKey).update('countersign backup manifest').digest()
  return createHmac('sha256', key).update(JSON.stringify(manifest)).digest('hex')
}
