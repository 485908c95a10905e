import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Region } from '../regions.ts'
import { makeWritableFolder } from '../writable-folder.ts'
import type { BlobStore, Storage, StorageProblem } from './blob-store.ts'
import { fileStore, openFileStore } from './fs.ts'
import { cleanReceived, receiving } from './receive.ts'
import { openS3Store } from './s3.ts'

export type {
  BlobSource,
  BlobStore,
  ByteRange,
  ChunkHashes,
  LocalFile,
  ReceivedFile,
  Receiver,
  Storage,
  StorageProblem,
  StoredBlob,
} from './blob-store.ts'
export { StorageError } from './blob-store.ts'
export { bytesOf, CHUNK_BYTES, chunkHashAt, hashOfChunk, inChunks } from './chunks.ts'
export { TEMPORARY as TEMPORARY_OF_FILE_STORE } from './fs.ts'

export interface StorageOptions {
  /** `file:/path` or `s3://KEY:SECRET@host/bucket?region=…`, one per data region. */
  urls: Record<Region, string>
  /** Large uploads are received into `tmp/` of this folder, and large remote files copied there. */
  dataDir: string
  /** Temporary files that a killed process left more than a day before this time are deleted. */
  now: Date
}

/**
 * Opens the stores of all regions. Files: folders are created. S3: nothing is contacted before the first use.
 * @throws ConfigError for a folder that cannot be made or written to
 */
export async function openStorage({ urls, dataDir, now }: StorageOptions): Promise<Storage> {
  const tmp = join(dataDir, 'tmp')
  await makeWritableFolder('DATA_DIR', dataDir)
  await cleanReceived(tmp, now)
  return storageOf(urls, tmp, async (root, region) => {
    await makeWritableFolder(`STORAGE_${region.toUpperCase()}_URL`, root, 0o700)
    return openFileStore(root, now)
  })
}

/** The same stores as they are, for a command that only looks: creates no folder and deletes no temporary file. */
export async function storageAsItIs({ urls, dataDir }: Omit<StorageOptions, 'now'>): Promise<Storage> {
  return storageOf(urls, join(dataDir, 'tmp'), async (root) => fileStore(root))
}

async function storageOf(
  urls: StorageOptions['urls'],
  tmp: string,
  openFiles: (root: string, region: Region) => Promise<BlobStore>,
): Promise<Storage> {
  const open = (region: Region): Promise<BlobStore> => {
    const url = urls[region]
    return url.startsWith('file:') ? openFiles(url.slice('file:'.length), region) : openS3Store(url, tmp)
  }
  const regions: Record<Region, BlobStore> = { eu: await open('eu'), ch: await open('ch'), us: await open('us') }
  return {
    region: (region) => regions[region],
    receive: receiving(tmp),
    async check(): Promise<StorageProblem[]> {
      const found = await Promise.all(Object.values(regions).map((store) => store.check()))
      const problems = Object.keys(regions).map((region, index) => ({
        subject: `storage ${region}`,
        message: found[index],
      }))
      return problems.filter((problem): problem is StorageProblem => problem.message != null)
    },
    close: () => Promise.all(Object.values(regions).map((store) => store.close())).then(() => {}),
  }
}

/** Blobs are keyed by workspace, document and SHA-256 and never shared, so that retention can delete them. */
export function blobKey(workspaceId: string, documentId: string, sha256: string): string {
  return documentPrefix(workspaceId, documentId) + sha256
}

/**
 * The key of what was made from a revision of a document and can be made again: no row references it, retention and the
 * collection of orphans delete it.
 * @param what names it and the version of its maker
 */
export function derivedKey(workspaceId: string, documentId: string, sha256: string, what: string): string {
  return blobKey(workspaceId, documentId, createHash('sha256').update(`${what}:${sha256}`).digest('hex'))
}

/** The prefix of all blobs of a document, including those that no row references. */
export function documentPrefix(workspaceId: string, documentId: string): string {
  return `${workspaceId}/${documentId}/`
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const BLOB_KEY = new RegExp(`^(${UUID})/(${UUID})/[0-9a-f]{64}$`)

/** The ids in a key; null if `blobKey` did not create it. */
export function parseBlobKey(key: string): { workspaceId: string; documentId: string } | null {
  const [, workspaceId, documentId] = BLOB_KEY.exec(key) ?? []
  return workspaceId && documentId ? { workspaceId, documentId } : null
}
