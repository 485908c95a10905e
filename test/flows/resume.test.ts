import { afterAll, beforeAll, expect, it } from 'vitest'
import { Signer, send, willing } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const field = (kind: string, y: number, more = {}) => ({
  role: 'a',
  kind,
  page: 1,
  x: 0.1,
  y,
  w: 0.4,
  h: 0.05,
  ...more,
})

it('a reload finds what was filled in, and what was emptied again is not signed', async () => {
  const created = await send(server, key, {
    placement: 'explicit',
    signers: [{ email: 'ada@example.com', name: 'Ada', role: 'a' }],
    fields: [
      field('signature', 0.1),
      field('text', 0.3, { label: 'Kept' }),
      field('text', 0.5, { label: 'Emptied', required: false }),
    ],
  })
  const signer = new Signer(server, created.signers[0]!.signingUrl)
  const byLabel = async (label: string) => (await signer.data()).fields.find((one) => one.name === label)!
  const [kept, emptied] = [await byLabel('Kept'), await byLabel('Emptied')]
  const values = { [kept.id]: { type: 'text', text: 'Zanzibar' }, [emptied.id]: { type: 'text', text: 'Regrettable' } }
  expect((await signer.call('PUT', 'fields', { values })).status).toBe(200)
  expect((await byLabel('Kept')).value).toEqual({ type: 'text', text: 'Zanzibar' })

  const { fields, consentVersion } = await signer.data()
  const signature = fields.find(({ kind }) => kind === 'signature')!
  await signer.display()
  const last = { [signature.id]: willing(signature, 'Ada'), [emptied.id]: null }
  expect((await signer.call('POST', 'complete', { consentVersion, values: last })).status).toBe(200)
  await server.work()
  const signed = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/signed`)
  const text = (await pdfJsTexts(signed.body))
    .flat()
    .map((one) => one.text)
    .join(' ')
  expect(text).toContain('Zanzibar')
  expect(text).not.toContain('Regrettable')
})
