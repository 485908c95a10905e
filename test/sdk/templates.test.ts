import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Countersign } from '../../sdk/src/index.ts'
import { Signer } from '../support/flow.ts'
import { sdkFor, watched } from '../support/sdk.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { LEASE_FIELDS, LEASE_RECIPIENTS, LEASE_VALUES, leasePdf, lockedTemplate } from '../support/templates.ts'

let server: TestServer
let client: Countersign
let templateId: string
/** The Idempotency-Key of each instantiate call. */
const keys: (string | null)[] = []
beforeAll(async () => {
  server = await startServer()
  const key = await server.key()
  const seen = (request: Request) => {
    if (request.url.endsWith('/instantiate')) keys.push(request.headers.get('idempotency-key'))
  }
  client = sdkFor(server, key, { fetch: watched(seen) })
  templateId = (await lockedTemplate(server, key)).id
})
afterAll(() => server.stop())

const params = { recipients: LEASE_RECIPIENTS, field_values: LEASE_VALUES, send_emails: false }

it('finds templates and their fields, and reads what a template asks for', async () => {
  expect((await client.templates.list({ limit: 1 })).templates).toMatchObject([{ id: templateId, version: 1 }])
  expect(await client.fields.list()).toHaveLength(LEASE_FIELDS.length)
  expect(await client.templates.get(templateId, { version: 1 })).toMatchObject({ version: 1, kind: 'esign' })
  expect((await client.templates.export(templateId)).template.name).toBe('Lease')
  const file = await client.templates.downloadFile(templateId)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(leasePdf())
})

it('tries, stages, confirms, signs and reads the values', async () => {
  expect(await client.templates.validate(templateId, params)).toMatchObject({ ok: true, document_id: null })
  const staged = await client.templates.instantiate(templateId, { ...params, review: true })
  const confirmed = await client.documents.confirm(staged.document_id!)
  expect(confirmed).toMatchObject({ status: 'pending', already_confirmed: false })
  for (const { signing_url: url } of confirmed.recipients)
    expect((await new Signer(server, url!).sign()).status).toBe(200)
  await server.work()
  expect((await client.documents.get(staged.document_id!)).status).toBe('signed')
  const values = await client.documents.values(staged.document_id!)
  expect(values.map(({ field_key, owner }) => [field_key, owner])).toEqual([
    ['tenant_name', 'sender'],
    ['monthly_rent', 'sender'],
    ['iban', 'signer'],
  ])
})

it('generates a file, and stages one once for each Idempotency-Key', async () => {
  const values = { field_values: LEASE_VALUES, colour: 'blue' }
  const file = await client.templates.generate(templateId, values)
  expect(file.headers.get('x-unknown-fields')).toBe('colour')
  const pdf = Buffer.from(await file.arrayBuffer())
  expect(pdf.subarray(0, leasePdf().length)).toEqual(leasePdf())
  const stage = () =>
    client.templates.generate(templateId, { field_values: LEASE_VALUES, review: true }, { idempotencyKey: 'file-1' })
  const [first, again] = [await stage(), await stage()]
  const id = first.headers.get('x-document-id')!
  expect(again.headers.get('x-document-id')).toBe(id)
  expect(await again.arrayBuffer()).toEqual(await first.arrayBuffer())
  expect(await client.documents.confirm(id)).toMatchObject({ kind: 'file', status: 'finalized', recipients: [] })
  expect((await client.documents.get(id)).status).toBe('finalized')
  await expect(client.templates.generate(templateId, {})).rejects.toMatchObject({ code: 'template_input_invalid' })
})

it('sends a key of its own with each instantiate, and takes the caller’s', async () => {
  keys.length = 0
  const first = await client.templates.instantiate(templateId, params, { idempotencyKey: 'lease-7731' })
  const again = await client.templates.instantiate(templateId, params, { idempotencyKey: 'lease-7731' })
  expect(again.document_id).toBe(first.document_id)
  const other = await client.templates.instantiate(templateId, { ...params, review: true })
  expect(keys).toEqual(['lease-7731', 'lease-7731', expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(await client.documents.discard(other.document_id!)).toMatchObject({ already_discarded: false })
  await expect(client.documents.confirm(other.document_id!)).rejects.toMatchObject({ code: 'discarded', status: 409 })
})
