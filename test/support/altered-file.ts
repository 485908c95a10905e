import { readFile, writeFile } from 'node:fs/promises'
import type { TestServer } from './server.ts'

/** The disk changes white space, so that the PDF stays readable. Returns a function that restores it. */
export async function damage(server: TestServer, { documentId }: { documentId: string }): Promise<() => Promise<void>> {
  const { region, blob_key } = await server.ctx.db
    .selectFrom('document_revisions')
    .innerJoin('documents', 'documents.id', 'document_revisions.document_id')
    .select(['region', 'blob_key'])
    .where('document_id', '=', documentId)
    .where('seq', '=', 0)
    .executeTakeFirstOrThrow()
  const { path } = await server.ctx.storage.region(region).localFile(blob_key)
  const bytes = await readFile(path)
  const altered = Buffer.from(bytes)
  altered[altered.indexOf('%%EOF') - 1] = 0x20
  await writeFile(path, altered)
  return () => writeFile(path, bytes)
}
