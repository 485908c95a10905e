import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyPdf } from '../../sdk/src/verify/index.ts'
import type { EnteredRow } from '../../server/domain/signing/rows.ts'
import { pdftotext, popplerText } from '../support/pdf-checks.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { enter, finish, look, signerOf } from '../support/tables.ts'
import {
  instantiate,
  itemsTable,
  LEASE_FIELDS,
  LEASE_RECIPIENTS,
  leaseModel,
  leasePdf,
  lockedTemplate,
  signature,
} from '../support/templates.ts'
import { ACCEPTED, allInstalled, askAll, type Opinions } from '../support/validators.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const MOST = 1000
const items = { ...LEASE_FIELDS[5], max_rows: MOST }

/**
 * A document of one signer, who enters the rows, signs and gets it sealed.
 * @param share of the width of the table that the first column has
 */
async function sealed(pdf: Buffer, entered: EnteredRow[], share: number): Promise<Buffer> {
  const columns = [
    { key: 'what', share },
    { key: 'amount', share: 1 - share },
  ]
  const table = { columns, max_rows: MOST }
  const template = leaseModel({
    slots: [{ slot: 1, role: 'tenant' }],
    boxes: [itemsTable({ slot: 1, table }), signature(1)],
  })
  const { id } = await lockedTemplate(server, key, { template, fields: [items], pdf })
  const recipients = [LEASE_RECIPIENTS[0]]
  const { body } = await instantiate(server, key, id, { field_values: {}, recipients })
  const tenant = signerOf(server, body, 1)
  expect((await enter(tenant, entered)).body).toMatchObject({ problems: {} })
  const { seen } = await look(tenant)
  const done = await finish(tenant, seen)
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  await server.work()
  const answer = await server.call<Buffer>(key, 'GET', `/v1/documents/${body.document_id}/signed`)
  expect(answer.status).toBe(200)
  return answer.body
}

const numbered = (count: number): EnteredRow[] =>
  Array.from({ length: count }, (_, row) => ({ what: `Piece ${row + 1}.`, amount: '1.50' }))
/** As long as a cell may be, in a narrow column. */
const tall: EnteredRow[] = [{ what: 'Piece 1. '.repeat(222).trim() }, { what: 'Piece 2.' }]
/** Tagged, and it claims so. */
const accessible = readFileSync(new URL('../fixtures/conformance/pdfa-2b-ua.pdf', import.meta.url))

it.each<[string, Buffer, EnteredRow[], number, number]>([
  ['table.1000-rows', leasePdf(), numbered(MOST), 0.7, MOST],
  ['table.row-taller-than-page', leasePdf(), tall, 0.12, 223],
  ['table.pdf-ua', accessible, numbered(80), 0.7, 80],
])('%s: entered by a signer, sealed, and every validator agrees', async (_, pdf, entered, share, pieces) => {
  const file = await sealed(pdf, entered, share)
  expect(file.subarray(0, pdf.length).equals(pdf)).toBe(true)
  const { roots } = server.ctx.sealer.certificates()
  const { checks } = await verifyPdf(file, { roots })
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  if (pdftotext) expect(popplerText(file).match(/Piece \d+\./g)).toHaveLength(pieces)
  if (!allInstalled) return
  const opinions = askAll(file, roots)
  for (const [name, patterns] of Object.entries(ACCEPTED)) {
    for (const pattern of patterns) expect(opinions[name as keyof Opinions], name).toMatch(pattern)
  }
})
