import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readDocument, Signer } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import {
  instantiate,
  itemsTable,
  LEASE_VALUES,
  leaseModel,
  leasePdf,
  lockedTemplate,
  signature,
  text,
} from '../support/templates.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  key = await server.key({ workspaceId: (await server.workspace()).id })
})

it('instantiate.prefix: filled, signed and sealed, and the template is a prefix of the sealed file', async () => {
  const boxes = [text('iban', 0.34, { slot: 1 }), signature(1), signature(2)]
  const { id } = await lockedTemplate(server, key, { template: leaseModel({ boxes }) })
  const answer = await instantiate(server, key, id, { field_values: { iban: 'CH93' }, metadata: { order: '7731' } })
  expect([answer.status, answer.body]).toMatchObject([201, { ok: true, status: 'pending', template_version: 1 }])
  const { document_id: documentId, recipients } = answer.body
  expect(recipients).toMatchObject([
    { slot: 1, role: 'tenant', status: 'pending', reference: 'cust-17' },
    { slot: 2, role: 'landlord', status: 'queued' },
  ])
  const [tenant, landlord] = recipients.map(({ signing_url: url }) => new Signer(server, url!))
  const { fields } = await tenant!.data()
  expect(fields.find(({ kind }) => kind === 'text')).toMatchObject({ value: { type: 'text', text: 'CH93' } })
  expect((await tenant!.sign()).status).toBe(200)
  await server.work()
  expect((await landlord!.sign()).status).toBe(200)
  await server.work()
  const document = await readDocument(server, key, documentId!)
  expect(document).toMatchObject({
    status: 'signed',
    placement: null,
    templateId: id,
    templateVersion: 1,
    source: 'v1_api',
    originalSha256: createHash('sha256').update(leasePdf()).digest('hex'),
  })
  const sealed = (await server.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/signed`)).body
  expect(Buffer.from(sealed).subarray(0, leasePdf().length)).toEqual(leasePdf())
})

it('instantiate.field_values: prints the values, and places the signers where their pages are after a table has grown', async () => {
  // The second signature is on page 2 of the template, behind the pages that 200 rows add.
  const boxes = [text('tenant_name', 0.15), text('monthly_rent', 0.2), itemsTable(), signature(1), signature(2, 2)]
  const { id } = await lockedTemplate(server, key, { template: leaseModel({ boxes }) })
  const items = Array.from({ length: 200 }, (_, index) => ({ what: `Piece ${index + 1}`, amount: '10.50' }))
  const { status, body } = await instantiate(server, key, id, { field_values: { ...LEASE_VALUES, items } })
  expect(status).toBe(201)
  const [tenant, landlord] = body.recipients.map(({ signing_url: url }) => new Signer(server, url!))
  expect((await tenant!.data()).fields.map(({ page }) => page)).toEqual([1])
  expect((await tenant!.sign()).status).toBe(200)
  await server.work()
  const { fields } = await landlord!.data()
  expect((await landlord!.sign()).status).toBe(200)
  await server.work()
  const sealed = (await server.call<Buffer>(key, 'GET', `/v1/documents/${body.document_id}/signed`)).body
  expect(Buffer.from(sealed).subarray(0, leasePdf().length)).toEqual(leasePdf())
  const printed = (await pdfJsTexts(sealed)).map((page) => page.map((item) => item.text).join(' '))
  expect(printed.length).toBeGreaterThan(4)
  expect(fields.map(({ page }) => page)).toEqual([printed.length])
  expect(printed[0]).toContain('Ada Lovelace')
  expect(printed[0]).toMatch(/CHF.1,850\.00/)
  const all = printed.join(' ')
  for (const { what } of items) expect(all).toContain(what)
  expect(printed.at(-1)).toContain('Lease, page 2')
})
