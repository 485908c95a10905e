import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transaction } from '../../server/db/database.ts'
import { rowsSentBefore } from '../../server/domain/bulk/sent-before.ts'
import { itemsTable, LEASE_FIELDS, leaseModel, lockedTemplate, signature } from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

/** Files that are small enough to be taken, and with so much wrong that all of it is too much to say. */

let { server, key, ada } = {} as Office
useOffice((office) => {
  ;({ server, key, ada } = office)
})

const OPTIONS = Array.from({ length: 20 }, (_, n) => `${n} `.padEnd(200, 'x'))

/** A template with a table of choices between long options, so many cells in each of its rows. */
async function choices(columns: number, options = OPTIONS): Promise<string> {
  const keys = Array.from({ length: columns }, (_, n) => `choice_${n}`)
  const items = {
    ...{ key: 'items', kind: 'collection', max_rows: 1000 },
    columns: keys.map((each) => ({ key: each, type: 'enum', options })),
  }
  const table = itemsTable({
    table: { columns: keys.map((each) => ({ key: each, share: 1 / columns })), max_rows: 1000 },
  })
  const template = leaseModel({ boxes: [table, signature(1), signature(2)] })
  const fields = [...LEASE_FIELDS.filter(({ key }) => key !== 'items'), items]
  return (await lockedTemplate(server, key, { template, fields })).id
}

const PEOPLE = ['slot1.email', 'slot2.email', 'title']
const columnsOf = (rows: number, columns: number) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, n) => `items.${row + 1}.choice_${n}`),
  ).flat()
const sheetOf = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join(',')).join('\n')

async function upload(id: string, text: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/csv' }), 'choices.csv')
  const answer = await ada.post(`/templates/${id}/csv`, form)
  expect(answer.status).toBe(303)
  await server.work()
  return answer.headers.get('location')!
}

test('a page says the first problems of a file, and its rows are given back whole', async () => {
  const id = await choices(20)
  const row = ['ada@example.com', 'grace@example.com', 'Lease', ...Array.from({ length: 1000 }, () => 'x')]
  const text = sheetOf([[...PEOPLE, ...columnsOf(50, 20)], ...Array.from({ length: 40 }, () => row)])
  const path = await upload(id, text)
  const page = await (await ada.get(path)).text()
  expect(page.length).toBeLessThan(200_000)
  expect(page).toContain(
    'Items 1 · Choice 0 (column D) must be one of the options of the field. 40 rows: 2, 3, 4, 5, 6 and',
  )
  expect(page.match(/must be one of the options/g)).toHaveLength(20)
  expect(page).toContain('There are 980 more problems with this row.')
  const [, ...results] = (await (await ada.get(`${path}/result.csv`)).text()).trimEnd().split('\r\n')
  expect(results).toHaveLength(40)
  expect(results[39]).toContain('There are 980 more problems with this row.')
  const wrong = await (await ada.get(`${path}/problems.csv`)).text()
  const given = wrong.replace('\ufeff', '').trimEnd().split('\r\n')
  for (const [at, line] of text.split('\n').entries()) expect(given[at]?.startsWith(`${line},`)).toBe(true)
})

test('options that are short together are listed, of the first cells of a row', async () => {
  const id = await choices(3, ['yes, "all"', 'none'])
  const row = (rows: number) => [
    ...['ada@example.com', 'nobody', 'Lease'],
    ...Array.from({ length: 24 }, (_, at) => (at < rows ? 'x' : '')),
  ]
  const path = await upload(id, sheetOf([[...PEOPLE, ...columnsOf(8, 3)], row(21), row(20)]))
  const page = await (await ada.get(path)).text()
  expect(page).toContain(
    'Items 7 · Choice 1 (column W) must be one of &quot;yes, &quot;all&quot;&quot;, &quot;none&quot;',
  )
  expect(page).not.toContain('Choice 2 (column X) must')
  // The address in the second row is what is wrong besides.
  expect(page).toContain('There is 1 more problem with this row. 2 rows: 2, 3.')
})

test('equal rows are found by the thousand without a row for each pair of them', async () => {
  const id = (await lockedTemplate(server, key)).id
  const text = (rows: number) =>
    sheetOf([
      ['slot1.email', 'slot2.email', 'tenant_name', 'monthly_rent', 'items.1.what'],
      ...Array.from({ length: rows }, () => ['ada@example.com', 'grace@example.com', 'Ada', '1850.00', 'Desk']),
    ])
  const path = await upload(id, text(1))
  await ada.post(`${path}/send`)
  await server.work()
  const sent = path.split('/').at(-1)!
  const { db } = server.ctx
  // As if it had been sent 2,000 times.
  await sql`insert into bulk_rows (bulk_id, row, checked, document_id, digest)
    select bulk_id, row + n, checked, document_id, digest from bulk_rows, generate_series(1, 1999) n
    where bulk_id = ${sent}`.execute(db)
  const again = await upload(id, text(1))
  const open = again.split('/').at(-1)!
  await sql`insert into bulk_rows (bulk_id, row, checked, given, digest)
    select bulk_id, row + n, checked, given, digest from bulk_rows, generate_series(1, 999) n
    where bulk_id = ${open}`.execute(db)
  const named = await transaction(db, async (tx) => {
    // Two million pairs do not fit.
    await sql`set local temp_file_limit = '20MB'`.execute(tx)
    return rowsSentBefore({ db: tx }, open)
  })
  expect(named.map(({ row }) => row)).toEqual(Array.from({ length: 1000 }, (_, at) => at + 2))
  expect(named[999]).toMatchObject({ uploadId: sent, filename: 'choices.csv' })
  expect(await (await ada.get(again)).text()).toContain('1,000 rows are the same as rows that were already sent')
})
