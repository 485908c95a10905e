import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyPdf } from '../../sdk/src/verify/index.ts'
import type { EnteredRow } from '../../server/domain/signing/rows.ts'
import type { components } from '../../server/generated/openapi.ts'
import { readDocument } from '../support/flow.ts'
import { CLEAN, popplerText, qpdfCheck } from '../support/pdf-checks.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { enter, finish, look, rows, signerOf, signWith, tablesOf } from '../support/tables.ts'
import {
  instantiate,
  itemsTable,
  LEASE_FIELDS,
  LEASE_RECIPIENTS,
  leaseModel,
  lockedTemplate,
  type ModelInput,
  signature,
  text,
} from '../support/templates.ts'

type Values = components['schemas']['DocumentValues']
type Trail = components['schemas']['AuditTrail']

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  key = await server.key()
})

/** The tenant enters the items; the landlord signs after, on the same page and on the next one. */
const TABLE: ModelInput = leaseModel({
  boxes: [
    text('tenant_name', 0.1),
    itemsTable({ slot: 1 }),
    signature(1),
    signature(2),
    signature(2, 2),
    text('iban', 0.5, { slot: 2, page: 2, required: false }),
  ],
})
const VALUES = { tenant_name: 'Ada' }

/** A document whose tenant has to enter rows. */
async function sent(template: ModelInput = TABLE, recipients: object[] = LEASE_RECIPIENTS) {
  const { id } = await lockedTemplate(server, key, { template, fields: LEASE_FIELDS })
  const { status, body } = await instantiate(server, key, id, { field_values: VALUES, recipients })
  expect(status, JSON.stringify(body)).toBe(201)
  return { document: body, tenant: signerOf(server, body, 1), landlord: () => signerOf(server, body, 2) }
}

async function boxes(documentId: string) {
  const { rows } = await sql<{ kind: string; page: number; at: string }>`
    select kind, page, concat_ws(' ', x, y, w, h) as at from fields
    where document_id = ${documentId} order by position`.execute(server.ctx.db)
  return rows
}

const valuesOf = async (documentId: string) =>
  (await server.call<Values>(key, 'GET', `/v1/documents/${documentId}/values`)).body.values

async function sealedFile(documentId: string): Promise<Buffer> {
  await server.work()
  const { status, body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/signed`)
  expect(status).toBe(200)
  return body
}

const SCRIPTS = ['Καλημέρα κόσμε', 'مرحبا بالعالم', '請負契約書', 'Zürich']
const MANY = Array.from({ length: 200 }, (_, i) => ({
  what: `Item no. ${i + 1} ${SCRIPTS[i % 4]}`,
  amount: `${i + 1}.50`,
}))

describe('a table whose rows a signer enters', () => {
  it('is asked of the signer with its columns, and counts no rows before', async () => {
    const { document, tenant } = await sent()
    const [table] = await tablesOf(tenant)
    expect(table).toMatchObject({
      name: 'Items',
      required: true,
      page: 1,
      table: {
        key: 'items',
        maxRows: 300,
        columns: [
          { key: 'what', label: 'Item', type: 'text', required: true },
          { key: 'amount', label: 'Amount', type: 'money', currency: 'CHF' },
        ],
      },
      value: null,
    })
    expect(await valuesOf(document.document_id!)).toMatchObject([{ field_key: 'tenant_name', owner: 'sender' }])
  })

  it('adds pages when its signer finishes, and boxes keep their place on their pages', async () => {
    const { document, tenant, landlord } = await sent()
    const id = document.document_id!
    const before = await boxes(id)
    expect((await signWith(tenant, MANY)).status).toBe(200)
    const { page_count: pages } = await server.ctx.db
      .selectFrom('documents')
      .select('page_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(pages).toBeGreaterThan(4)
    expect(await boxes(id)).toEqual(before.map((box) => ({ ...box, page: box.page === 2 ? pages : box.page })))
    const own = await landlord().data()
    expect(own.fields.map(({ kind, page }) => [kind, page])).toEqual([
      ['signature', 1],
      ['text', pages],
      ['signature', pages],
    ])
    expect((await landlord().sign()).status).toBe(200)
    const file = await sealedFile(id)
    const texts = popplerText(file).split('\f').slice(0, -1)
    expect(texts).toHaveLength(pages)
    for (const text of ['Item no. 200 Zürich', 'Καλημέρα κόσμε', '請負契約書']) expect(texts.join('\n')).toContain(text)
    expect(qpdfCheck(file)).toMatch(CLEAN)
    expect(texts.at(-1)).toContain('Lease, page 2')
    const report = await verifyPdf(file, { roots: server.ctx.sealer.certificates().roots })
    expect([report.ok, report.checks.filter(({ ok }) => !ok)]).toEqual([true, []])
    expect(await readDocument(server, key, id)).toMatchObject({ status: 'signed' })
  })

  it('are data afterwards, as the columns say', async () => {
    const { document, tenant } = await sent(TABLE, [{ ...LEASE_RECIPIENTS[0], locale: 'de' }, LEASE_RECIPIENTS[1]!])
    const entered = [
      { what: 'صندوق البريد', amount: "1'850,5" },
      { what: '', amount: '' },
      { what: '鍵を三本', amount: '12' },
    ]
    await enter(tenant, entered)
    const { seen } = await look(tenant)
    expect((await finish(tenant, seen)).status).toBe(200)
    const id = document.document_id!
    const trail = (await server.call<Trail>(key, 'GET', `/v1/documents/${id}/audit-events`)).body
    expect(trail.events.find(({ type }) => type === 'signed')?.meta).toMatchObject({
      fields: ['Items, page 1', 'Signature, page 1'],
      tables: ['Items, page 1: 2 rows'],
      preview_sha256: seen,
    })
    expect(JSON.stringify(trail)).not.toContain('鍵を三本')
    const printed = popplerText((await server.call<Buffer>(key, 'GET', `/v1/documents/${id}/audit-trail`)).body)
    expect(printed.replaceAll(/\s+/g, ' ')).toContain('rows entered: Items, page 1: 2 rows')
    expect(await valuesOf(id)).toMatchObject([
      { field_key: 'tenant_name' },
      {
        field_key: 'items',
        kind: 'table',
        owner: 'signer',
        value: [
          { what: 'صندوق البريد', amount: '1850.5' },
          { what: '鍵を三本', amount: '12' },
        ],
      },
    ])
  })
})

describe('what is signed is what was seen', () => {
  it('is refused without the preview, and after rows were changed; a later time changes nothing', async () => {
    const { document, tenant } = await sent()
    const refused = { status: 409, body: { code: 'values_changed', meta: { reason: 'preview' } } }
    await enter(tenant, [{ what: 'Two keys', amount: '10' }])
    expect(await finish(tenant, undefined)).toMatchObject(refused)
    const { seen, body } = await look(tenant)
    expect(popplerText(body)).toContain('Two keys')
    await enter(tenant, [{ what: 'Three keys', amount: '10' }])
    expect(await finish(tenant, seen)).toMatchObject(refused)
    // Another time of day is printed in the caption, and nothing else differs.
    const again = await look(tenant)
    expect(again.seen).not.toBe(seen)
    server.clock.advance(60_000)
    expect((await finish(tenant, again.seen)).status).toBe(200)
    expect(await valuesOf(document.document_id!)).toContainEqual(
      expect.objectContaining({ field_key: 'items', value: [{ what: 'Three keys', amount: '10' }] }),
    )
  })

  it('keeps nothing of a preview', async () => {
    const { document, tenant } = await sent()
    await enter(tenant, MANY)
    const before = await boxes(document.document_id!)
    await look(tenant)
    expect(await boxes(document.document_id!)).toEqual(before)
    const revisions = await server.ctx.db.selectFrom('document_revisions').selectAll().execute()
    expect(revisions.filter(({ kind, document_id: id }) => kind === 'signer' && id === document.document_id)).toEqual(
      [],
    )
  })
})

describe('rows are saved as they are entered, and what is wrong with them is said cell by cell', () => {
  it.each<[string, EnteredRow[], object[]]>([
    ['a column that is required', [{ amount: '5' }], [{ row: 0, column: 'what', code: 'column_required' }]],
    [
      'a number that is none, below an empty row',
      [{}, { what: 'Key', amount: 'ten' }],
      [{ row: 1, column: 'amount', code: 'invalid_number', example: '1,850.00' }],
    ],
    ['no row at all', [], [{ row: null, column: null, code: 'required' }]],
    [
      'more rows than the table takes',
      Array.from({ length: 301 }, () => ({ what: 'Key' })),
      [{ row: null, column: null, code: 'too_many_rows', max: 300 }],
    ],
  ])('%s', async (_, entered, problems) => {
    const { tenant } = await sent()
    const saved = await enter(tenant, entered)
    const [table] = await tablesOf(tenant)
    expect(saved).toMatchObject({ status: 200, body: { problems: { [table!.id]: problems } } })
    expect(table!.value).toEqual({ type: 'rows', rows: entered })
    const { status, body } = await look(tenant)
    const { code, meta } = body as unknown as { code: string; meta: object }
    const isMissing = entered.length === 0
    expect([status, code]).toEqual([400, isMissing ? 'field_required' : 'field_invalid'])
    expect(meta).toMatchObject(isMissing ? { field_ids: [table!.id] } : { reason: 'rows', problems })
  })

  it.each<[string, unknown]>([
    ['no list', { type: 'rows', rows: 'one' }],
    ['a number as a cell', { type: 'rows', rows: [{ what: 7 }] }],
    ['a text', { type: 'text', text: 'Key' }],
    ['too many rows for any table', { type: 'rows', rows: Array.from({ length: 1001 }, () => ({})) }],
  ])('but not %s', async (_, value) => {
    const { tenant } = await sent()
    const [table] = await tablesOf(tenant)
    const answer = await tenant.call('PUT', 'fields', { values: { [table!.id]: value } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'field_invalid' } })
  })
})

describe('tables of a template that signers fill in', () => {
  it('are refused where several sign at the same time, and accepted for one', async () => {
    const template = { ...TABLE, signing_mode: 'parallel' }
    const { id } = await lockedTemplate(server, key, { template, fields: LEASE_FIELDS })
    expect(await instantiate(server, key, id, { field_values: VALUES })).toMatchObject({
      status: 409,
      body: { code: 'interactive-table-requires-sequential' },
    })
    const alone = { slots: [{ slot: 1, role: 'tenant' }], boxes: [itemsTable({ slot: 1 }), signature(1)] }
    const { tenant } = await sent({ ...leaseModel(alone), signing_mode: 'parallel' }, [LEASE_RECIPIENTS[0]!])
    expect((await signWith(tenant, [{ what: 'Key' }])).status).toBe(200)
  })

  it('two on one page: their added pages follow in order, over a background that the document does not show', async () => {
    const inventory = { ...LEASE_FIELDS[5], key: 'inventory' }
    const table = { ...(itemsTable().table as object), continuation_page: 3 }
    const { id } = await lockedTemplate(server, key, {
      template: leaseModel({
        slots: [{ slot: 1, role: 'tenant' }],
        boxes: [
          itemsTable({ slot: 1, y: 0.1, h: 0.3, table }),
          itemsTable({ slot: 1, y: 0.5, h: 0.3, field: 'inventory', required: false }),
          signature(1),
          signature(1, 2),
        ],
      }),
      fields: [...LEASE_FIELDS, inventory],
      pdf: makePdf({ pages: 3, content: (index) => textAt(72, 20, `Printed page ${index + 1}`) }),
    })
    const recipients = [LEASE_RECIPIENTS[0]]
    const { body } = await instantiate(server, key, id, { field_values: {}, recipients })
    const tenant = signerOf(server, body, 1)
    const [items, more] = await tablesOf(tenant)
    const many = (name: string) => rows(Array.from({ length: 50 }, (_, i) => ({ what: `${name} ${i + 1}` })))
    await tenant.call('PUT', 'fields', { values: { [items!.id]: many('Thing'), [more!.id]: many('Piece') } })
    const { seen } = await look(tenant)
    expect((await finish(tenant, seen)).status).toBe(200)
    const pages = popplerText(await sealedFile(body.document_id!))
      .split('\f')
      .slice(0, -1)
    const shown = pages.map((page) => [
      /Thing \d/.test(page) ? 'items' : '',
      /Piece \d/.test(page) ? 'inventory' : '',
      /Printed page (\d)/.exec(page)?.[1] ?? '',
    ])
    expect(shown).toEqual([
      ['items', 'inventory', '1'],
      ['items', '', '3'],
      ['', 'inventory', ''],
      ['', '', '2'],
    ])
  })

  it('one that stands twice is entered once', async () => {
    const second = itemsTable({ slot: 1, page: 2, y: 0.2, h: 0.5, required: false })
    const { document, tenant } = await sent(
      leaseModel({ boxes: [text('tenant_name', 0.1), itemsTable({ slot: 1 }), second, signature(1), signature(2)] }),
    )
    expect((await signWith(tenant, [{ what: 'Key' }])).status).toBe(200)
    const values = await valuesOf(document.document_id!)
    expect(values.filter(({ kind }) => kind === 'table').map(({ page, value }) => [page, value])).toEqual([
      [1, [{ what: 'Key' }]],
      [2, [{ what: 'Key' }]],
    ])
  })

  it('are printed for good when the sender gives rows, also none', async () => {
    const { id } = await lockedTemplate(server, key, { template: TABLE, fields: LEASE_FIELDS })
    for (const items of [[{ what: 'Deposit' }], []]) {
      const { status, body } = await instantiate(server, key, id, { field_values: { ...VALUES, items } })
      expect(status).toBe(201)
      expect(await tablesOf(signerOf(server, body, 1))).toEqual([])
    }
  })

  it('lose their rows to retention', async () => {
    key = await server.key({ workspaceId: (await server.workspace({ retention_days: 30 })).id })
    const { document, tenant, landlord } = await sent()
    const id = document.document_id!
    await signWith(tenant, [{ what: 'Key' }])
    await landlord().sign()
    await sealedFile(id)
    server.clock.advance(30 * 24 * 3_600_000)
    await server.run('prune', {})
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from fields where document_id = ${id} and value is not null`.execute(server.ctx.db)
    const answer = await server.call<{ code: string }>(key, 'GET', `/v1/documents/${id}/values`)
    expect([answer.status, answer.body.code]).toEqual([410, 'deleted_by_retention'])
    expect(rows[0]!.n).toBe(0)
  })
})
