import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPdfPool, type PdfPool } from '../../server/pdf/pool.ts'
import { expectRefused, post, validate } from '../support/create.ts'
import { Signer } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { sharedPdfPool } from '../support/pdf-pool.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { importTemplate, LEASE_FIELDS, leaseModel } from '../support/templates.ts'

let server: TestServer
/** A real engine with a timeout so short that it never finishes. */
let hurried: PdfPool
let overloaded = false

beforeAll(async () => {
  hurried = createPdfPool({ threads: 1, timeoutMs: 1 })
  const pdf: PdfPool = { ...sharedPdfPool, of: (owner) => (overloaded ? hurried : sharedPdfPool).of(owner) }
  server = await startServer({ overrides: { pdf } })
})
beforeEach(() => {
  overloaded = false
})
afterAll(async () => {
  await server.stop()
  await hurried.close()
})

const fields = { signers: [{ email: 'ada@example.com' }] }

test('an upload while the machine is too busy: 503 busy with Retry-After, nothing created', async () => {
  overloaded = true
  const pdf = makePdf({ pages: 500 })
  for (const send of [validate, post])
    await expectRefused(server, () => send(server, fields, pdf), 503, { code: 'busy' })
  const { headers } = await post(server, fields, pdf)
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  overloaded = false
  expect((await post(server, fields, pdf)).status).toBe(201)
})

test('a template imported while the machine is too busy: 503 busy, nothing created', async () => {
  const key = await server.key()
  const pdf = makePdf({ pages: 500 })
  overloaded = true
  const refused = await importTemplate(server, key, { template: leaseModel(), fields: LEASE_FIELDS, pdf })
  expect(refused).toMatchObject({ status: 503, body: { code: 'busy' } })
  expect((await server.call(key, 'GET', '/v1/fields')).body).toEqual({ fields: [] })
})

test('an audit trail that cannot be rendered now is 503 busy, and works on the next call', async () => {
  const key = await server.key()
  const { body } = await post(server, fields)
  const trail = () => server.call<Buffer>(key, 'GET', `/v1/documents/${body.documentId}/audit-trail`)
  overloaded = true
  expect(await trail()).toMatchObject({ status: 503 })
  overloaded = false
  expect((await trail()).status).toBe(200)
  await new Signer(server, body.signers[0]!.signingUrl).sign()
  await server.work()
  const both = () => server.call(key, 'GET', `/v1/documents/${body.documentId}/signed-with-audit-trail`)
  overloaded = true
  expect(await both()).toMatchObject({ status: 503, body: { code: 'busy' } })
  overloaded = false
  expect((await both()).status).toBe(200)
})
