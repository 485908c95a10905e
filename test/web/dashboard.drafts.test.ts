import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { type DashboardUser, dashboardVisit, signIn } from '../support/dashboard.ts'
import { markedPdf, pressSend, uploadForm } from '../support/drafts.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { drawing, useStage } from './stage.ts'

let server: TestServer
let browser: Browser
let key: TestKey
let anna: DashboardUser
useStage((stage) => {
  ;({ server, browser, key } = stage)
}, drawing)
beforeAll(async () => {
  anna = await signIn(server, { workspaceId: key.workspaceId, role: 'member', name: 'Anna Sender' })
})

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
const LONG = 'Mietvertrag über die Wohnung im Erdgeschoss links, Mühlegasse 17a, 8001 Zürich'

async function newDraft(...files: [name: string, bytes: Buffer][]): Promise<string> {
  const made = await anna.post('/documents/new', uploadForm({}, ...files))
  expect(made.status).toBe(303)
  return made.headers.get('location')!
}

/** What the page's own form would send, with some of it changed. */
async function formAt(path: string): Promise<Record<string, string>> {
  const text = await (await anna.get(path)).text()
  const found = [...text.matchAll(/<input[^>]* name="([^"]+)"[^>]*>/g)].map(([tag, name]) => [
    name!,
    /type="checkbox"/.test(tag) ? null : (/ value="([^"]*)"/.exec(tag)?.[1] ?? ''),
  ])
  return Object.fromEntries(found.filter(([name, value]) => value !== null && name !== 'draft' && name !== 'file'))
}

describe('a new document', () => {
  test('is sent by hand from PDFs with markers, and says who sent it', async () => {
    const who = {
      workspaceId: key.workspaceId,
      role: 'member' as const,
      name: 'Anna Sender',
      email: 'anna@example.com',
    }
    const { page, close } = await dashboardVisit(browser, server, who)
    await page.goto(`${server.url}/documents`)
    await page.getByRole('link', { name: 'New document' }).click()
    await page
      .getByLabel('Drop a PDF here')
      .setInputFiles([file(`${LONG}.pdf`, markedPdf('tenant', 'landlord')), file('契約書.pdf', makePdf({ pages: 3 }))])
    await page.waitForURL('**/documents/drafts/*')
    await page.getByText('· 2 markers').waitFor()
    await page.getByLabel('Name').nth(0).fill('Ada Lovelace')
    await page.getByLabel('Email').nth(0).fill('ada@example.com')
    await page.getByLabel('Email').nth(1).fill('grace@example')
    await page.getByRole('button', { name: 'Send…' }).click()
    await page.getByRole('link', { name: 'grace@example is not an email address.' }).click()
    await expect
      .poll(() =>
        page
          .getByLabel('Email')
          .nth(1)
          .evaluate((input) => input === document.activeElement),
      )
      .toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Email').nth(1).fill('grace@example.com')
    await pressSend(page)
    await page.getByText('2 documents are on the way to 2 people.').waitFor()
    await page.getByRole('link', { name: LONG }).click()
    await page.getByText('Anna Sender').first().waitFor()
    await page.getByRole('link', { name: '契約書' }).waitFor()
    await close()
  })

  test('is signed by its sender at once, who has placed the fields by numbers', async () => {
    const who = { workspaceId: key.workspaceId, name: 'Nora Own', email: 'nora@example.com', width: 375, height: 720 }
    const { page, close } = await dashboardVisit(browser, server, who)
    await page.goto(`${server.url}/documents/new`)
    await page
      .getByLabel('Drop a PDF here')
      .setInputFiles([file('own.pdf', makePdf({ content: textAt(72, 200, 'Sign here:') }))])
    await page.getByRole('button', { name: 'Add me' }).click()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('nora@example.com')
    await page.getByRole('button', { name: 'Fields of own' }).click()
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByRole('group', { name: 'Field 1' }).waitFor()
    await page.getByLabel('From the left, mm').fill('190')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('The field reaches over the side of the page.').waitFor()
    await page.getByLabel('From the left, mm').fill('25.4')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByText('1 field placed').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    await pressSend(page, 'Send, and sign my part now')
    await page.waitForURL('**/sign/*')
    const { x, page: at } = await server.ctx.db
      .selectFrom('fields')
      .innerJoin('documents', 'documents.id', 'fields.document_id')
      .select(['x', 'page'])
      .where('title', '=', 'own')
      .executeTakeFirstOrThrow()
    expect([at, Math.round(x * 595)]).toEqual([1, 72])
    await close()
  })

  test('is refused in words', async () => {
    const none = await anna.post('/documents/new', new FormData())
    expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('Choose at least one PDF.')])
    const text = await anna.post('/documents/new', uploadForm({}, ['notes.pdf', Buffer.from('hello')]))
    expect([text.status, await text.text()]).toEqual([
      422,
      expect.stringContaining('notes.pdf: only PDFs and pictures (PNG, JPEG) can be sent'),
    ])
    const path = await newDraft(['lease.pdf', makePdf()])
    const large = uploadForm(
      {},
      ...Array.from({ length: 3 }, (): [string, Buffer] => ['a.pdf', Buffer.alloc(21_000_000)]),
    )
    const together = 'Together they are larger than 60 MB. Send fewer at a time.'
    const first = await anna.post('/documents/new', large)
    expect([first.status, await first.text()]).toEqual([422, expect.stringContaining(together)])
    const more = await anna.post(`/documents/new?draft=${path.split('/').at(-1)}`, large)
    expect([more.headers.get('location'), await anna.follow(more)]).toEqual([path, expect.stringContaining(together)])
    const many = await anna.post(
      '/documents/new',
      uploadForm({}, ...Array.from({ length: 11 }, (_, at): [string, Buffer] => [`${at}.pdf`, makePdf()])),
    )
    expect([many.status, await many.text()]).toEqual([422, expect.stringContaining('at most 10 PDFs')])
  })
})

describe('a draft', () => {
  test('shows its pages with the markers drawn on them', async () => {
    const path = await newDraft(['marked.pdf', markedPdf('tenant')])
    const text = await (await anna.get(path)).text()
    const fields = `${path}/files/${/value="fields ([^"]+)"/.exec(text)![1]!}`
    const page = await (await anna.get(fields)).text()
    expect(page).toContain('aria-label="Page 1 with 1 fields"')
    expect(page).toContain('Signature, <bdi>tenant</bdi>, page 1')
    const picture = await anna.get(`${fields}/page-1`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    await picture.arrayBuffer()
    for (const other of ['page-2', 'page-0', 'page-x']) {
      expect([other, (await anna.get(`${fields}/${other}`)).status]).toEqual([other, 404])
    }
  })

  test('is of its workspace alone', async () => {
    const path = await newDraft(['ours.pdf', makePdf()])
    const other = await signIn(server)
    for (const each of [path, `${path}/delete`, `${path}/files/${randomUUID()}`]) {
      expect([each, (await other.get(each)).status]).toEqual([each, 404])
      expect([each, (await other.post(each)).status]).toEqual([each, 404])
    }
    expect(await (await other.get('/documents/drafts')).text()).toContain('No drafts')
    expect(await (await anna.get('/documents/drafts')).text()).toContain('ours')
  })

  test('takes any form, and says so when somebody else was faster', async () => {
    const path = await newDraft(['odd.pdf', makePdf()])
    const odd = {
      do: 'save',
      signers: '9999999',
      signing_mode: 'x',
      expires_in_days: '1e9',
      'signers[0].locale': '%00',
    }
    const late = await anna.post(path, { ...odd, signers: '0', revision: '77' })
    expect(await anna.follow(late)).toContain('It has changed meanwhile')
    const { revision } = await formAt(path)
    const answer = await anna.post(path, { ...odd, revision: revision! })
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('at most 20 people can sign')])
    expect((await anna.post(path, { do: 'without x', revision: revision!, signers: '0' })).status).toBe(404)
  })

  test('takes more PDFs, and stays the draft it is when it cannot', async () => {
    const path = await newDraft(...Array.from({ length: 9 }, (_, at): [string, Buffer] => [`${at}.pdf`, makePdf()]))
    const add = (...names: string[]) => {
      const more = names.map((name): [string, Buffer] => [name, makePdf()])
      return anna.post(`/documents/new?draft=${path.split('/').at(-1)}`, uploadForm({}, ...more))
    }
    const tooMany = await add('a.pdf', 'b.pdf')
    expect([tooMany.status, tooMany.headers.get('location')]).toEqual([303, path])
    expect(await anna.follow(tooMany)).toContain('Not added: at most 10 PDFs can be sent together.')
    expect(await anna.follow(await add('a.pdf'))).toContain('10 PDFs')
  })

  test('is sent later, at a time of the place where its sender is, and can be cancelled', async () => {
    const who = { workspaceId: key.workspaceId, name: 'Lara Later', email: 'lara@example.com', timeZone: 'Asia/Tokyo' }
    const { page, close } = await dashboardVisit(browser, server, who)
    const path = await newDraft(['later.pdf', makePdf()])
    await page.goto(server.url + path)
    await page.getByLabel('Email').fill('ada@example.com')
    await pressSend(page, 'Send later…')
    await page.waitForURL('**/later')
    // A zone that the server's list has under another name, as Asia/Kolkata is in some browsers.
    await page.route('**/later', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/<option value="Asia\/Tokyo"[^<]*<\/option>/, '')
      return route.fulfill({ response, body })
    })
    await page.reload()
    await page.unroute('**/later')
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
    await page.getByLabel('Date and time').fill('2020-01-01T09:00')
    await page.getByRole('button', { name: 'Send then' }).click()
    await page.getByRole('alert').getByText('Choose a time that has not passed.').waitFor()
    const day = new Date(server.clock.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Date and time').fill(`${day}T09:00`)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send then' }).click()
    await page.getByText(/Goes out on .*, 09:00 UTC\+9\./).waitFor()
    expect(await axeViolations(page)).toEqual([])
    const row = () =>
      server.ctx.db.selectFrom('drafts').select('send_at').where('id', '=', path.split('/').at(-1)!).executeTakeFirst()
    expect((await row())?.send_at).toEqual(new Date(`${day}T00:00:00Z`))
    await page.goto(`${server.url}/documents/drafts`)
    await page.getByText('Scheduled', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'later' }).click()
    await page.getByRole('button', { name: 'Cancel sending' }).click()
    await page.getByText('The sending was cancelled.').waitFor()
    await expect.poll(async () => (await row())?.send_at).toBe(null)
    await close()
  })

  test('names some of the PDFs that were left out, and counts the rest', async () => {
    const broken = (at: number): [string, Buffer] => [
      `${'Вложение к договору аренды '.repeat(4)}${at}.pdf`,
      Buffer.from('%PDF-'),
    ]
    const made = await anna.post(
      '/documents/new',
      uploadForm({}, ['good.pdf', makePdf()], ...[1, 2, 3, 4, 5].map(broken)),
    )
    const page = await anna.follow(made)
    expect(page).toContain('And 2 more.')
    // What a browser keeps of one cookie.
    expect(made.headers.getSetCookie().map((line) => line.length < 4_000)).toEqual([true])
  })

  test('says that it failed, with the number of the request, when the database fails', async () => {
    const path = await newDraft(['lease.pdf', makePdf()])
    const form = { ...(await formAt(path)), 'signers[0].email': 'ada@example.com', do: 'send' }
    await sql`create function broken() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
      server.ctx.db,
    )
    await sql`create trigger broken before insert on documents execute function broken()`.execute(server.ctx.db)
    const answer = await anna.post(path, form)
    await sql`drop trigger broken on documents`.execute(server.ctx.db)
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('Something went wrong')])
    const { revision } = await formAt(path)
    expect((await anna.post(path, { ...form, revision: revision! })).status).toBe(303)
  })

  test('is deleted after a question', async () => {
    const path = await newDraft(['gone.pdf', makePdf()])
    expect(await (await anna.get(`${path}/delete`)).text()).toContain('Delete the draft gone?')
    expect(await anna.follow(await anna.post(`${path}/delete`))).toContain('The draft was deleted.')
    expect((await anna.get(path)).status).toBe(404)
  })
})
