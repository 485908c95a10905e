import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolations, hurry, sidewaysScroll } from '../support/browser.ts'
import { type DashboardUser, dashboardVisit, signIn } from '../support/dashboard.ts'
import { pressSend, uploadForm } from '../support/drafts.ts'
import { JPEGS, PNGS } from '../support/images.ts'
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
  anna = await signIn(server, { workspaceId: key.workspaceId, name: 'Anna Sender' })
})

const line = (x: number, y: number, w: number) => `0.7 w ${x} ${y} m ${x + w} ${y} l S`
/** Two people sign it, each on a line with a date below. */
const lease = makePdf({
  content: [
    textAt(72, 760, 'The landlord lets to the tenant the dwelling at 14 Mill Lane.'),
    ...[72, 320].flatMap((x) => [
      line(x, 250, 180),
      textAt(x, 238, 'Signature'),
      textAt(x, 200, 'Date:'),
      line(x + 38, 198, 120),
    ]),
  ].join('\n'),
})

async function open(path: string, size: { width?: number; height?: number; phone?: boolean } = {}) {
  const visit = await dashboardVisit(browser, server, { workspaceId: key.workspaceId, ...size })
  await hurry(visit.page)
  await visit.page.goto(server.url + path)
  return visit
}

async function newDraft(...files: [name: string, bytes: Buffer][]): Promise<string> {
  const made = await anna.post('/documents/new', uploadForm({}, ...files))
  return made.headers.get('location')!
}

const idOf = (path: string) => path.split('/').at(-1)!
const stored = async (path: string) => {
  const rows = server.ctx.db.selectFrom('drafts').selectAll()
  return rows.where('id', '=', idOf(path)).executeTakeFirstOrThrow()
}
const revisionOf = async (path: string) => String((await stored(path)).revision)
const saved = (page: Page) => page.getByText(/Saved \d/).waitFor()

test('a contract goes to two people, with the places that its page was found to have', async () => {
  const { page, close, complaints, foreign } = await open('/documents/new', { width: 1280, height: 900 })
  let clicks = 0
  const click = async (name: string) => {
    clicks += 1
    await page.getByRole('button', { name, exact: true }).click()
  }
  await page
    .getByLabel('Drop a PDF here')
    .setInputFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer: lease })
  await page.waitForURL('**/documents/drafts/*')
  await page.getByLabel('Name').fill('Priya Patel')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL('**#signers*')
  await page.keyboard.type('Tom Baker')
  await page.keyboard.press('Tab')
  await page.keyboard.type('tom@example.com')
  await page.getByText('4 places to fill in were found.').waitFor()
  await saved(page)
  await click('Place all')
  for (const who of ['Priya Patel', 'Tom Baker'])
    for (const kind of ['Signature', 'Date'])
      await page.getByRole('button', { name: `${kind}, ${who}, page 1, required` }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  clicks += 1
  await page.getByLabel('One after another').check()
  await click('Send…')
  const question = page.getByRole('dialog')
  await question.getByText('Priya Patel gets an email now').waitFor()
  await question.getByText('Tom Baker gets one when Priya has signed').waitFor()
  await question.getByText('tom@example.com · 2 things to fill in').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await click('Send now')
  await page.getByText('It is on the way to 1 person.').waitFor()
  expect([clicks <= 10, complaints, foreign]).toEqual([true, [], []])
  await close()
})

test('nothing has to be saved, and another tab is told rather than overwritten', async () => {
  const path = await newDraft(['lease.pdf', makePdf()])
  const [one, two] = [await open(path), await open(path)]
  await one.page.getByLabel('Message', { exact: true }).fill('As we discussed')
  await saved(one.page)
  await one.page.reload()
  await expect.poll(() => one.page.getByLabel('Message', { exact: true }).inputValue()).toBe('As we discussed')
  await two.page.getByLabel('Subject').fill('From an older state')
  await two.page.getByText('This was changed in another tab, or by somebody else.').waitFor()
  expect((await stored(path)).model).toMatchObject({ message: 'As we discussed', subject: null })
  // What was typed there is not lost unasked; a browser asks only where somebody has used the page.
  await two.page.getByLabel('Subject').click()
  const asked = two.page.waitForEvent('dialog')
  await two.page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await two.page.getByRole('link', { name: 'Show the latest' }).click()
  await expect.poll(() => two.page.getByLabel('Message', { exact: true }).inputValue()).toBe('As we discussed')
  await Promise.all([one.close(), two.close()])
})

test('a pasted list becomes lines, a pasted contact its name and address, and those known are offered', async () => {
  const path = await newDraft(['lease.pdf', makePdf()])
  const { page, close } = await open(path)
  const paste = (label: string, at: number, text: string) =>
    page
      .getByLabel(label)
      .nth(at)
      .evaluate((input, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
  await paste('Email', 0, '"Lovelace, Ada" <ada@example.com>')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ada@example.com')
  await paste('Name', 0, 'Grace Hopper\tgrace@example.com\nhedy@example.com; Hedy Lamarr\n')
  await expect.poll(() => page.getByLabel('Email').count()).toBe(3)
  const rows = (await stored(path)).model.signers.map(({ name, email }) => [name, email])
  expect(rows).toEqual([
    ['Lovelace, Ada', 'ada@example.com'],
    ['Grace Hopper', 'grace@example.com'],
    ['Hedy Lamarr', 'hedy@example.com'],
  ])
  await pressSend(page)
  await page.getByText('It is on the way to 3 people.').waitFor()
  await page.goto(server.url + (await newDraft(['next.pdf', makePdf()])))
  await page.getByLabel('Email').fill('grace@example.com')
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Grace Hopper')
  await close()
})

test('the order is that of the lines, which the arrow keys move', async () => {
  const path = await newDraft(['lease.pdf', makePdf()])
  await anna.post(path, {
    ...{ do: 'save', revision: await revisionOf(path), signers: '2', signing_mode: 'sequential' },
    ...{ 'signers[0].name': 'Ada', 'signers[1].name': 'Grace' },
  })
  const { page, close } = await open(path)
  await page.getByRole('button', { name: 'Move Grace' }).press('ArrowUp')
  await saved(page)
  expect((await stored(path)).model.signers.map(({ name }) => name)).toEqual(['Grace', 'Ada'])
  await close()
})

test('subject, copies and the code before the document go out as they were typed', async () => {
  const path = await newDraft(['lease.pdf', makePdf()])
  const form = {
    ...{
      revision: await revisionOf(path),
      signers: '1',
      'signers[0].name': 'Ada',
      'signers[0].email': 'ada@example.com',
    },
    ...{ 'signers[0].phone_e164': '+41791234567', 'signers[0].sms_code': '1', 'signers[0].sms_gate': '1' },
    ...{ subject: 'Your lease', observers: 'Archive <archive@example.com>\r\nnobody' },
  }
  const refused = await anna.post(path, { ...form, do: 'send' })
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('nobody is not an email address.'),
  ])
  const corrected = { revision: await revisionOf(path), observers: 'Archive <archive@example.com>' }
  await anna.post(path, { ...form, do: 'send', ...corrected })
  const sent = await server.ctx.db
    .selectFrom('documents')
    .innerJoin('signing_requests', 'signing_requests.document_id', 'documents.id')
    .select(['subject', 'observers', 'sms_gate'])
    .where('envelope_id', '=', idOf(path))
    .executeTakeFirstOrThrow()
  expect(sent).toEqual({ subject: 'Your lease', observers: ['archive@example.com'], sms_gate: 'before_view' })
})

test('pictures become the pages of a PDF; what is no picture is refused in words', async () => {
  const files: [string, Buffer][] = [
    ['Page one.png', PNGS.plain],
    ['Page two.JPG', JPEGS.baseline],
    ['lease.pdf', makePdf()],
  ]
  const draft = await stored(await newDraft(...files))
  expect(draft.files.map(({ title, pages }) => [title, pages.map(({ width, height }) => width > height)])).toEqual([
    ['Page one', [true, true]],
    ['lease', [false]],
  ])
  const damaged = await anna.post('/documents/new', uploadForm({}, ['cut.jpg', JPEGS.baseline.subarray(0, 200)]))
  expect([damaged.status, await damaged.text()]).toEqual([
    422,
    expect.stringContaining('cut.jpg: the image cannot be read.'),
  ])
})

test('a phone has the people, and the fields on a page of their own', async () => {
  const path = await newDraft(['lease.pdf', lease])
  const { page, close } = await open(path, { width: 390, height: 800, phone: true })
  expect([await sidewaysScroll(page), await page.locator('#paper').isVisible()]).toEqual([0, false])
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Fields of lease' }).click()
  await page.waitForURL('**/files/*')
  await close()
})
