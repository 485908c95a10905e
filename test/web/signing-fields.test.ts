import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { localDate } from '../../server/domain/time-zone.ts'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { Signer } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import {
  HEATING,
  heatingModel,
  instantiate,
  LEASE_RECIPIENTS,
  leaseModel,
  lockedTemplate,
  signature,
  text,
} from '../support/templates.ts'
import { useStage } from './stage.ts'
import { ADA, go, openLink, type Sent, send, signatureOnly } from './story.ts'

/** What the page says about text typed into fields, as the signer sees it. */

let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser, key } = stage)
})

const fields = (role: string) => [
  {
    role,
    kind: 'text',
    page: 1,
    x: 0.1,
    y: 0.1,
    w: 0.4,
    h: 0.03,
    label: 'Order number',
    field_key: 'order',
    max_length: 8,
  },
  { role, kind: 'checkbox', page: 1, x: 0.1, y: 0.2, w: 0.03, h: 0.02, label: 'I have read the annex' },
  { role, kind: 'signature', page: 1, x: 0.1, y: 0.6, w: 0.34, h: 0.07 },
]

const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** One for many documents: in a new one, the scripts of the page take longer to load than a test. */
let page: Page
beforeAll(async () => {
  page = (await visit(browser, server.url)).page
})

const open = async (options = {}) => {
  const sent = await send(server, key, { fields, ...options })
  await openLink(page, sent.signers[0]!.signingUrl)
  const entry = page.locator('#step-input')
  const error = page.locator('#step-error')
  return { sent, entry, error }
}

/** What the server has of the field of this kind. */
const saved = async (sent: Sent, kind: string) =>
  (await new Signer(server, sent.signers[0]!.signingUrl).data()).fields.find((field) => field.kind === kind)?.value

test('a limit is announced before typing; too long a text is refused whole, not cut, and reported with its field', async () => {
  const { entry, error } = await open()
  await go(page).click()
  expect(await entry.getAttribute('aria-required')).toBe('true')
  expect(await page.locator('#step-hint').textContent()).toBe('At most 8 characters.')
  await entry.fill('1234567890')
  await go(page).click()
  expect(await entry.inputValue()).toBe('1234567890')
  expect(await error.textContent()).toBe('At most 8 characters.')
  expect(await entry.getAttribute('aria-invalid')).toBe('true')
  expect((await entry.getAttribute('aria-describedby'))!.split(' ')).toContain('step-error')
  expect(await entry.evaluate((input) => input === document.activeElement)).toBe(true)
  // Counted as a reader counts, not in UTF-16 units: these eight characters are sixteen units.
  await entry.fill('🖋🖋🖋🖋🖋🖋🖋🖋')
  expect(await error.textContent()).toBe('')
  await go(page).click()
  expect(await page.locator('.field.text').getAttribute('aria-label')).toContain('🖋🖋🖋🖋🖋🖋🖋🖋')
})

test('a required text stays required, but the signer may go to another field and come back', async () => {
  const { entry, error } = await open()
  await go(page).click()
  await go(page).click()
  expect(await error.textContent()).toBe('Please fill in this field.')
  await page.locator('.field.checkbox').click()
  expect(await page.locator('.field.checkbox').getAttribute('aria-label')).toContain('ticked')
  await page.locator('.field.text').click()
  await entry.fill('4711')
  await page.locator('.field.checkbox').click()
  expect(await page.locator('.field.text').getAttribute('aria-label')).toBe('Order number, done: 4711')
  await go(page).click()
  expect(await error.textContent()).toBe('Please tick this box to continue.')
  expect(await page.locator('#tick-input').getAttribute('aria-invalid')).toBe('true')
})

test('a tab pasted from a table becomes a space, and is saved', async () => {
  const { entry, sent } = await open()
  await go(page).click()
  await entry.evaluate((input: HTMLInputElement) => {
    input.value = '47\t11'
  })
  await go(page).click()
  expect(await page.locator('.field.text').getAttribute('aria-label')).toBe('Order number, done: 47 11')
  await expect.poll(() => saved(sent, 'text')).toEqual({ type: 'text', text: '47 11' })
})

test('a long text in a high box is typed and shown over several lines, smaller the longer it is', async () => {
  const { entry, error } = await open({
    fields: (role: string) => [
      { role, kind: 'text', page: 1, x: 0.1, y: 0.1, w: 0.4, h: 0.08, label: 'Remarks' },
      { role, kind: 'text', page: 1, x: 0.1, y: 0.3, w: 0.2, h: 0.03, label: 'Order number' },
      ...fields(role).slice(2),
    ],
  })
  /** How many lines a field shows, how large, and whether all of them are within its box. */
  const look = (index: number) =>
    page
      .locator('.field.text')
      .nth(index)
      .evaluate((field) => {
        const words = field.querySelector('span')!
        const [box, text] = [field.getBoundingClientRect(), words.getBoundingClientRect()]
        const range = document.createRange()
        range.selectNodeContents(words)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        const size = Number.parseFloat(getComputedStyle(words).fontSize)
        return { lines, size, fits: text.top >= box.top - 1 && text.bottom <= box.bottom + 1 }
      })
  await go(page).click()
  expect(await entry.evaluate(({ tagName }) => tagName)).toBe('TEXTAREA')
  expect(await entry.getAttribute('aria-required')).toBe('true')
  const named = page.getByRole('textbox', { name: 'Remarks, page 1' })
  expect(await named.evaluate((input) => input === document.activeElement)).toBe(true)
  await entry.press('Enter')
  expect(await error.textContent()).toBe('Please fill in this field.')
  await entry.fill(`The keys are handed over\n${'on the first of the month. '.repeat(4)}`)
  await entry.press('Enter')
  expect(await entry.evaluate(({ tagName }) => tagName)).toBe('INPUT')
  expect(await entry.inputValue()).toBe('')
  expect(await page.locator('.field.text').first().textContent()).toContain('handed over on the first')
  const some = await look(0)
  expect(some).toMatchObject({ lines: expect.toSatisfy((lines: number) => lines >= 3), fits: true })

  // In a low box, too, text wraps before it is cut, as in the document.
  await entry.fill('4711 for the attention of the accounts department')
  await go(page).click()
  expect(await look(1)).toMatchObject({ lines: expect.toSatisfy((lines: number) => lines >= 2), fits: true })

  await page.locator('.field.text').first().click()
  await entry.fill('on the first of the month. '.repeat(10))
  await entry.press('Enter')
  const more = await look(0)
  expect(more.fits).toBe(true)
  expect(more.size).toBeLessThan(some.size)
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()
  // The line may be that of the change before.
  const reloaded = async () => {
    await page.reload()
    await page.locator('.sheet[data-ready]').first().waitFor()
    return look(0)
  }
  await expect.poll(reloaded).toEqual(more)
})

test('a name that is too long is refused where it is typed', async () => {
  const { entry, error } = await open({
    signers: [{ email: 'ada@reader.test', role: 'client' }],
    fields: (role: string) => fields(role).slice(2),
  })
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.locator('#typed').fill('Ada')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#consent').check()
  await entry.fill('A'.repeat(121))
  await go(page).click()
  expect(await error.textContent()).toBe('At most 120 characters.')
  await entry.fill('Ada\tLovelace')
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
})

test('typed as a signature, characters that no font has become a picture', async () => {
  const { sent } = await open()
  const typed = (text: string) => ({ type: 'typed', text })
  for (const [name, value] of [
    ['Zoë Ångström', typed('Zoë Ångström')],
    ['山田 花子', typed('山田 花子')],
    ['김철수', typed('김철수')],
    ['Ada 𐌰𐌱', { type: 'image', mediaType: 'image/png' }],
    ['Ada 🖋️✨', typed('Ada 🖋️✨')],
  ] as const) {
    await page.locator('.field.signature').click()
    await page.getByRole('tab', { name: 'Type' }).click()
    await page.locator('#typed').fill(name)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => saved(sent, 'signature'), { message: name }).toMatchObject(value)
  }
})

test('characters that the document cannot show are named while typing and again before signing', async () => {
  const { entry } = await open({ signers: [{ email: 'ada@reader.test', role: 'client', name: 'Ada 𐌲' }] })
  const hint = page.locator('#glyph-hint')
  const names = (characters: string) =>
    `The document cannot show these characters; boxes will stand in their place: ${characters}`
  await go(page).click()
  await entry.fill('12 김 𐌰𐌱')
  expect(await hint.textContent()).toBe(names('𐌰 𐌱'))
  await entry.fill('12 김')
  expect(await hint.textContent()).toBe('')
  await entry.fill('12 𐌰')
  await go(page).click()
  expect(await hint.textContent()).toBe('')
  await page.locator('#tick-input').check()
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.locator('#typed').fill('Ada')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#consent').waitFor()
  expect(await hint.textContent()).toBe(names('𐌲 𐌰'))
})

test('a text that does not fit its box is refused while it is typed, with the number of characters that fit', async () => {
  const sent = await send(server, key, {
    fields: (role) => [
      ...signatureOnly(role),
      // At the margins, so that it has no room to grow into.
      { role, kind: 'text', page: 3, x: 0.6, y: 0.93, w: 0.3, h: 0.03, label: 'Defects' },
    ],
  })
  const { page, close } = await visit(browser, server.url, { width: 375, height: 740, phone: true })
  await openLink(page, sent.signers[0]!.signingUrl)
  await page.getByRole('button', { name: 'Defects' }).click()
  const input = page.getByRole('textbox', { name: 'Defects' })
  const long = 'The washing machine leaks when it spins, and the cellar is damp. '.repeat(5)
  await input.pressSequentially(long.slice(0, 200), { delay: 0 })
  const error = page.locator('#step-error')
  await expect.poll(() => error.textContent()).toMatch(/^At most \d+ characters\.$/)
  const most = Number(/\d+/.exec((await error.textContent())!)![0])
  const progress = () => page.locator('#progress-text').textContent()
  await expect.poll(progress).toBe('0 of 2 required fields done')
  // The text stays as it is, with the cursor in it, and the field is not left.
  expect(await input.inputValue()).toBe(long.slice(0, 200))
  expect(await input.evaluate((element) => element === document.activeElement)).toBe(true)
  await go(page).click()
  expect(await error.textContent()).toBe(`At most ${most} characters.`)
  await input.fill(long.slice(0, most))
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()
  await expect.poll(progress).toBe('1 of 2 required fields done')
  expect(await error.textContent()).toBe('')
  await go(page).click()
  expect(await input.isVisible()).toBe(false)
  await close()
})

test('a refusal that comes late leaves alone what is typed into another field', async () => {
  const sent = await send(server, key, {
    fields: (role) => [
      { role, kind: 'text', page: 3, x: 0.6, y: 0.9, w: 0.3, h: 0.03, label: 'Defects' },
      { role, kind: 'text', page: 3, x: 0.6, y: 0.95, w: 0.3, h: 0.03, label: 'Keys' },
      ...signatureOnly(role),
    ],
  })
  const { page, close } = await visit(browser, server.url, { width: 375, height: 740, phone: true })
  await openLink(page, sent.signers[0]!.signingUrl)
  const held: (() => Promise<void>)[] = []
  await page.route('**/fields', async (route) => {
    if (route.request().method() === 'PUT' && held.length === 0) held.push(() => route.continue())
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Defects' }).click()
  const long = 'The washing machine leaks when it spins, and the cellar is damp. '.repeat(5).slice(0, 200)
  await page.getByRole('textbox', { name: 'Defects' }).fill(long)
  await go(page).click()
  const keys = page.getByRole('textbox', { name: 'Keys' })
  await keys.pressSequentially('three')
  await expect.poll(() => held.length).toBe(1)
  await held[0]!()
  await page.locator('#saving', { hasText: /Defects: At most \d+ characters\./ }).waitFor()
  await keys.pressSequentially(' keys')
  expect(await keys.inputValue()).toBe('three keys')
  expect(await keys.evaluate((element) => element === document.activeElement)).toBe(true)
  // It stays open, with the text as it was typed and the reason.
  await page.getByRole('button', { name: 'Defects, required' }).click()
  expect(await page.getByRole('textbox', { name: 'Defects' }).inputValue()).toBe(long)
  expect(await page.locator('#step-error').textContent()).toMatch(/^At most \d+ characters\.$/)
  expect(await page.getByRole('button', { name: /^Keys/ }).textContent()).toContain('three keys')
  await close()
})

test('the date is shown, and sealed, in the zone of the device', async () => {
  const tomorrow = new Date(server.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  // Half an hour into the next day in Kiritimati.
  server.clock.set(new Date(`${tomorrow}T10:30:00.000Z`))
  const expected = localDate({ at: server.clock.now(), timeZone: 'Pacific/Kiritimati', locale: 'de' })
  const dated = (role: string) => [
    ...signatureOnly(role),
    { role, kind: 'date', page: 1, x: 0.1, y: 0.2, w: 0.3, h: 0.03 },
  ]
  const sent = await send(server, key, { fields: dated, signers: [{ ...ADA, locale: 'de' }] })
  const { page, close } = await visit(browser, server.url, { timeZone: 'Pacific/Kiritimati' })
  await openLink(page, sent.signers[0]!.signingUrl)
  expect(await page.locator('.field.date').textContent()).toBe(expected)
  await go(page).click()
  await go(page).click()
  await page.locator('#tab-type').click()
  await page.locator('#typed').fill('Ada')
  await page.getByRole('button', { name: 'Übernehmen' }).click()
  await page.locator('#consent').check()
  await go(page).click()
  await page.locator('main .card').waitFor()
  await server.work()
  const path = `/v1/documents/${sent.documentId}`
  const { body } = await server.call<Buffer>(key, 'GET', `${path}/signed`)
  expect((await pdfJsTexts(new Uint8Array(body))).flat().map(({ text }) => text)).toContain(expected)
  const trail = await server.call(key, 'GET', `${path}/audit-events`)
  expect(JSON.stringify(trail.body)).toContain('"time_zone":"Pacific/Kiritimati"')
  await close()
})

test('of the options of a choice one is ticked, in all of its boxes, and one must be', async () => {
  const { id } = await lockedTemplate(server, key, { template: heatingModel(true), fields: HEATING })
  const { body } = await instantiate(server, key, id, { field_values: {} })
  const { page, close } = await visit(browser, server.url)
  await openLink(page, body.recipients[0]!.signing_url!)
  const boxes = page.locator('.field.checkbox')
  const names = () => boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')))
  const ticks = () => boxes.evaluateAll((all) => all.map((box) => box.querySelector('path') !== null))
  const progress = () => page.locator('#progress-text').textContent()
  /** How many boxes are stored as ticked: the line "Saved" may be that of the change before. */
  const kept = async () => {
    const rows = await server.ctx.db
      .selectFrom('fields')
      .select('value')
      .where('document_id', '=', body.document_id!)
      .execute()
    return rows.filter(({ value }) => JSON.stringify(value).includes('true')).length
  }
  // A choice and a signature: two steps.
  await expect.poll(progress).toBe('0 of 2 required fields done')
  await go(page).click()
  await go(page).click()
  await expect.poll(() => page.locator('#step-error').textContent()).toBe('Please tick one of the options.')
  await boxes.nth(0).click()
  await expect.poll(ticks).toEqual([true, false, true])
  await expect
    .poll(names)
    .toEqual(['Heating: gas, done: ticked', 'Heating: oil, done: not ticked', 'Heating: gas, done: ticked'])
  await boxes.nth(1).click()
  await expect.poll(ticks).toEqual([false, true, false])
  await expect.poll(progress).toBe('1 of 2 required fields done')
  // The panel's own box, which takes the tick away again.
  await expect.poll(() => page.locator('#tick-input').isChecked()).toBe(true)
  await page.locator('#tick-input').uncheck()
  await expect.poll(ticks).toEqual([false, false, false])
  await expect.poll(progress).toBe('0 of 2 required fields done')
  await expect.poll(kept).toBe(0)
  await page.locator('#tick-input').check()
  await expect.poll(progress).toBe('1 of 2 required fields done')
  await expect.poll(kept).toBe(1)
  await openLink(page, body.recipients[0]!.signing_url!)
  await expect.poll(ticks).toEqual([false, true, false])
  await close()
})

test('of a template one entry fills in all boxes of a key, an option is chosen from a list, and examples are said', async () => {
  const options = Array.from({ length: 40 }, (_, index) => `Land ${index + 1}`)
  const fields = [
    { key: 'iban', kind: 'scalar', type: 'text', labels: { en: 'Bank account' } },
    { key: 'country', kind: 'scalar', type: 'enum', options, labels: { en: 'Country' } },
    { key: 'income', kind: 'scalar', type: 'money', currency: 'CHF', labels: { en: 'Income' } },
  ]
  const own = { slot: 1, required: true }
  const boxes = [
    text('iban', 0.1, { ...own, required: false }),
    ...Array.from({ length: 11 }, (_, n) => text('iban', 0.05 + n * 0.08, { ...own, page: 2, max_length: 40 - n })),
    text('country', 0.2, own),
    text('income', 0.3, own),
    signature(1),
  ]
  const template = leaseModel({ slots: [{ slot: 1, role: 'tenant' }], boxes })
  const { id } = await lockedTemplate(server, key, { template, fields })
  const { body } = await instantiate(server, key, id, { field_values: {}, recipients: [LEASE_RECIPIENTS[0]] })
  const { page, complaints, close } = await visit(browser, server.url, { width: 375, height: 740, phone: true })
  const link = body.recipients[0]!.signing_url!
  await openLink(page, link)
  const progress = () => page.locator('#progress-text').textContent()
  const entry = page.locator('#step-input')
  const hint = page.locator('#step-hint')
  await expect.poll(progress).toBe('0 of 4 required fields done')
  await go(page).click()
  expect(await entry.getAttribute('aria-required')).toBe('true')
  // The shortest limit of its boxes.
  expect(await hint.textContent()).toBe('At most 30 characters.')
  await entry.fill('CH93 0076 2011 6238 5295 7')
  await go(page).click()
  await expect.poll(progress).toBe('1 of 4 required fields done')
  expect(await page.locator('.field.text.done').count()).toBe(12)
  expect(await entry.evaluate((input) => input.tagName)).toBe('SELECT')
  expect(await entry.locator('option').allTextContents()).toEqual(['', ...options])
  await picture(page, 'panel-list')
  await entry.selectOption('Land 37')
  await go(page).click()
  await expect.poll(progress).toBe('2 of 4 required fields done')
  expect(await hint.textContent()).toBe('Please write it like this: 1,850.00')
  expect(await entry.getAttribute('inputmode')).toBe('decimal')
  await picture(page, 'panel-money')
  await entry.fill('98,500.00')
  await go(page).click()
  await expect.poll(progress).toBe('3 of 4 required fields done')
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  const stored = async () => {
    const { fields: now } = await new Signer(server, link).data()
    return now.flatMap(({ kind, value }) => (kind === 'text' && value?.type === 'text' ? [value.text] : []))
  }
  await expect
    .poll(async () => (await stored()).sort())
    .toEqual(['98,500.00', ...Array.from({ length: 12 }, () => 'CH93 0076 2011 6238 5295 7'), 'Land 37'])
  // After a reload what was chosen is still chosen.
  await openLink(page, link)
  await page.getByRole('button', { name: 'Country' }).first().click()
  expect(await entry.inputValue()).toBe('Land 37')
  expect(complaints).toEqual([])
  await close()
})
