import { afterAll, beforeAll, expect, test } from 'vitest'
import { damage } from '../support/altered-file.ts'
import { readDocument, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const sendOne = () => send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })

test('nothing is signed on stored bytes that differ from their hash', async () => {
  const created = await sendOne()
  const signer = new Signer(server, created.signers[0]!.signingUrl)
  const repair = await damage(server, created)
  expect(await signer.sign()).toMatchObject({
    status: 500,
    body: { code: 'file_damaged', meta: { problem: 'altered' } },
  })
  expect((await readDocument(server, key, created.documentId)).counts.signed).toBe(0)
  await repair()
  expect((await signer.sign()).status).toBe(200)
})

test('nothing is sealed on stored bytes that differ from their hash', async () => {
  const created = await sendOne()
  await new Signer(server, created.signers[0]!.signingUrl).sign()
  const repair = await damage(server, created)
  await server.work()
  expect(server.log()).toContain('"seal_error":"pades_failed"')
  expect((await readDocument(server, key, created.documentId)).status).toBe('pending')
  await repair()
  server.clock.advance(60_000)
  await server.work()
  expect((await readDocument(server, key, created.documentId)).status).toBe('signed')
})
