import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clockOfWarnings } from '../support/clock.ts'
import { traces } from '../support/create.ts'
import { readDocument } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import {
  FILE_MODEL,
  generate,
  importTemplate,
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
let templateId: string
beforeAll(async () => {
  server = await startServer({ clock: clockOfWarnings() })
})
afterAll(() => server.stop())
beforeEach(async () => {
  key = await server.key({ workspaceId: (await server.workspace()).id })
  templateId = (await lockedTemplate(server, key, { template: FILE_MODEL })).id
})

const call = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  generate(server, key, templateId, more, headers)
const textOf = async (pdf: Uint8Array) => (await pdfJsTexts(pdf)).flat().map((item) => item.text)

describe('POST /templates/{id}/generate', () => {
  it('generate.pdf: streams a PDF with every value after the template’s own bytes, and stores nothing', async () => {
    const items = Array.from({ length: 120 }, (_, index) => ({ what: `Κλειδί 鍵 ${index + 1}`, amount: '10.50' }))
    const before = await traces(server)
    const { status, body, headers } = await call({ field_values: { ...LEASE_VALUES, items }, title: 'Miete ü' })
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(body.subarray(0, leasePdf().length)).toEqual(leasePdf())
    const printed = (await textOf(body)).join(' ')
    for (const what of ['Ada Lovelace', 'Lease, page 2', items[0]!.what, items[119]!.what]) {
      expect(printed).toContain(what)
    }
    expect(printed).toMatch(/CHF.1,850\.00/)
    expect(headers.get('content-length')).toBe(String(body.length))
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''Miete%20%C3%BC.pdf")
    const digest = createHash('sha256').update(body).digest('base64')
    expect(headers.get('repr-digest')).toBe(`sha-256=:${digest}:`)
    expect(headers.get('x-template-version')).toBe('1')
    for (const absent of ['x-unknown-fields', 'x-document-id']) expect(headers.has(absent)).toBe(false)
    expect(await traces(server)).toEqual(before)
  })

  it('keeps what stands before a slash of the title in the file name, here and staged', async () => {
    const title = 'Rent 03/2027'
    const { headers } = await call({ title })
    expect(headers.get('content-disposition')).toBe('attachment; filename="Rent 03-2027.pdf"')
    const staged = await call({ title, review: true })
    const documentId = staged.headers.get('x-document-id')!
    expect(await readDocument(server, key, documentId)).toMatchObject({ title, filename: 'Rent 03-2027.pdf' })
  })

  it('prints what was given for signers too, and needs nothing of theirs', async () => {
    const own = { slot: 1, required: true }
    const boxes = [
      text('iban', 0.2, own),
      text('tenant_name', 0.3, { ...own, prefill: 'fixed' }),
      text('start_date', 0.35, { ...own, prefill: 'refused' }),
      itemsTable(own),
      signature(1),
    ]
    const template = leaseModel({ boxes, slots: [{ slot: 1, role: 'tenant' }] })
    templateId = (await lockedTemplate(server, key, { template })).id
    const values = { iban: 'CH93', tenant_name: 'Ada', items: [{ what: 'Deposit' }] }
    const printed = await textOf((await call({ field_values: values })).body)
    for (const value of ['CH93', 'Ada', 'Deposit']) expect(printed).toContain(value)
    expect((await call({ field_values: {} })).status).toBe(200)
    expect(await call({ field_values: { start_date: '2026-01-01' } })).toMatchObject({
      status: 422,
      body: { problems: [{ field: 'start_date', code: 'signer_owned' }] },
    })
  })

  it('uses the pinned version', async () => {
    const boxes = [text('iban', 0.5)]
    await importTemplate(server, key, { template: { ...FILE_MODEL, boxes }, template_id: templateId, lock: true })
    const newest = await call({ field_values: { iban: 'CH93' } })
    expect(newest.headers.get('x-template-version')).toBe('2')
    expect((await call({ version: 1 })).headers.get('x-template-version')).toBe('1')
  })

  it('generate.unknown-fields-header: names what it ignored: top-level keys, values, columns', async () => {
    const field_values = { ...LEASE_VALUES, 'größe, x': 1, items: [{ what: 'Key', note: 'unprinted' }] }
    const { status, headers } = await call({ field_values, colour: 'blue' })
    expect(status).toBe(200)
    expect(headers.get('x-unknown-fields')).toBe('colour, field_values.gr%C3%B6%C3%9Fe%2C%20x, items.note')
  })

  it('keeps the header short, whatever was sent', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key_${index}`, 1]))
    const { status, headers } = await call({ field_values: { ...LEASE_VALUES, ...many }, colour: 'blue' })
    const names = headers.get('x-unknown-fields')!.split(', ')
    expect([status, names[0], names[1]]).toEqual([200, 'colour', 'field_values.key_0'])
    expect(names.at(-1)).toBe(`+${5001 - (names.length - 1)}`)
    expect(names.join(', ').length).toBeLessThan(4200)
    const long = await call({ ['x'.repeat(5000)]: 1 })
    expect([long.status, long.headers.get('x-unknown-fields')]).toEqual([200, '+1'])
  })
})

describe('refusals of generate, each of which stages nothing', () => {
  it.each<[string, Record<string, unknown>, number, object]>([
    ['metadata that is not flat', { metadata: { a: {} } }, 400, { code: 'invalid_metadata' }],
    ['a version that is none', { version: 0 }, 400, { code: 'invalid_request', meta: { path: 'version' } }],
    [
      'an unknown version',
      { version: 7 },
      404,
      { code: 'version_not_found', meta: { version: 7, current_version: 1 }, template_version: 1 },
    ],
    [
      'generate.template_input_invalid: values that are missing and wrong, all at once',
      { field_values: { monthly_rent: 'much', items: [{ amount: '1.5' }], blue: 1 }, colour: 'blue' },
      422,
      {
        code: 'template_input_invalid',
        problems: [
          { field: 'tenant_name', code: 'required' },
          { field: 'monthly_rent', code: 'invalid_number' },
          { field: 'items[0].what', code: 'column_required' },
        ],
        warnings: [{ field: 'colour' }, { field: 'blue', code: 'unknown_field' }],
        template_name: 'Lease',
      },
    ],
    [
      'a text that does not fit',
      { field_values: { ...LEASE_VALUES, tenant_name: 'W'.repeat(79) } },
      422,
      { code: 'template_input_invalid', problems: [{ field: 'tenant_name', code: 'too_long' }] },
    ],
  ])('%s', async (_, more, status, body) => {
    const before = await traces(server)
    for (const review of [false, true]) expect(await call({ ...more, review })).toMatchObject({ status, body })
    expect(await traces(server)).toEqual(before)
  })

  it.each(['draft', 'archived'] as const)(
    'generate.template_unlocked: a template that is %s, also with a version',
    async (status) => {
      await server.ctx.db.updateTable('templates').set({ status }).where('id', '=', templateId).execute()
      for (const more of [{}, { version: 1 }]) {
        expect(await call(more)).toMatchObject({
          status: 409,
          body: { code: 'template_unlocked', meta: { status }, template_id: templateId },
        })
      }
    },
  )

  it('generate.not_rendered: a template that prints nothing and that nobody signs', async () => {
    templateId = (await lockedTemplate(server, key, { template: leaseModel({ slots: [], boxes: [] }) })).id
    expect(await call()).toMatchObject({ status: 409, body: { code: 'not_rendered', template_id: templateId } })
    // With a slot there is: the file shows where it is signed.
    const template = leaseModel({ slots: [{ slot: 1, role: 'tenant' }], boxes: [signature(1)] })
    templateId = (await lockedTemplate(server, key, { template })).id
    expect((await call({ field_values: {} })).status).toBe(200)
  })

  it('an Idempotency-Key that is none', async () => {
    const answer = await call({ review: true }, { 'Idempotency-Key': 'ü' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } })
  })

  it('a template of another workspace', async () => {
    const stranger = await server.key({ workspaceId: (await server.workspace()).id })
    expect(await generate(server, stranger, templateId)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('a body that is no JSON, or too large', async () => {
    const form = new FormData()
    form.set('title', 'Lease')
    const other = await server.call(key, 'POST', `/v1/templates/${templateId}/generate`, { form })
    expect([other.status, other.body]).toMatchObject([415, { code: 'unsupported_media_type' }])
    expect(await call({ title: 'x'.repeat(1_100_000) })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    })
  })

  it('an unknown top-level key, from 2026-12-31', async () => {
    const later = await startServer()
    try {
      later.clock.set(new Date('2026-12-31T00:00:00Z'))
      const own = await later.key()
      expect(await generate(later, own, 'x', { colour: 'blue' })).toMatchObject({
        status: 400,
        body: { code: 'unknown_field' },
      })
    } finally {
      await later.stop()
    }
  })
})
