import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDocument, Signer, send } from '../support/flow.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const PDF = makePdf({
  content: ['a', 'b']
    .map((role, i) => textAt(72, 700 - i * 100, `[[ls:signature:${role}]] [[ls:name:${role}]]`))
    .join(''),
})

it.each([
  ['in Helvetica, which no file has to bring', ['Ada Lovelace', 'Bob Müller'], true],
  ['in our own where one of them is beyond its letters', ['Ada Lovelace', 'Łukasz Żółć'], false],
])('the names of all signers are set in one typeface, %s', async (_, names, isHelvetica) => {
  const signers = names.map((name, i) => ({ email: `s${i}@example.com`, name, role: 'ab'[i] }))
  const { documentId, signers: sent } = await send(server, key, { signers, send_emails: false }, PDF)
  for (const { signingUrl } of sent) expect((await new Signer(server, signingUrl!).sign()).status).toBe(200)
  await server.work()
  expect((await readDocument(server, key, documentId)).status).toBe('signed')
  const { body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/signed`)
  const ours = body.subarray(PDF.length).toString('latin1')
  expect([ours.includes('/BaseFont /Helvetica'), ours.includes('/FontFile2')]).toEqual([isHelvetica, true])
})
