import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit } from '../support/dashboard.ts'
import { itemsTable, LEASE_FIELDS, leaseModel, lockedTemplate, signature, text } from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

/** What the columns of a list are, how they are written, and what is said of its cells. */

let { server, browser, key, ada } = {} as Office
let templateId: string
useOffice(async (office) => {
  ;({ server, browser, key, ada } = office)
  templateId = (await lockedTemplate(server, key)).id
})

const HEADING = 'slot1.email;slot1.name;slot2.email;tenant_name;monthly_rent;items.1.what;items.1.amount'
const line = (n: number, rent = '1850.00') =>
  `tenant${n}@example.com;Tenant ${n};owner@example.com;Tenant ${n};${rent};Desk;12`
const sheet = (...lines: string[]) => [HEADING, ...lines].join('\r\n')
const upload = (text: string, id = templateId) => {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/csv' }), 'leases.csv')
  return ada.post(`/templates/${id}/csv`, form)
}
/** The path of an upload whose rows are checked. */
async function checked(text: string, id = templateId): Promise<string> {
  const answer = await upload(text, id)
  expect(answer.status).toBe(303)
  await server.work()
  return answer.headers.get('location')!
}
const documents = () =>
  server.ctx.db.selectFrom('documents').selectAll().where('workspace_id', '=', key.workspaceId).execute()
const textOf = async (path: string) => (await ada.get(path)).text()

test.each([
  ['en', ',', 'Tenant · Email'],
  ['de', ';', 'Tenant · E-Mail'],
  ['pl', ';', 'Tenant · Imię i nazwisko'],
])('the files of a workspace in %s open in its Excel', async (locale, separator, column) => {
  await server.ctx.db.updateTable('workspaces').set({ locale }).where('id', '=', key.workspaceId).execute()
  const bytes = Buffer.from(await (await ada.get(`/templates/${templateId}/csv/columns.csv`)).arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
  expect(bytes.toString().replace('\ufeff', '').trim().split(separator)).toContain(column)
  // Filled in, it is taken without a question.
  const row = bytes
    .toString()
    .trim()
    .split(separator)
    .map((name) => (/mail/i.test(name) ? 'a@example.com' : ''))
  expect(await textOf(await checked(`${bytes.toString()}${row.join(separator)}`))).toContain('1 row needs you')
  const path = await checked(sheet(line(1)))
  const result = await (await ada.get(`${path}/result.csv`)).text()
  expect(result.split('\r\n')[1]).toBe(['2', 'not sent', '', '', ''].join(separator))
  await server.ctx.db.updateTable('workspaces').set({ locale: 'en' }).where('id', '=', key.workspaceId).execute()
})

test('a file of a German office is mapped by its headings, asked nothing, and remembered', async () => {
  const fields = [
    ...LEASE_FIELDS.filter(({ key }) => key !== 'monthly_rent' && key !== 'start_date'),
    {
      key: 'monthly_rent',
      kind: 'scalar',
      type: 'money',
      currency: 'CHF',
      labels: { en: 'Monthly rent', de: 'Miete' },
    },
    { key: 'start_date', kind: 'scalar', type: 'date', labels: { en: 'Start date', de: 'Eintritt' } },
  ]
  const { id } = await lockedTemplate(server, key, { fields })
  const german = (...rows: string[]) =>
    ['Mieter E-Mail;Vermieter;Tenant;Miete;Eintritt;Abteilung', ...rows].join('\r\n')
  const row = (n: number, rent: string, day: string) => `m${n}@example.de;v@example.de;Ada;${rent};${day};Vertrieb`
  const file = german(row(1, '50.000,00', '2.1.2027'), row(2, '1.850', '1.2.2027'), row(3, '5O.000,00', '1.3.2027'))
  const answer = await upload(file, id)
  const columns = await ada.get(answer.headers.get('location')!)
  expect(columns.status).toBe(303)
  const page = await textOf(columns.headers.get('location')!)
  expect(page).toMatch(/<select name="column\.1"[^>]*>.*?<option value="slot2\.email" selected[^>]*>Landlord · Email/s)
  expect(page).toMatch(/50\.000,00<\/bdi> <b class="meaning">is CHF.50,000\.00/)
  expect(page).toMatch(/2\.1\.2027<\/bdi> <b class="meaning">is January 2, 2027/)
  expect(page).not.toContain('Which is right?')
  expect(page).toContain('Check 3 rows')

  // Taken away, what every document needs is asked for, and nothing is checked.
  const names = ['slot1.email', 'slot2.email', 'tenant_name', 'monthly_rent', 'start_date', '']
  const form = (given: string[]) => Object.fromEntries(given.map((name, at) => [`column.${at}`, name]))
  const path = answer.headers.get('location')!
  const refused = await ada.post(`${path}/columns`, form(['slot1.email', '', ...names.slice(2)]))
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('No column is “Landlord · Email”'),
  ])
  expect((await ada.post(`${path}/columns`, form(names))).headers.get('location')).toBe(path)
  await server.work()
  expect(await textOf(path)).toContain('1 row needs you, 2 are ready.')
  expect(await textOf(path)).toContain('D4 has a letter among its digits')

  // Corrected where it stands.
  await ada.post(`${path}/cells`, { 'cell.4.3': '50.000,00', 'cell.2.3': '7' })
  await server.work()
  await ada.post(`${path}/send`)
  await server.work()
  const sent = await server.ctx.db
    .selectFrom('document_values')
    .innerJoin('documents', 'documents.id', 'document_values.document_id')
    .select(['key', 'value'])
    .where('template_id', '=', id)
    .where('key', 'in', ['monthly_rent', 'start_date'])
    .orderBy('key')
    .orderBy('value')
    .execute()
  expect(sent.map(({ value }) => value)).toEqual([
    ...['1850', '50000.00', '50000.00'],
    ...['2027-01-02', '2027-02-01', '2027-03-01'],
  ])
  expect(await textOf(await checked(german(row(4, '1.850', '2.1.2027')), id))).toContain('Send 1 row')
})

const EXCEL = ['slot1.email', 'slot2.email', 'tenant_name', 'monthly_rent', 'start_date']

test('where every row can be read in two ways, it is asked once, and the language of the workspace is the first answer', async () => {
  const path = (
    await upload(
      [
        EXCEL.join(';'),
        'a@example.com;v@example.com;Ada;1;1/2/2026',
        'a@example.com;v@example.com;Ada;2;3/4/2026',
      ].join('\n'),
    )
  ).headers.get('location')!
  const asked = await textOf(`${path}/columns`)
  expect(asked.match(/Which is right\?/g)).toHaveLength(1)
  expect(asked).toMatch(/value="month" selected[^>]*>1\/2\/2026 is January 2, 2026/)
  expect(asked).toMatch(/value="day">1\/2\/2026 is February 1, 2026/)
  const form = Object.fromEntries(EXCEL.map((name, at) => [`column.${at}`, name]))
  expect((await ada.post(`${path}/columns`, form)).status).toBe(422)
  await ada.post(`${path}/columns`, { ...form, 'style.start_date': 'day' })
  await server.work()
  await ada.post(`${path}/send`)
  await server.work()
  const days = await server.ctx.db
    .selectFrom('document_values')
    .select('value')
    .where('key', '=', 'start_date')
    .where(
      'document_id',
      'in',
      server.ctx.db.selectFrom('bulk_rows').select('document_id').where('bulk_id', '=', path.split('/').at(-1)!),
    )
    .orderBy('value')
    .execute()
  expect(days.map(({ value }) => value)).toEqual(['2026-02-01', '2026-04-03'])
  // The answer is the first of the next file.
  const next = await upload(`${EXCEL.join(';')}\na@example.com;v@example.com;Ada;1;5/6/2026`)
  expect(await textOf(`${next.headers.get('location')!}/columns`)).toMatch(
    /value="day" selected[^>]*>5\/6\/2026 is June 5/,
  )
})

test('months are read by their names in any of our languages, and no century is guessed', async () => {
  const rows = ['2. Januar 2027', '2 févr. 2027', '2 marzo 2027', '2-Apr-2027', '2.1.27', '2-Apr-27']
  const lines = rows.map((day, at) => `a@example.com;v@example.com;Ada ${at};1;${day}`)
  const path = (await upload([EXCEL.join(';'), ...lines].join('\n'))).headers.get('location')!
  await server.work()
  const page = await textOf(path)
  expect(page).toContain('Send only the good 4 rows')
  expect(page).toContain(
    'has a year of two digits, which may mean two centuries; write all four, such as 12/31/2026. 2 rows: 6, 7.',
  )
})

test('a problem that many rows share is said once, with the rows', async () => {
  const page = await textOf(await checked(sheet(...Array.from({ length: 60 }, (_, n) => line(n, 'much')))))
  expect(page.match(/must be a number/g)).toHaveLength(1)
  expect(page).toContain(
    'Monthly rent (column E) must be a number with at most 2 decimals, such as 1,850.50. 60 rows: 2, 3, 4, 5, 6 and 55 more.',
  )
  expect(page).toContain('the first 50; the download has all')
})

test('a cell with an error of Excel is refused in any column, a text with its name in it is not', async () => {
  const failed = ['#N/A', '#nv', '#NAME?', '#REF!', '#VALUE!', '#WERT!', '#BEZUG!', '#DIV/0!', '#NUM!', '#ZAHL!']
  const all = [...failed, '#NULL!', '#SPILL!', '#CALC!', '#¡VALOR!']
  const row = (tenant: string, name = 'T') => `t@example.com;${name};owner@example.com;${tenant};1850,00;Desk;12`
  const path = await checked(sheet(...all.map((cell) => row(cell)), row('T', '#N/A'), row('Unit #N/A!, #3')))
  const page = await textOf(path)
  expect(page).toContain('Send only the good 1 row<')
  for (const cell of all) {
    expect(page).toMatch(
      new RegExp(`D\\d+ is &quot;${cell.replace(/[?]/g, '\\?')}&quot;, an error of the spreadsheet; correct its`),
    )
  }
  expect(page).toMatch(/B16 is &quot;#N\/A&quot;, an error/)
})

test('a text with a line break or a tab, and an amount that is too large, are refused in words for people', async () => {
  const row = (tenant: string, rent = '1850,00', name = 'T') =>
    `t@example.com;${name};o@example.com;${tenant};${rent};;`
  const large = ['99999999999999999999', '-1234567890123456,5', '0999999999999999,99']
  const rows = [row('"a\nb"'), row('a\tb'), row('T', '1', '"Ann\nLee"'), ...large.map((rent) => row('T', rent))]
  const page = await textOf(await checked(sheet(...rows)))
  for (const name of ['D2', 'B4']) {
    expect(page).toContain(`${name} must be on one line; take the line breaks out of the cell<`)
  }
  expect(page).toContain('D3 has a tab, or something else that cannot be printed; take it out of the cell<')
  expect(page).toContain('Monthly rent (column E) must have at most 15 digits before its decimals. 2 rows: 5, 6.')
  expect(page).toContain('Send only the good 1 row<')
  expect(page).not.toContain('control characters')
})

test.each(['\n', ' \r\n\n', ';;;\n', 'sep=;\n\n'])(
  'the heading is the first row with text, after %j',
  async (before) => {
    const path = await checked(`${before}${sheet(line(1), line(2, 'much'))}`)
    const blank = before.replace('sep=;\n', '').split('\n').length - 1
    expect(await textOf(path)).toContain(`E${blank + 3} must be a number`)
    expect(await textOf(`${path}/problems.csv`)).toContain(`${HEADING};What is wrong\r\n`)
  },
)

test('the page says what Excel does', async () => {
  expect(await textOf(`/templates/${templateId}/csv`)).toContain(
    'In Excel, format a column of phone numbers as Text first, or it takes the + away.',
  )
})

test('fields called as other columns are have their own', async () => {
  const fields = [
    ...LEASE_FIELDS,
    { key: 'title', kind: 'scalar', type: 'text' },
    { key: 'recipients', kind: 'collection', max_rows: 5, columns: [{ key: 'email', type: 'email' }] },
  ]
  const table = itemsTable({
    ...{ field: 'recipients', required: false },
    table: { columns: [{ key: 'email', share: 1 }], max_rows: 5 },
  })
  const template = leaseModel({ boxes: [text('title', 0.15), table, signature(1), signature(2)] })
  const { id } = await lockedTemplate(server, key, { template, fields })
  const columns = await (await ada.get(`/templates/${id}/csv/columns.csv`)).text()
  expect(
    columns
      .trim()
      .split(',')
      .filter((name) => /title/i.test(name)),
  ).toEqual(['Title', 'Title of the document'])

  const heading = 'slot1.email;slot2.email;title;document.title;recipients.1.email'
  const row = (title: string, email: string) => `ada@example.com;grace@example.com;Dr.;${title};${email}`
  const page = await textOf(
    await checked([heading, row('x'.repeat(201), 'hedy@example.com'), row('Lease', 'nobody')].join('\n'), id),
  )
  expect(page).toMatch(/D2 must/)
  expect(page).toMatch(/E3 must be an email address/)

  // A file from before names the field, which it needs.
  const before = 'slot1.email;slot2.email;title\nada@example.com;grace@example.com;Prof.'
  const path = await checked([heading, row('Lease of Ada', '')].join('\n'), id)
  for (const each of [path, await checked(before, id)]) {
    await ada.post(`${each}/send`)
    await server.work()
  }
  const sent = await server.ctx.db
    .selectFrom('document_values')
    .innerJoin('documents', 'documents.id', 'document_values.document_id')
    .select(['documents.title', 'key', 'value'])
    .where('template_id', '=', id)
    .orderBy('value')
    .execute()
  expect(sent).toEqual([
    { title: 'Lease of Ada', key: 'title', value: 'Dr.' },
    { title: 'Lease', key: 'title', value: 'Prof.' },
  ])
})

test('a problem is at the column of its row and slot, whatever else was left out', async () => {
  const heading = ['tenant_name', 'monthly_rent', 'slot1.email', 'slot2.email']
  const rows = [3, 1, 12].flatMap((row) => [`items.${row}.what`, `items.${row}.amount`])
  const given = ['Ada', '1850.00', 'ada@example.com', 'grace@example.com']
  const sheet = [
    [...heading, ...rows],
    [...given, 'Desk', 'much', '', '', '', ''],
    [...given, 'Desk', '1', '', '', '', '12'],
    [...given.slice(0, 2), '', 'grace@example.com'],
  ]
  const page = await textOf(await checked(sheet.map((cells) => cells.join(';')).join('\n')))
  for (const cell of ['F2 must', 'I3 ', 'C4 ']) expect(page).toContain(`-problem">${cell}`)
})

test('a pinned recipient without the phone that is needed has the problem in a column', async () => {
  const model = leaseModel()
  const [tenant, landlord] = model.slots!
  const pinned = { ...landlord, pinned_email: 'owner@example.com', require_sms_verification: true }
  const { id } = await lockedTemplate(server, key, { template: { ...model, slots: [tenant!, pinned] } })
  const [heading, row] = ['slot1.email;tenant_name;monthly_rent', 'ada@example.com;Ada;1850.00']
  for (const text of [`${heading}\n${row}`, `${heading};slot2.phone_e164\n${row};`]) {
    const page = await textOf(await checked(text, id))
    expect(page).toMatch(/Landlord · Phone|D2 /)
    expect(page).not.toContain('recipients[')
  }
  const path = await checked(`${heading};slot2.phone_e164\n${row};+41791234567`, id)
  await ada.post(`${path}/send`)
  await server.work()
  expect(await documents()).toHaveLength(1)
})

test('rows that an earlier release has kept are checked and sent', async () => {
  const path = (await upload(sheet(line(1), line(2, 'much')))).headers.get('location')!
  await sql`update bulk_rows set given = given - 'tableRows' - 'titleColumn' where bulk_id = ${path.split('/').at(-1)}`.execute(
    server.ctx.db,
  )
  await server.work()
  expect(await textOf(path)).toContain('E3 must be a number')
  await ada.post(`${path}/send`)
  await server.work()
  expect(await documents()).toHaveLength(1)
})

test('the document has its title from the column of this name', async () => {
  const path = await checked(`${HEADING};title\n${line(1)};Lease of Tenant 1`)
  await ada.post(`${path}/send`)
  await server.work()
  expect((await documents()).map(({ title }) => title)).toEqual(['Lease of Tenant 1'])
})

test('on a phone a list is mapped and corrected; accessible, and narrow', async () => {
  const visit = await dashboardVisit(browser, server, { workspaceId: key.workspaceId, width: 390, height: 800 })
  const { page } = visit
  const sound = async () =>
    expect([await axeViolations(page), await sidewaysScroll(page), visit.complaints]).toEqual([[], 0, []])
  await page.goto(`${server.url}/templates/${templateId}/csv`)
  const rows = ['ada@example.com;Ada;v@example.com;Ada;1.850,00;x', 'ben(at)example.com;Ben;v@example.com;Ben;5O;x']
  const text = ['E-Mail;Name;Landlord Email;Tenant;Monthly rent;Abteilung', ...rows].join('\n')
  await page
    .getByLabel('Your list')
    .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await page.getByRole('heading', { name: 'Which column is what' }).waitFor()
  await sound()
  await page.getByRole('button', { name: 'Check 2 rows' }).click()
  await page.getByText('0 of 2 rows are checked.').waitFor()
  await server.work()
  await page.getByRole('link', { name: 'Refresh' }).click()
  await page.getByText('A3 must be an email address').waitFor()
  await sound()
  await page.getByLabel('Tenant · Email, A3').fill('ben@example.com')
  await page.getByLabel('Monthly rent, E3').fill('50,5')
  await page.getByRole('button', { name: 'Save and check again' }).click()
  await page.getByText('1 of 2 rows are checked.').waitFor()
  await server.work()
  await page.getByRole('link', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Send 2 rows' }).waitFor()
  await visit.close()
})

test('in a browser: uploaded, checked, sent; accessible, and narrow', async () => {
  const { page, close } = await dashboardVisit(browser, server, { workspaceId: key.workspaceId })
  await page.goto(`${server.url}/templates/${templateId}/csv`)
  expect(await axeViolations(page)).toEqual([])
  const file = { name: 'Mietverträge 山田 with a long name that goes on and on.csv', mimeType: 'text/csv' }
  const text = sheet(line(1), line(2, 'much'), line(3).replaceAll('Tenant 3', 'مستأجر'))
  await page.getByLabel('Your list').setInputFiles({ ...file, buffer: Buffer.from(`\ufeff${text}`, 'utf16le') })
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await page.getByText('0 of 3 rows are checked.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await server.work()
  await page.getByRole('link', { name: 'Refresh' }).click()
  await page.getByRole('heading', { name: '1 row needs you' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: 'Send only the good 2 rows' }).click()
  await page.getByText('0 of 2 documents are sent.').waitFor()
  await server.work()
  await page.getByRole('link', { name: 'Refresh' }).click()
  await page.getByText('2 documents were sent.').waitFor()
  await close()
})
