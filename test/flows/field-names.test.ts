import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../server/generated/openapi.ts'
import { Signer, send } from '../support/flow.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

/** Fields have one name everywhere: in the API, on the page, in the audit trail. */

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const CONSENT = readFileSync(join(import.meta.dirname, '../fixtures/labels/table.pdf'))
const FORM = makePdf({ content: textAt(60, 700, 'Reference: ____________') })

const box = (kind: string, y: number, more: object = {}) => ({
  role: 'a',
  kind,
  page: 1,
  x: 0.4,
  y,
  w: 0.3,
  h: 0.03,
  ...more,
})

test('markers are called what is printed beside them: in the API, on the page, in the audit trail', async () => {
  const created = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada', role: 'a' }] }, CONSENT)
  const names = ['Patient’s name', 'Known allergies', 'Current medication', 'Patient’s signature', 'Date']
  expect(created.fields.map(({ label }) => label)).toEqual(names)
  const signer = new Signer(server, created.signers[0]!.signingUrl)
  expect((await signer.data()).fields.map(({ name }) => name)).toEqual(names)
  expect((await signer.sign()).status).toBe(200)
  const path = `/v1/documents/${created.documentId}`
  const { body } = await server.call<components['schemas']['AuditTrail']>(key, 'GET', `${path}/audit-events`)
  const filled = body.events.find(({ type }) => type === 'signed')!.meta.fields
  expect(filled).toEqual(names.map((name) => `${name}, page 1`))
  const printed = await server.call<Buffer>(key, 'GET', `${path}/audit-trail`)
  const words = (await pdfJsTexts(new Uint8Array(printed.body))).flat().map(({ text }) => text)
  expect(words.join(' ').replace(/\s+/g, ' ')).toContain('filled in: Patient’s name, page 1; Known allergies, page 1;')
})

test('the label of the call comes first, then print, then the key in words, then the kind, counted', async () => {
  const referred = box('text', 0.14, { x: 0.25 })
  const fields = [
    { ...referred, label: 'Your reference', field_key: 'ref' },
    box('text', 0.3, { field_key: 'place_of-birth' }),
    box('text', 0.4),
    box('signature', 0.6),
  ]
  const signers = [{ email: 'ada@example.com', name: 'Ada', role: 'a', locale: 'de' }]
  const created = await send(server, key, { signers, placement: 'explicit', fields }, FORM)
  expect(created.fields.map(({ label }) => label)).toEqual(['Your reference', 'Place of birth', null, null])
  const { fields: shown } = await new Signer(server, created.signers[0]!.signingUrl).data()
  expect(shown.map(({ name }) => name)).toEqual([
    'Your reference',
    'Place of birth',
    'Textfeld 3 von 3',
    'Unterschrift',
  ])
  const again = await send(server, key, { signers, placement: 'explicit', fields: [referred, fields[3]] }, FORM)
  expect(again.fields.map(({ label }) => label)).toEqual(['Reference', null])
})
