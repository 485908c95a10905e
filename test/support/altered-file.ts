import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { BlobStore } from '../../server/storage/index.ts'
import type { TestServer } from './server.ts'

/** What can happen to a stored file. */
export type Damage = 'bit' | 'last bit' | 'short' | 'empty' | 'longer' | 'missing' | 'folder' | 'EIO'

/** The path of a document's stored file, by its position among the revisions. */
export async function storedFile(server: TestServer, documentId: string, seq: number): Promise<string> {
  const { region, blob_key } = await server.ctx.db
    .selectFrom('document_revisions')
    .innerJoin('documents', 'documents.id', 'document_revisions.document_id')
    .select(['region', 'blob_key'])
    .where('document_id', '=', documentId)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  return pathOfBlob(server.ctx.storage.region(region), blob_key)
}

/** Of a store of files, the file itself. */
export async function pathOfBlob(store: BlobStore, key: string): Promise<string> {
  const { source } = await store.localFile(key)
  if ('bytes' in source) throw new Error('The blob is not a file')
  return source.path
}

/** Damages the stored file. Returns a function that restores it. */
export async function damageFile(path: string, damage: Damage): Promise<() => Promise<void>> {
  const bytes = await readFile(path)
  const flipped = (at: number) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)))
  const repair = async () => {
    await rm(path, { force: true, recursive: true })
    await writeFile(path, bytes)
  }
  if (damage === 'bit') await writeFile(path, flipped(Math.floor(bytes.length / 2)))
  else if (damage === 'last bit') await writeFile(path, flipped(bytes.length - 1))
  else if (damage === 'short') await writeFile(path, bytes.subarray(0, -1))
  else if (damage === 'empty') await writeFile(path, '')
  else if (damage === 'longer') await writeFile(path, Buffer.concat([bytes, Buffer.from('\n')]))
  else {
    await rm(path)
    if (damage === 'folder') await mkdir(path)
    // Reading its first page fails as on a broken disk.
    if (damage === 'EIO') await symlink('/proc/self/mem', path)
  }
  return repair
}

/** The disk changes white space in the upload, so that the PDF stays readable. Returns a function that restores it. */
export async function damage(server: TestServer, { documentId }: { documentId: string }): Promise<() => Promise<void>> {
  const path = await storedFile(server, documentId, 0)
  const bytes = await readFile(path)
  const altered = Buffer.from(bytes)
  altered[altered.indexOf('%%EOF') - 1] = 0x20
  await writeFile(path, altered)
  return () => writeFile(path, bytes)
}
