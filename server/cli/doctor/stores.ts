import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { access, constants, mkdir, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { reasonOf } from '../../net/reason.ts'
import { REGIONS } from '../../regions.ts'
import { type BlobStore, blobKey, type Storage, TEMPORARY_OF_FILE_STORE } from '../../storage/index.ts'
import { type Finding, failed, found } from './finding.ts'

/** Puts a small object into each region's store, reads it back and deletes it. */
export async function stores({ storage: urls }: Config, storage: Storage): Promise<Finding[]> {
  return Promise.all(
    REGIONS.map((region) => {
      const subject = `storage ${region}`
      const root = urls[region].startsWith('file:') ? urls[region].slice('file:'.length) : null
      return root === null ? tried(subject, storage.region(region)) : ofFolder(subject, root, storage.region(region))
    }),
  )
}

async function tried(subject: string, store: BlobStore): Promise<Finding> {
  const { problem, isKept } = await trial(store)
  if (problem === null && isKept) return { status: 'warning', subject, detail: KEPT }
  return found(subject, problem ?? (await store.check()), 'an object was put, read and deleted')
}

const KEPT =
  'an object was put, read and deleted, but the bucket keeps older versions: what is erased or past its retention stays in it until a rule of the bucket deletes versions that are not current'

/** A folder that is not there yet is created by the first start, not by this command. */
async function ofFolder(subject: string, root: string, store: BlobStore): Promise<Finding> {
  if (!(await exists(root))) {
    const problem = await problemOfParent(dirname(resolve(root)))
    if (problem !== null) return failed(subject, `${root} does not exist and cannot be created: ${problem}`)
    return { status: 'warning', subject, detail: `${root} does not exist yet; the first start creates it` }
  }
  const temporary = join(root, TEMPORARY_OF_FILE_STORE)
  const made = await mkdir(temporary, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  try {
    return await tried(subject, store)
  } finally {
    if (made) await rmdir(temporary)
  }
}

async function problemOfParent(folder: string): Promise<string | null> {
  if (!(await exists(folder))) return problemOfParent(dirname(folder))
  if (!(await stat(folder)).isDirectory()) return `${folder} is not a folder`
  return access(folder, constants.W_OK).then(
    () => null,
    () => `${folder} cannot be written to`,
  )
}

/** Something that cannot be looked at, such as what is below a file, is not there. */
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function trial(store: BlobStore): Promise<{ problem: string | null; isKept: boolean }> {
  const bytes = randomBytes(64)
  // If it stays behind, the collection of orphans deletes it: no row refers to it.
  const key = blobKey(randomUUID(), randomUUID(), createHash('sha256').update(bytes).digest('hex'))
  try {
    await store.put(key, { bytes })
    const read: Uint8Array[] = []
    for await (const chunk of store.stream(key)) read.push(chunk)
    const isKept = await store.delete(key)
    const isSame = Buffer.concat(read).equals(bytes)
    return { problem: isSame ? null : 'an object that was just put came back with other bytes', isKept }
  } catch (error) {
    return { problem: reasonOf(error), isKept: false }
  }
}
