import { describe, expect, test } from 'vitest'
import { BULK } from '../../server/limits.ts'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { type DashboardUser, dashboardVisit, signIn } from '../support/dashboard.ts'
import { sized } from '../support/full-size.ts'
import { lockedTemplate } from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

let { server, browser, key, ada } = {} as Office
let templateId: string
useOffice(
  async (office) => {
    ;({ server, browser, key, ada } = office)
    templateId = (await lockedTemplate(server, key)).id
  },
  { name: 'Ada Sender' },
)

const HEADING = 'slot1.email;slot1.name;slot2.email;tenant_name;monthly_rent;items.1.what;items.1.amount'
const line = (n: number, rent = '1850.00') =>
  `tenant${n}@example.com;Tenant ${n};owner@example.com;Tenant ${n};${rent};Desk;12`
const sheet = (...lines: string[]) => [HEADING, ...lines].join('\r\n')

const upload = (text: string | Buffer, id = templateId) => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(Buffer.from(text))], { type: 'text/csv' }), 'leases.csv')
  return ada.post(`/templates/${id}/csv`, form)
}
/** The path of an upload whose rows are checked. */
async function checked(text: string, id = templateId): Promise<string> {
  const answer = await upload(text, id)
  expect(answer.status).toBe(303)
  await server.work()
  return answer.headers.get('location')!
}
const textOf = async (path: string) => (await ada.get(path)).text()
const documents = () =>
  server.ctx.db.selectFrom('documents').selectAll().where('workspace_id', '=', key.workspaceId).execute()
async function resultOf(path: string): Promise<string[]> {
  const answer = await ada.get(`${path}/result.csv`)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  return (await answer.text()).trimEnd().split('\r\n').slice(1)
}

describe('rows of a file', () => {
  test('the file to be filled in has the columns, and is taken as it is', async () => {
    const answer = await ada.get(`/templates/${templateId}/csv/columns.csv`)
    expect(answer.headers.get('content-disposition')).toContain('Lease.csv')
    const heading = (await answer.text()).replace('\ufeff', '').trim()
    expect(heading).toContain('Landlord · Email')
    const refused = await upload(heading)
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('no row below the heading')])
    const blank = await upload(' ;;\n;')
    expect([blank.status, await blank.text()]).toEqual([422, expect.stringContaining('The file is empty.')])
    const empty = await upload('')
    expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining('The file is empty.')])
  })

  test('are checked by the dry run before anything is sent; problems stand by row and column', async () => {
    const path = await checked(sheet(line(1), line(2, 'much'), '', line(3).replace('tenant3@', 'tenant3'), line(4)))
    const page = await textOf(path)
    expect(page).toContain('Send only the good 2 rows')
    expect(page).toMatch(/id="cell-E3-problem">E3 must be a number/)
    expect(page).toMatch(/id="cell-A5-problem">A5 must be an email address/)
    expect(await documents()).toEqual([])

    await ada.post(`${path}/send`)
    await ada.post(`${path}/send`)
    await server.work()
    const made = await documents()
    expect(made.map(({ source }) => source)).toEqual(['dashboard', 'dashboard'])
    const done = await textOf(path)
    expect(done).toContain('2 documents were sent.')
    expect(done).not.toContain(`${path}/send`)
    const rows = await resultOf(path)
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatch(/^2,sent,[0-9a-f-]{36},tenant1@example\.com owner@example\.com,$/)
    expect(rows[1]).toMatch(/^3,problem,,,"?E3 must be/)
    expect(made.map(({ id }) => id)).toContain(rows[3]!.split(',')[2])
    // What was sent is with its documents only.
    const kept = await server.ctx.db
      .selectFrom('bulk_rows')
      .select('given')
      .where('document_id', 'is not', null)
      .execute()
    expect(kept.every(({ given }) => given === null)).toBe(true)
    expect((await server.outbox()).filter(({ recipient }) => /^tenant[14]@/.test(recipient)).length).toBeGreaterThan(1)
  })

  test('rows with a problem are downloaded as they were, corrected, and uploaded alone', async () => {
    const heading = `slot1.phone_e164;${HEADING};`
    const row = (n: number, rent?: string) => `+4179123456${n};${line(n, rent)};`
    const path = await checked([heading, row(1), row(2, 'much'), row(3).replace('Desk', '=Desk')].join('\n'))
    expect(await textOf(path)).toContain(`href="${path}/problems.csv"`)
    await ada.post(`${path}/send`)
    await server.work()
    const answer = await ada.get(`${path}/problems.csv`)
    expect(answer.headers.get('content-disposition')).toContain('leases-problems.csv')
    const wrong = await answer.text()
    const why = '"monthly_rent must be a number with at most 2 decimals, such as 1,850.50"'
    expect(wrong).toBe(`\ufeff${heading};What is wrong\r\n'${row(2, 'much')};${why}\r\n`.replace('\ufeff', ''))

    const again = await checked(wrong.replace('much', '1850.00'))
    const page = await textOf(again)
    expect(page).toContain('Send 1 row')
    expect(page).not.toContain('already sent')
    await ada.post(`${again}/send`)
    await server.work()
    expect(await documents()).toHaveLength(3)
    const phones = await server.ctx.db
      .selectFrom('signing_requests')
      .select('phone_e164')
      .where('email', '=', 'tenant2@example.com')
      .where('phone_e164', 'is not', null)
      .execute()
    expect(phones).toEqual([{ phone_e164: '+41791234562' }])
    expect(await textOf(again)).not.toContain('problems.csv')
  })

  test('rows of a file that names its separator can be uploaded as they were given back', async () => {
    const bars = (text: string) => text.replaceAll(';', '|')
    const path = await checked(`sep=|\r\n${bars(sheet(line(1), line(2, 'much')))}`)
    const wrong = await textOf(`${path}/problems.csv`)
    expect(wrong).toContain(`sep=|\r\n${bars(HEADING)}|What is wrong\r\n`)
    expect(await textOf(await checked(wrong.replace('much', '1850.00')))).toContain('Send 1 row')
  })

  test('rows that equal sent ones are named before they are sent again', async () => {
    const path = await checked(sheet(line(1), line(2, 'much'), line(3)))
    await ada.post(`${path}/send`)
    await server.work()
    const [first] = await documents()

    // The corrected file, saved by another program with the columns in another order.
    const columns = (text: string) => text.split(';').reverse().join(',').replace('tenant1@', 'Tenant1@')
    const again = await checked([HEADING, line(1), line(2), line(3)].map(columns).join('\n'))
    const page = await textOf(again)
    expect(page).toMatch(
      /2 rows are the same as rows that were already sent on <time[^>]*>[^<]*<\/time>, from <a[^>]*>.*leases\.csv/,
    )
    expect(page).toContain(`href="${path}"`)
    expect(page).toContain(`href="/documents/${first!.id}"`)
    expect([...page.matchAll(/data-label="Row" class="num">(\d+)</g)].map(([, row]) => row)).toEqual(['2', '4'])
    const visit = await dashboardVisit(browser, server, { workspaceId: key.workspaceId, width: 375 })
    await visit.page.goto(server.url + again)
    expect([await axeViolations(visit.page), await sidewaysScroll(visit.page), visit.complaints]).toEqual([[], 0, []])
    await visit.close()
    await ada.post(`${again}/send`, { sent_before: '2' })
    await server.work()
    expect(await documents()).toHaveLength(5)
    expect(await textOf(again)).not.toContain('already sent')

    // Another template has other documents.
    const other = await lockedTemplate(server, key)
    expect(await textOf(await checked(sheet(line(1)), other.id))).not.toContain('already sent')
  })

  test('rows are equal however a spreadsheet writes them', async () => {
    const heading = `${HEADING};slot1.phone_e164;start_date;pets`
    const written = 'Ada@Bücher.de;Ada;owner@example.com;Ada;1850,50;Desk;12,00;+41 79 123 45 67;31.12.2026;WAHR'
    const saved = '\u200bada@xn--bcher-kva.de;Ada;owner@example.com;Ada;1850.5;Desk;12;+41791234567;2026-12-31;TRUE'
    const path = await checked([heading, written].join('\n'))
    await ada.post(`${path}/send`)
    await server.work()
    expect(await documents()).toHaveLength(1)
    const again = [saved, written, saved.replace('1850.5', '1850.05'), saved.replace('Desk', '12.0')]
    expect(await textOf(await checked([heading, ...again].join('\n')))).toContain('2 rows are the same as rows that')
  })

  test('rows that equal ones which a colleague has sent meanwhile are named before they are sent', async () => {
    const bob = await signIn(server, { workspaceId: key.workspaceId })
    const [first, second] = [await checked(sheet(line(1), line(2))), await checked(sheet(line(1), line(2), line(3)))]
    expect(await (await bob.get(second)).text()).toContain('name="sent_before" value="0"')
    await ada.post(`${first}/send`, { sent_before: '0' })
    await server.work()
    const told = await bob.follow(await bob.post(`${second}/send`, { sent_before: '0' }))
    expect(told).toContain('Nothing was sent: rows that equal rows of this file have been sent meanwhile.')
    expect(told).toMatch(/2 rows are the same as rows that were already sent/)
    expect(told).toContain('name="sent_before" value="2"')
    await server.work()
    expect(await documents()).toHaveLength(2)

    // A second document for the same person can be what is wanted.
    await bob.post(`${second}/send`, { sent_before: '2' })
    await bob.post(`${second}/send`, { sent_before: '2' })
    await server.work()
    expect(await documents()).toHaveLength(5)
  })

  test('two people who send the same file at the same moment send it once', async () => {
    const bob = await signIn(server, { workspaceId: key.workspaceId })
    const [first, second] = [await checked(sheet(line(1), line(2))), await checked(sheet(line(2), line(1)))]
    const press = async (user: DashboardUser, path: string) =>
      user.follow(await user.post(`${path}/send`, { sent_before: '0' }))
    const told = await Promise.all([press(ada, first), press(bob, second)])
    expect(told.filter((page) => page.includes('are being sent from another file'))).toHaveLength(1)
    await server.work()
    expect(await documents()).toHaveLength(2)
  })

  const EXCEL = ['slot1.email', 'slot1.phone_e164', 'slot2.email', 'tenant_name', 'monthly_rent', 'start_date', 'pets']
  const excel = (separator: string, rows: [phone: string, rent: string, start: string, pets: string][]) => {
    const lines = rows.map(([phone, ...rest]) => ['ada@example.com', phone, 'grace@example.com', 'Ada', ...rest])
    return [EXCEL, ...lines].map((cells) => cells.map((cell) => `"${cell}"`).join(separator)).join('\r\n')
  }

  test('cells are taken as Excel writes them', async () => {
    const semicolons = excel(';', [
      ['+41791234567', '1850,50', '31.12.2026', 'WAHR'],
      ['', '1850', '1.2.2026', 'falsch'],
      ['', '1850.50', '2026-02-01', 'VRAI'],
      ['', '1,85', '1. 2. 2026', 'si'],
    ])
    const path = await checked(semicolons)
    expect(await textOf(path)).toContain('Nothing is wrong with any row.')
    await ada.post(`${path}/send`)
    await server.work()
    const rows = await server.ctx.db
      .selectFrom('bulk_rows')
      .innerJoin('document_values', 'document_values.document_id', 'bulk_rows.document_id')
      .select(['row', 'key', 'value'])
      .where('bulk_id', '=', path.split('/').at(-1)!)
      .where('key', 'in', ['monthly_rent', 'start_date', 'pets'])
      .orderBy('row')
      .orderBy('key')
      .execute()
    expect(rows.map(({ value }) => value)).toEqual([
      ...['1850.50', true, '2026-12-31'],
      ...['1850', false, '2026-02-01'],
      ...['1850.50', true, '2026-02-01'],
      ...['1.85', true, '2026-02-01'],
    ])
  })

  test.each<[cells: [string, string, string, string], words: string[]]>([
    [
      ['41791234567', '5O,00', '31.2.2026', 'perhaps'],
      [
        'B2 must begin with +. Excel removed the +; format the column as Text',
        'E2 has a letter among its digits',
        'F2 is no day that the calendar has<',
        'G2 must be TRUE or FALSE, or yes or no',
      ],
    ],
    [
      ['4,17912E+10', 'much', 'soon', '1'],
      [
        'B2 was shortened by Excel',
        'E2 must be a number with at most 2 decimals, such as 1,850.50<',
        'F2 must be a day, such as 2026-12-31 or 12/31/2026<',
      ],
    ],
    [
      ['0791234567', '1.850,505', '2027-02-30', 'x'],
      ['B2 must be a phone number with + and its country, such as +41791234567', 'F2 is no day that the calendar has<'],
    ],
  ])('the cells %j are refused in words for people', async (cells, words) => {
    const page = await textOf(await checked(excel(';', [cells])))
    expect(page).toContain('No row can be sent yet.')
    for (const each of words) expect(page).toContain(each)
    // Each cell once, and not in the words of the API.
    expect(page.match(/-problem">[A-Z]+2 /g)).toHaveLength(4)
    expect(page).not.toMatch(/string|E\.164/)
  })

  test('a file that cannot be read, has other columns, too many rows or no good row is refused in words', async () => {
    const words = async (text: string | Buffer) => {
      const answer = await upload(text)
      expect(answer.status).toBe(422)
      return answer.text()
    }
    expect(await words(Buffer.from('PK\x03\x04'))).toContain('This is a workbook')
    expect(await words(sheet(`${line(1)};more`))).toContain('Row 2 has more cells than the heading')
    expect(await words(`${'x;'.repeat(300)}\n1`)).toContain('Is it the right file?')
    // A column that nobody knows is not left out unseen, nor one without a heading.
    for (const more of [`${HEADING};rent\n${line(1)};1`, `${HEADING};;\n${line(1)};;\n\n${line(2)};;note`]) {
      expect(await textOf(`${(await upload(more)).headers.get('location')}/columns`)).toContain('Which column is what')
    }
    const many = Array.from({ length: BULK.rows + 1 }, (_, n) => line(n))
    expect(await words(sheet(...many))).toContain('There are 1,001 rows; at most 1,000 are sent at once.')
    expect(await words(Buffer.alloc(6 * 1024 * 1024, 'a'))).toContain('The file is larger than 5 MB.')
    const path = await checked(sheet(line(1, 'much')))
    const page = await textOf(path)
    expect(page).toContain('No row can be sent yet.')
    expect(page).not.toContain(`${path}/send`)
    // Pressed all the same.
    await ada.post(`${path}/send`)
    await server.work()
    expect(await documents()).toEqual([])
    expect((await ada.post(`/templates/${templateId}/csv`, { file: '' })).status).toBe(422)
  })

  test('as many rows as a file can have are taken', async () => {
    const path = (await upload(sheet(...Array.from({ length: BULK.rows }, (_, n) => line(n))))).headers.get('location')!
    await ada.post(`${path}/stop`)
    await server.work()
    expect(await textOf(path)).toContain('0 of 1,000 rows are checked.')
  })

  test('the rows of several jobs are checked and sent, each once, by people and values of their own', async () => {
    const count = sized(2 * BULK.rowsOfJob + 5, BULK.rows)
    const said = count.toLocaleString('en')
    const all = Array.from({ length: count }, (_, at) => line(at + 1, `${1000 + at}.50`))
    const path = await checked(sheet(...all))
    expect(await textOf(path)).toContain(`Send ${said} rows`)
    await ada.post(`${path}/send`)
    await server.work()
    expect(await textOf(path)).toContain(`${said} documents were sent.`)
    expect(await textOf(`/templates/${templateId}/csv`)).toContain(`${said} of ${said} sent`)
    const made = await documents()
    const signers = await server.ctx.db
      .selectFrom('signing_requests')
      .select(['email', 'document_id'])
      .where(
        'document_id',
        'in',
        made.map(({ id }) => id),
      )
      .where('role', '=', 'tenant')
      .execute()
    const results = await resultOf(path)
    const documentOf = new Map(signers.map(({ email, document_id }) => [email, document_id]))
    expect([made.length, documentOf.size, results.length]).toEqual([count, count, count])
    for (const [at, result] of results.entries())
      expect(result).toContain(`${at + 2},sent,${documentOf.get(`tenant${at + 1}@example.com`)},`)
  })

  test('a stop leaves the rest, which can be sent later', async () => {
    const path = await checked(sheet(...Array.from({ length: 5 }, (_, n) => line(n))))
    await ada.post(`${path}/send`)
    expect(await ada.follow(await ada.post(`${path}/stop`))).toContain('Stopped.')
    await server.work()
    expect(await documents()).toEqual([])
    expect(await textOf(path)).toContain('Send the remaining 5 rows')
    await ada.post(`${path}/send`)
    await server.work()
    expect(await documents()).toHaveLength(5)
    const late = await ada.follow(await ada.post(`${path}/stop`))
    expect(late).toContain('Nothing was stopped: it had already ended.')
  })

  test('a check that was stopped goes on, and nothing is sent before its end', async () => {
    const rows = BULK.rowsOfJob + 5
    const path = (await upload(sheet(...Array.from({ length: rows }, (_, n) => line(n))))).headers.get('location')!
    await server.run('bulk-send', { bulkId: path.split('/').at(-1)! })
    await ada.post(`${path}/stop`)
    await server.work()
    const stopped = await textOf(path)
    expect(stopped).toContain(`Stopped by hand. ${BULK.rowsOfJob} of ${rows} rows are checked. Nothing is sent yet.`)
    expect(stopped).toContain('Go on checking')
    expect(stopped).not.toContain(`${path}/send`)
    // Pressed all the same, on a page from before.
    await ada.post(`${path}/send`)
    await server.work()
    expect(await documents()).toEqual([])

    expect(await ada.follow(await ada.post(`${path}/check`))).toContain(
      `${BULK.rowsOfJob} of ${rows} rows are checked.`,
    )
    await server.work()
    expect(await textOf(path)).toContain(`Send ${rows} rows`)
    await ada.post(`${path}/check`)
    expect(await textOf(path)).toContain('Checked, not sent')
    await ada.post(`${path}/send`)
    await server.work()
    expect(await documents()).toHaveLength(rows)
    expect(await textOf(path)).toContain(`${rows} documents were sent.`)
  })

  test('a check whose uploader has left goes on for a colleague', async () => {
    const path = (await upload(sheet(line(1), line(2, 'much')))).headers.get('location')!
    const bob = await signIn(server, { workspaceId: key.workspaceId })
    await server.ctx.db
      .deleteFrom('memberships')
      .where('workspace_id', '=', key.workspaceId)
      .where('role', '=', 'member')
      .execute()
    await server.work()
    expect(await (await bob.get(path)).text()).toMatch(/does not belong to the workspace any more\. 0 of 2 rows/)
    await bob.post(`${path}/check`)
    await server.work()
    expect(await (await bob.get(path)).text()).toContain('Send only the good 1 row')
  })

  test('sending stops when the template is unlocked, says so, and goes on when it is locked again', async () => {
    const path = await checked(sheet(line(1), line(2)))
    await server.ctx.db.updateTable('templates').set({ status: 'draft' }).where('id', '=', templateId).execute()
    await ada.post(`${path}/send`)
    await server.work()
    expect(await textOf(path)).toContain('The template is not locked any more. 0 of 2 documents were sent.')
    await server.ctx.db.updateTable('templates').set({ status: 'locked' }).where('id', '=', templateId).execute()
    await ada.post(`${path}/send`)
    await server.work()
    expect(await documents()).toHaveLength(2)
  })

  test('the files and their results are found while the template cannot be sent', async () => {
    const path = await checked(sheet(line(1)))
    const status = (to: 'draft' | 'archived' | 'locked') =>
      server.ctx.db.updateTable('templates').set({ status: to }).where('id', '=', templateId).execute()
    for (const one of ['draft', 'archived'] as const) {
      await status(one)
      expect(await textOf(`/templates/${templateId}`)).toContain(`href="/templates/${templateId}/csv"`)
      const list = await textOf(`/templates/${templateId}/csv`)
      expect(list).toContain(`href="${path}"`)
      expect(list).not.toContain('type="file"')
      expect((await ada.get(`${path}/result.csv`)).status).toBe(200)
    }
    await status('locked')
  })

  test('nobody of another workspace sees a file or sends it', async () => {
    const path = await checked(sheet(line(1)))
    const other = await signIn(server)
    for (const address of [path, `${path}/result.csv`, `/templates/${templateId}/csv`]) {
      expect((await other.get(address)).status).toBe(404)
    }
    expect((await other.post(`${path}/check`)).status).toBe(404)
    expect((await other.post(`${path}/send`)).status).toBe(404)
    expect((await other.post(`${path}/stop`)).status).toBe(404)
    const elsewhere = (await lockedTemplate(server, key)).id
    expect((await ada.get(path.replace(templateId, elsewhere))).status).toBe(404)
    await server.work()
    expect(await documents()).toEqual([])
  })
})
