import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { send as sendWithMarkers } from '../support/flow.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { drawing, useStage } from './stage.ts'
import { everyKind, go, openLink, type SendOptions, send, signatureOnly } from './story.ts'

/** The document as text, reflowed, with the fields in place (decision 0045). */

let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser, key } = stage)
}, drawing)

const CONSENT = readFileSync(join(import.meta.dirname, '../fixtures/labels/table.pdf'))
const PATIENT = { email: 'ada@reader.test', role: 'a', name: 'Ada Lovelace' }
/** A lease of twelve pages without tags. */
const LEASE = makePdf({
  pages: 12,
  content: (index) =>
    textAt(60, 770, `Article ${index + 1}: the rent`, 18) +
    textAt(60, 730, `The rent of year ${index + 1} is due on the first day of every month,`) +
    textAt(60, 714, 'and is paid to the account that the landlord names in writing.'),
})

/** One of each size: in a new one, the scripts of the page take longer to load than in one that has them. */
let phone: Visit
let desktop: Visit
beforeAll(async () => {
  phone = await visit(browser, server.url, { width: 375, height: 720, phone: true })
  desktop = await visit(browser, server.url)
})

async function open(options: SendOptions | 'consent', visited: Visit) {
  const sent =
    options === 'consent'
      ? await sendWithMarkers(server, key, { signers: [PATIENT] }, CONSENT)
      : await send(server, key, options)
  const loaded = visited.page.waitForResponse((answer) => answer.url().endsWith('/text.json'))
  await openLink(visited.page, sent.signers[0]!.signingUrl)
  await loaded
  return { ...visited, sent }
}

const readText = (page: Page) => page.getByRole('tab', { name: 'Text' }).click()

test('on a phone the text is read and signed in place: tables, headings, fields by their names', async () => {
  const { page, sent, complaints } = await open('consent', phone)
  await readText(page)
  await page.getByRole('heading', { name: 'Consent to an MRI scan', level: 3 }).waitFor()
  await page.locator('.reflow', { hasText: 'I have been told about the purpose' }).waitFor()
  expect(await page.locator('.sheet canvas').first().isVisible()).toBe(false)
  // The field stands in its row of the table.
  const row = page.locator('.reflow tr', { hasText: 'Known allergies' })
  const allergies = row.getByRole('textbox', { name: 'Known allergies, required' })
  await allergies.waitFor()
  const size = await page
    .locator('.reflow p:not(.page-number)')
    .first()
    .evaluate((p) => getComputedStyle(p).fontSize)
  expect(size).toBe('16px')
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await allergies.fill('Penicillin, latex')
  // The panel leads to the next field, which is in the text as well, and has no input of its own.
  await go(page).click()
  const next = page.locator('.reflow .entry.current :is(input, textarea)')
  await expect.poll(() => next.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await page.locator('#step-input').isVisible()).toBe(false)
  await next.fill('None')
  await next.press('Enter')
  await go(page).click()
  await page.locator('#tab-type').click()
  await page.locator('#typed').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#consent').check()
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  const { body } = await server.call<{ events: { type: string; meta: Record<string, unknown> }[] }>(
    key,
    'GET',
    `/v1/documents/${sent.documentId}/audit-events`,
  )
  const shown = body.events.filter(({ type }) => type === 'displayed').map(({ meta }) => [meta.view, meta.pages])
  expect(shown).toContainEqual(['text', '1'])
  expect(complaints).toEqual([])
})

test('what is typed and ticked in the text is saved, and refused there if it does not fit, with what stands beside it', async () => {
  const { page, sent } = await open({ fields: everyKind }, phone)
  await readText(page)
  const annex = page.locator('.reflow').getByRole('checkbox', { name: 'I have read the annex, required' })
  await annex.check()
  const order = page.locator('.reflow').getByRole('textbox', { name: /^Purchase order/ })
  await order.fill('x'.repeat(400))
  await order.press('Enter')
  await page.locator('#step-error', { hasText: 'characters' }).waitFor()
  expect(await order.getAttribute('aria-invalid')).toBe('true')
  expect(await order.inputValue()).toHaveLength(400)
  await order.fill('PO 4711')
  await order.blur()
  const saved = async () => {
    const rows = await server.ctx.db
      .selectFrom('fields')
      .select(['kind', 'value'])
      .where('signing_request_id', '=', sent.signers[0]!.signingRequestId)
      .where('value', 'is not', null)
      .execute()
    return Object.fromEntries(rows.map(({ kind, value }) => [kind, value]))
  }
  await expect.poll(saved).toMatchObject({ checkbox: { checked: true }, text: { text: 'PO 4711' } })
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('tab', { name: 'Page' }).click()
  await page
    .locator('.fields')
    .getByRole('button', { name: /PO 4711/ })
    .waitFor()
  expect(await page.locator('.reflow .entry').count()).toBe(0)
  await readText(page)
  expect(await annex.isChecked()).toBe(true)
  expect(await order.inputValue()).toBe('PO 4711')
  await annex.uncheck()
  await expect.poll(saved).toMatchObject({ checkbox: { checked: false } })

  // A tick beside a text that is refused stays as it was, and the text comes along to the other view.
  const long = 'x'.repeat(400)
  await order.fill(long)
  await annex.click()
  await page.locator('#step-error', { hasText: 'characters' }).waitFor()
  expect(await annex.isChecked()).toBe(false)
  await page.getByRole('tab', { name: 'Page' }).click()
  expect(await page.locator('#step-input').inputValue()).toBe(long)
  await page.locator('#step-input').fill('')
  await readText(page)
  expect(await order.inputValue()).toBe('')
  await annex.click()
  expect(await annex.isChecked()).toBe(true)
})

test('the view of the pages has the text of every page for screen readers, and each field once', async () => {
  const { page } = await open({ file: LEASE, fields: (role) => [{ ...signatureOnly(role)[0]!, page: 12 }] }, desktop)
  await page.locator('.sheet .reflow').nth(11).waitFor({ state: 'attached' })
  const tree = await page.locator('#pages').ariaSnapshot()
  for (let number = 1; number <= 12; number++) {
    expect(tree).toContain(`heading "Article ${number}: the rent"`)
    const sentence = `The rent of year ${number} is due on the first day of every month, and is paid to the account`
    expect(tree.split(sentence)).toHaveLength(2)
  }
  expect(tree.match(/button "Signature, required: Sign here"/g)).toHaveLength(1)
})

test('the keyboard comes to the text first, and the arrow keys change the view and back', async () => {
  const { page } = await open('consent', desktop)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Read the document as text')
  await page.locator('#tab-pages').focus()
  await page.keyboard.press('ArrowRight')
  await page.locator('body.reading').waitFor()
  expect(await page.getByRole('tab', { name: 'Text' }).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('ArrowLeft')
  await page.locator('body:not(.reading)').waitFor()
  expect(await page.locator('.fields .field').count()).toBe(5)
  expect(await page.locator('.sheet canvas').first().isVisible()).toBe(true)
})

test('a page without text says so, and does not count as read', async () => {
  const scan = makePdf({ pages: 1, content: () => '0.5 g 100 100 300 400 re f' })
  const { page, sent } = await open(
    { file: scan, fields: (role) => [{ ...signatureOnly(role)[0]!, page: 1 }] },
    desktop,
  )
  await readText(page)
  await page.getByText('There is no text on this page: it may be a scan.').waitFor()
  expect(await page.locator('.reflow .field').count()).toBe(1)
  const views = await server.ctx.db
    .selectFrom('displays')
    .select('view')
    .where('signing_request_id', '=', sent.signers[0]!.signingRequestId)
    .execute()
  expect(views).toEqual([{ view: 'pages' }])
})

test('before the code there is no text; after it the text is served to this signer alone, never to caches', async () => {
  const gated = { ...PATIENT, role: 'client', phone_e164: '+41791234567', require_sms_verification: true }
  const sent = await send(server, key, { signers: [gated], extra: { sms_gate: 'before_view' } })
  const refused = await fetch(`${sent.signers[0]!.signingUrl}/text.json`)
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'sms_required'])
  const open = await send(server, key)
  const served = await fetch(`${open.signers[0]!.signingUrl}/text.json`)
  expect([served.status, served.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const text = (await served.json()) as { pages: { blocks: { kind: string; text: string }[] }[] }
  expect(text.pages).toHaveLength(3)
  expect(text.pages[0]!.blocks[0]).toMatchObject({ kind: 'heading', text: 'Services Agreement, page 1' })
})

test('a signature that is higher than its line comes after the fields of the lines above it', async () => {
  const form = makePdf({
    content: () => textAt(60, 600, 'Name: [[ls:text:a]]') + textAt(60, 576, 'Signature: [[ls:signature:a]]'),
  })
  const sent = await sendWithMarkers(server, key, { signers: [PATIENT] }, form)
  const { page } = desktop
  await openLink(page, sent.signers[0]!.signingUrl)
  await readText(page)
  await page.locator('.reflow .entry').waitFor()
  const order = await page
    .locator('.reflow')
    .first()
    .evaluate((text) =>
      [...text.querySelectorAll('.entry, button.field')].map((field) => field.className.split(' ')[0]),
    )
  expect(order).toEqual(['entry', 'field'])
})
