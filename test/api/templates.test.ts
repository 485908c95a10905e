import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../support/pdf-fixtures.ts'
import { createCa, Purpose } from '../support/pki.ts'
import { builtInTsa, keyOf } from '../support/sealing.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { signedFile } from '../support/signed-files.ts'
import {
  importTemplate,
  itemsTable,
  LEASE_FIELDS,
  leaseModel,
  leasePdf,
  lockedTemplate,
  signature,
  type TemplateContract,
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

type Problem = { code: string; message: string; box: string | null; slot: number | null }
type ErrorAnswer = { code: string; meta?: Record<string, unknown>; problems?: Problem[] }

const read = <Body = TemplateContract>(path: string) => server.call<Body & ErrorAnswer>(key, 'GET', `/v1${path}`)

describe('GET /fields', () => {
  it('fields.none, fields.definition: an empty list in a workspace without fields; listed by key', async () => {
    expect((await read('/fields')).body).toEqual({ fields: [] })
    await lockedTemplate(server, key)
    const { body } = await read<{ fields: { key: string }[] }>('/fields')
    expect(body.fields.map((field) => field.key)).toEqual(LEASE_FIELDS.map((field) => field.key).sort())
    expect(body.fields.find((field) => field.key === 'monthly_rent')).toEqual({
      key: 'monthly_rent',
      kind: 'scalar',
      type: 'money',
      options: [],
      currency: 'CHF',
      decimals: null,
      example: null,
      max_length: null,
      max_rows: null,
      labels: { en: 'Monthly rent' },
      columns: [],
    })
    const heating = { key: 'heating', kind: 'scalar', type: 'enum', options: ['gas', 'oil'], example: 'oil' }
    await lockedTemplate(server, key, { fields: [...LEASE_FIELDS, heating] })
    const more = (await read<typeof body>('/fields')).body.fields
    expect(more.find((field) => field.key === 'heating')).toMatchObject(heating)
    expect(more.find((field) => field.key === 'tenant_name')).toMatchObject({ type: 'text', max_length: 80 })
  })
})

describe('GET /templates', () => {
  it('lists locked templates, newest change first, in pages', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      server.clock.advance(1000)
      ids.unshift((await lockedTemplate(server, key)).id)
    }
    await importTemplate(server, key, { template: leaseModel({ name: 'Draft' }), fields: LEASE_FIELDS })
    type Page = { templates: { id: string; name: string; status: string }[]; next_cursor: string | null }
    const first = (await read<Page>('/templates?limit=2')).body
    expect(first.templates.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const second = (await read<Page>(`/templates?limit=2&cursor=${first.next_cursor}`)).body
    expect(second).toMatchObject({ templates: [{ id: ids[2], status: 'locked' }], next_cursor: null })
    expect((await read<Page>('/templates?status=draft')).body.templates).toMatchObject([{ name: 'Draft' }])
    expect((await read<Page>('/templates?status=all')).body.templates).toHaveLength(4)
  })

  it.each([
    'limit=0',
    'limit=101',
    'cursor=x',
    `cursor=2026-01-01_x`,
    `cursor=-271821-04-20T00:00:00.000Z_${randomUUID()}`,
    'status=new',
  ])('refuses %s', async (query) => {
    expect(await read(`/templates?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})

describe('GET /templates/{id}', () => {
  it('template.contract: slots, values with owner and limits, in the order of the boxes', async () => {
    const { id } = await lockedTemplate(server, key)
    const { body } = await read(`/templates/${id}`)
    expect(body).toMatchObject({ id, name: 'Lease', status: 'locked', kind: 'esign', version: 1, locale: 'en' })
    expect(body.recipients).toMatchObject([
      { slot: 1, role: 'tenant', label: 'Tenant', pinned: false, signing_order: 1, has_fields: true },
      { slot: 2, role: 'landlord', label: 'Landlord', pinned: false, signing_order: 2, has_fields: true },
    ])
    expect(body.field_values.map((value) => [value.key, value.owner, value.slot, value.required])).toEqual([
      ['tenant_name', 'sender', null, true],
      ['monthly_rent', 'sender', null, true],
      ['start_date', 'sender', null, false],
      ['pets', 'sender', null, false],
      ['iban', 'signer', 1, true],
      ['items', 'sender', null, false],
    ])
    const items = body.field_values.at(-1)!
    expect(items).toMatchObject({ kind: 'collection', type: null, max_rows: 300 })
    // Only the columns that the table prints.
    expect(items.columns.map((column) => column.key)).toEqual(['what', 'amount'])
    const sha256 = createHash('sha256').update(leasePdf()).digest('hex')
    expect(body.files).toEqual([{ index: 0, name: 'lease.pdf', page_count: 2, sha256 }])
    const slots = [
      { slot: 1, role: 'tenant' },
      { slot: 2, role: 'landlord', pinned_email: 'office@example.com' },
    ]
    const pinned = await lockedTemplate(server, key, { template: leaseModel({ slots }) })
    expect((await read(`/templates/${pinned.id}`)).body.recipients).toMatchObject([
      { slot: 1, pinned: false, pinned_email: null },
      { slot: 2, pinned: true, pinned_email: 'office@example.com' },
    ])
  })

  it('shows each locked version as it was, with the definitions of that day', async () => {
    const { id } = await lockedTemplate(server, key)
    const boxes = leaseModel().boxes!
    const renamed = LEASE_FIELDS.map((field) =>
      field.key === 'tenant_name' ? { ...field, labels: { en: 'Lessee' } } : field,
    )
    const again = { template: leaseModel({ boxes: boxes.slice(1) }), fields: renamed, template_id: id }
    expect((await importTemplate(server, key, { ...again, lock: true })).body).toMatchObject({ version: 2 })
    expect((await read(`/templates/${id}`)).body).toMatchObject({ version: 2 })
    const first = (await read(`/templates/${id}?version=1`)).body
    expect(first.field_values[0]).toMatchObject({ key: 'tenant_name', labels: { en: 'Tenant' } })
    expect(await read(`/templates/${id}?version=3`)).toMatchObject({
      status: 404,
      body: { code: 'version_not_found', meta: { version: 3, current_version: 2 } },
    })
    expect(await read(`/templates/${id}?version=x`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  it('shows the draft of a template that was never locked', async () => {
    const { body } = await importTemplate(server, key, { template: leaseModel(), fields: LEASE_FIELDS })
    expect((await read(`/templates/${body.id}`)).body).toMatchObject({ status: 'draft', version: 0, locked_at: null })
    expect(await read(`/templates/${body.id}?version=1`)).toMatchObject({
      status: 404,
      body: { code: 'version_not_found', meta: { current_version: 0 } },
    })
  })
})

describe('templates as code', () => {
  it('exports what import takes: the same content again is the same version, here and elsewhere', async () => {
    const { id } = await lockedTemplate(server, key)
    const exported = (await read<{ template: object; fields: object[] }>(`/templates/${id}/export`)).body
    const pdf = (await server.call<Buffer>(key, 'GET', `/v1/templates/${id}/file`)).body
    expect(Buffer.from(pdf)).toEqual(leasePdf())
    const parts = { template: { ...exported.template }, fields: exported.fields, pdf }
    const again = await importTemplate(server, key, { ...parts, template_id: id, lock: true })
    expect(again.body).toMatchObject({ id, created: false, created_fields: [], version: 1, status: 'locked' })

    const other = await server.key({ workspaceId: (await server.workspace()).id })
    const elsewhere = await importTemplate(server, other, { ...parts, lock: true })
    expect(elsewhere.body).toMatchObject({
      created: true,
      version: 1,
      created_fields: LEASE_FIELDS.map((field) => field.key).sort(),
    })
    const there = await server.call<object>(other, 'GET', `/v1/templates/${elsewhere.body.id}/export`)
    expect(there.body).toEqual(exported)
  })

  it('keeps the PDF of a template when none is sent, and needs one for a new template', async () => {
    const { id } = await lockedTemplate(server, key)
    const kept = await importTemplate(server, key, {
      template: leaseModel({ name: 'New name' }),
      template_id: id,
      pdf: null,
    })
    expect(kept).toMatchObject({ status: 200, body: { name: 'New name', status: 'draft', version: 1 } })
    const none = await importTemplate(server, key, { template: leaseModel(), pdf: null })
    expect(none).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { path: 'file' } } })
  })

  it('refuses another kind or type under a key of the registry, and changes nothing', async () => {
    await lockedTemplate(server, key)
    const before = await read('/fields')
    for (const field of [
      { key: 'monthly_rent', kind: 'scalar', type: 'text' },
      { key: 'monthly_rent', kind: 'collection', columns: [{ key: 'a', type: 'text' }] },
      { key: 'items', kind: 'collection', columns: [{ key: 'what', type: 'date' }] },
    ]) {
      const answer = await importTemplate(server, key, { template: leaseModel(), fields: [field] })
      expect(answer).toMatchObject({ status: 409, body: { code: 'field_conflict' } })
    }
    expect((await read('/fields')).body).toEqual(before.body)
  })

  it.each([
    [{ key: 'a', kind: 'scalar' }, 'fields[0].type'],
    [{ key: 'a', kind: 'scalar', type: 'enum' }, 'fields[0].options'],
    [{ key: 'a', kind: 'scalar', type: 'enum', options: ['x', 'x'] }, 'fields[0].options'],
    [{ key: 'a', kind: 'scalar', type: 'money' }, 'fields[0].currency'],
    [{ key: 'a', kind: 'collection' }, 'fields[0].columns'],
    [{ key: 'a', kind: 'collection', columns: [{ key: 'b', type: 'enum' }] }, 'fields[0].columns[0].options'],
  ])('refuses the definition %j', async (field, path) => {
    const answer = await importTemplate(server, key, { template: leaseModel(), fields: [field] })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { path } } })
  })

  it('refuses two boxes of one id', async () => {
    const id = '6f1f3a52-6f5e-4f0c-9d53-0a2f6c1b7e11'
    const boxes = [signature(1), { ...signature(1), id }, { ...signature(2), id }]
    const answer = await importTemplate(server, key, { template: leaseModel({ boxes }) })
    const meta = { path: 'template.boxes[2].id' }
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', meta } })
  })

  it('refuses a PDF that could not be sealed, and one that is too large', async () => {
    const broken = await importTemplate(server, key, { template: leaseModel(), pdf: Buffer.from('%PDF-1.7\nno') })
    expect(broken).toMatchObject({ status: 422, body: { code: 'pdf_unsupported' } })
    const noPdf = await importTemplate(server, key, { template: leaseModel(), pdf: Buffer.from('hello') })
    expect(noPdf).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    const large = await importTemplate(server, key, { template: leaseModel(), pdf: Buffer.alloc(26_214_401) })
    expect(large).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
    expect((await read('/templates?status=all')).body).toMatchObject({ templates: [] })
  })

  it('refuses a PDF that is signed: values are printed into it', async () => {
    const ca = await createCa()
    const sealKey = await keyOf(await ca.issue({ name: 'Notary', purposes: [Purpose.emailProtection] }))
    const pdf = await signedFile({ key: sealKey, tsa: await builtInTsa(ca) }, [{}])
    expect(await importTemplate(server, key, { template: leaseModel(), fields: LEASE_FIELDS, pdf })).toMatchObject({
      status: 422,
      body: { code: 'pdf_unsupported', meta: { reason: 'already_signed' } },
    })
  })

  it('finds no template of another workspace to replace', async () => {
    const other = await server.key({ workspaceId: (await server.workspace()).id })
    const { id } = await lockedTemplate(server, other)
    for (const template_id of [id, randomUUID(), 'x']) {
      const answer = await importTemplate(server, key, { template: leaseModel(), template_id })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  it('serves the PDF whole, in part, and not again when it is known', async () => {
    const { id } = await lockedTemplate(server, key)
    const get = (headers: Record<string, string>) =>
      server.call<Buffer>(key, 'GET', `/v1/templates/${id}/file`, { headers })
    const part = await get({ Range: 'bytes=0-4' })
    expect([part.status, Buffer.from(part.body).toString()]).toEqual([206, '%PDF-'])
    expect((await get({ 'If-None-Match': part.headers.get('etag')! })).status).toBe(304)
    expect(await get({ Range: 'bytes=99999999-' })).toMatchObject({ status: 416 })
  })

  it('refuses parts of more than 1 MB besides the PDF', async () => {
    const template = leaseModel({ description: 'x'.repeat(1_048_577) })
    const answer = await importTemplate(server, key, { template })
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  })
})

describe('the lock check', () => {
  const base = { page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05 }
  const CASES: [code: string, template: Record<string, unknown>][] = [
    ['slot_without_signature', leaseModel({ boxes: [signature(1), text('iban', 0.3, { slot: 2 })] })],
    ['slot_without_boxes', leaseModel({ boxes: [signature(1)] })],
    [
      'mixed_owner',
      leaseModel({ boxes: [signature(1), signature(2), text('iban', 0.2), text('iban', 0.3, { slot: 1 })] }),
    ],
    ['kind_mismatch', leaseModel({ boxes: [signature(1), signature(2), { ...base, kind: 'date' }] })],
    ['kind_mismatch', leaseModel({ boxes: [signature(1), signature(2), text('items', 0.2)] })],
    ['kind_mismatch', leaseModel({ boxes: [signature(1), signature(2), signature(9)] })],
    [
      'kind_mismatch',
      leaseModel({ boxes: [signature(1), signature(2), { ...base, kind: 'checkbox', field: 'iban' }] }),
    ],
    ['kind_mismatch', leaseModel({ boxes: [signature(1), signature(2), itemsTable({ table: null })] })],
    ['field_unknown', leaseModel({ boxes: [signature(1), signature(2), text('nothing', 0.2)] })],
    [
      'option_unknown',
      leaseModel({
        boxes: [signature(1), signature(2), { ...base, kind: 'checkbox', field: 'heating', option: 'coal' }],
      }),
    ],
    [
      'column_unknown',
      leaseModel({
        boxes: [signature(1), signature(2), itemsTable({ table: { columns: [{ key: 'no', share: 1 }] } })],
      }),
    ],
    ['box_off_page', leaseModel({ boxes: [signature(1), signature(2, 3)] })],
    ['box_off_page', leaseModel({ boxes: [signature(1), { ...signature(2), x: 0.8 }] })],
    ['box_too_small', leaseModel({ boxes: [signature(1), signature(2), text('iban', 0.2, { h: 0.006 })] })],
    ['table_too_small', leaseModel({ boxes: [signature(1), signature(2), itemsTable({ h: 0.03 })] })],
    [
      'shares',
      leaseModel({
        boxes: [signature(1), signature(2), itemsTable({ table: { columns: [{ key: 'what', share: 0.5 }] } })],
      }),
    ],
    [
      'duplicate_slot',
      leaseModel({
        slots: [
          { slot: 1, role: 'tenant' },
          { slot: 1, role: 'landlord' },
        ],
      }),
    ],
    [
      'duplicate_role',
      leaseModel({
        slots: [
          { slot: 1, role: 'tenant' },
          { slot: 2, role: 'tenant' },
        ],
      }),
    ],
    [
      'order_incomplete',
      leaseModel({
        slots: [
          { slot: 1, role: 'a', signing_order: 1 },
          { slot: 2, role: 'b' },
        ],
      }),
    ],
    [
      'order_incomplete',
      leaseModel({
        slots: [
          { slot: 1, role: 'a', signing_order: 1 },
          { slot: 2, role: 'b', signing_order: 1 },
        ],
      }),
    ],
    [
      'continuation_page',
      leaseModel({
        boxes: [
          signature(1),
          signature(2),
          itemsTable({ table: { columns: [{ key: 'what', share: 1 }], continuation_page: 1 } }),
        ],
      }),
    ],
    [
      'continuation_page',
      leaseModel({
        boxes: [
          signature(1),
          signature(2),
          itemsTable({ table: { columns: [{ key: 'what', share: 1 }], continuation_page: 9 } }),
        ],
      }),
    ],
  ]
  const fields = [...LEASE_FIELDS, { key: 'heating', kind: 'scalar', type: 'enum', options: ['gas', 'wood'] }]

  it.each(CASES)('%s', async (code, template) => {
    const draft = await importTemplate(server, key, { template, fields })
    const problem = draft.body.problems.find((one) => one.code === code)
    expect(problem, JSON.stringify(draft.body)).toBeDefined()
    expect(problem!.box ?? problem!.slot).not.toBeNull()
    const locking = await importTemplate(server, key, { template, lock: true })
    expect(locking).toMatchObject({ status: 422, body: { code: 'template_invalid' } })
    expect((locking.body as unknown as ErrorAnswer).problems!.map((one) => one.code)).toContain(code)
    expect((await read('/templates?status=locked')).body).toMatchObject({ templates: [] })
  })

  it('too_many_pages: pages that tables can add count', async () => {
    const pdf = makePdf({ pages: 1999 })
    const template = leaseModel({ boxes: [signature(1), signature(2), itemsTable()] })
    const { body } = await importTemplate(server, key, { template, fields, pdf })
    expect(body.problems.map((problem) => problem.code)).toEqual(['too_many_pages'])
  })

  it('accepts continuation pages at the end of the PDF', async () => {
    const table = { columns: [{ key: 'what', share: 1 }], continuation_page: 2 }
    const template = leaseModel({ boxes: [signature(1), signature(2), itemsTable({ table })] })
    expect((await importTemplate(server, key, { template, fields })).body.problems).toEqual([])
  })

  it('continuation_page: is as large as the page where the table starts', async () => {
    const table = { columns: [{ key: 'what', share: 1 }], continuation_page: 2 }
    const template = leaseModel({ boxes: [signature(1), signature(2), itemsTable({ table })] })
    const pdf = leasePdf()
    pdf.write('800]', pdf.lastIndexOf('842]'))
    expect((await importTemplate(server, key, { template, fields, pdf })).body.problems).toMatchObject([
      { code: 'continuation_page' },
    ])
  })

  it('warns of overlapping boxes and of tables whose rows come late', async () => {
    const boxes = [signature(1), signature(2), { ...signature(2), y: 0.86 }]
    const overlap = await importTemplate(server, key, { template: leaseModel({ boxes }), fields })
    expect(overlap.body).toMatchObject({ problems: [], warnings: [{ code: 'overlap' }] })
    const late = leaseModel({ boxes: [signature(1), signature(2), itemsTable({ slot: 2 })] })
    expect((await importTemplate(server, key, { template: late, fields })).body.warnings).toMatchObject([
      { code: 'table_owner_not_first' },
    ])
    const [tenant, landlord] = late.slots!
    const turned = { ...late, slots: [landlord!, tenant!] }
    expect((await importTemplate(server, key, { template: turned, fields })).body.warnings).toEqual([])
    const first = { ...turned, boxes: [signature(1), signature(2), itemsTable({ slot: 1 })] }
    expect((await importTemplate(server, key, { template: first, fields })).body.warnings).toMatchObject([
      { code: 'table_owner_not_first' },
    ])
    const parallel = await importTemplate(server, key, { template: { ...late, signing_mode: 'parallel' }, fields })
    expect(parallel.body.warnings).toMatchObject([{ code: 'parallel_interactive_table' }])
  })
})
