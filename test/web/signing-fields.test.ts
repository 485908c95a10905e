import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { localDate } from '../../server/domain/time-zone.ts'
import { visit } from '../support/browser.ts'
import { Signer } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import type { TestKey, TestServer } from '../support/server.ts'
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
  (await new Signer(server, sent.signers[0]!.signingUrl).fields()).find((field) => field.kind === kind)?.value

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
  const { entry, error, sent } = await open({
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
  await expect.poll(() => saved(sent, 'text')).toMatchObject({ text: expect.stringMatching(/^on the first/) })
  await page.reload()
  await page.locator('.sheet[data-ready]').first().waitFor()
  await expect.poll(() => look(0)).toEqual(more)
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
