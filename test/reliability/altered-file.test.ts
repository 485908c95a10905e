import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Created, readDocument, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

/** The disk changes white space, so that the PDF stays readable. Returns what puts it right again. */
async function damage({ documentId }: Created): Promise<() => Promise<void>> {
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

const sendOne = () => send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })

test('nothing is signed on stored bytes that differ from their hash', async () => {
  const created = await sendOne()
  const signer = new Signer(server, created.signers[0]!.signingUrl)
  const repair = await damage(created)
  expect((await signer.sign()).status).toBe(500)
  expect(server.log()).toContain('AlteredFileError')
  expect((await readDocument(server, key, created.documentId)).counts.signed).toBe(0)
  await repair()
  expect((await signer.sign()).status).toBe(200)
})

test('nothing is sealed on stored bytes that differ from their hash', async () => {
  const created = await sendOne()
  await new Signer(server, created.signers[0]!.signingUrl).sign()
  const repair = await damage(created)
  await server.work()
  expect(server.log()).toContain('"seal_error":"pades_failed"')
  expect((await readDocument(server, key, created.documentId)).status).toBe('pending')
  await repair()
  server.clock.advance(60_000)
  await server.work()
  expect((await readDocument(server, key, created.documentId)).status).toBe('signed')
})
