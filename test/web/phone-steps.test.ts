import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { ADA, drawWave, go, openLink, send } from './story.ts'

/** What a signer sees of the document on a phone, step by step. */

const SIZE = { width: 390, height: 844, phone: true }
const MESSAGE = 'Please sign before your appointment on Monday. If you take blood thinners, call us first. '.repeat(4)

let server: TestServer
let browser: Browser
let key: TestKey
useStage((stage) => {
  ;({ server, browser, key } = stage)
})

const file = makePdf({
  content: () =>
    textAt(60, 770, 'Consent to a scan', 18) +
    textAt(60, 700, 'Known allergies', 11) +
    textAt(60, 640, 'Medication', 11) +
    textAt(60, 500, 'Signature', 11),
})
const at = (fromBottom: number, height: number) => ({ y: (842 - fromBottom) / 842, h: height / 842 })
const fields = (role: string) => [
  { role, kind: 'text', page: 1, x: 0.1, w: 0.8, ...at(696, 18), label: 'Known allergies', max_length: 30 },
  { role, kind: 'text', page: 1, x: 0.3, w: 0.4, ...at(652, 18), label: 'Medication' },
  { role, kind: 'signature', page: 1, x: 0.1, w: 0.3, ...at(495, 40) },
]

let seen: Visit
beforeAll(async () => {
  const sent = await send(server, key, { file, signers: [ADA], fields, extra: { message: MESSAGE } })
  seen = await visit(browser, server.url, SIZE)
  await openLink(seen.page, sent.signers[0]!.signingUrl)
})

/** Whether the current box, and the words that the document has for it, are on screen between the bars. */
const inSight = (page: Page, label: string) =>
  page.evaluate((label) => {
    const box = document.querySelector('.field.current')!.getBoundingClientRect()
    const words = [...document.querySelectorAll('.words-layer span')].find(({ textContent }) => textContent === label)!
    const [top, bottom] = [
      document.querySelector('.bar')!.getBoundingClientRect().bottom,
      document.querySelector('.panel')!.getBoundingClientRect().top,
    ]
    return [box, words.getBoundingClientRect()].map(
      (rect) => rect.left >= 0 && rect.right <= innerWidth && rect.top >= top && rect.bottom <= bottom,
    )
  }, label)

test('half of the first screen is the document, also with a long message, which is shown on demand', async () => {
  const { page } = seen
  const [top, panel] = await page.evaluate(() => [
    document.querySelector('.sheet')!.getBoundingClientRect().top,
    document.querySelector('.panel')!.getBoundingClientRect().top,
  ])
  expect(panel! - top!).toBeGreaterThanOrEqual(SIZE.height / 2)
  const message = page.locator('#message')
  const height = async () => (await message.boundingBox())!.height
  const folded = await height()
  await page.getByRole('button', { name: 'Show the whole message' }).click()
  expect(await height()).toBeGreaterThan(folded * 2)
  expect(await message.evaluate((quote) => quote.scrollHeight - quote.clientHeight)).toBeLessThanOrEqual(1)
  expect(await page.getByRole('button', { name: 'Show the whole message' }).count()).toBe(0)
})

test('a text step shows its whole box and label, and says while typing how much more fits', async () => {
  const { page } = seen
  await go(page).click()
  await expect.poll(() => inSight(page, 'Known allergies')).toEqual([true, true])
  const hint = page.locator('#step-hint')
  expect(await hint.innerText()).toBe('At most 30 characters.')
  await page.keyboard.type('Penicillin')
  expect(await hint.innerText()).toBe('20 more characters fit')
  await page.keyboard.type(', latex and quite some more')
  expect(await hint.innerText()).toBe('7 characters too many')
  expect(await axeViolations(page)).toEqual([])
  await page.locator('#step-input').fill('Penicillin')
  await go(page).click()
  await expect.poll(() => inSight(page, 'Medication')).toEqual([true, true])
  expect(await sidewaysScroll(page)).toBe(0)
})

test('Back leads to the step before, with what was entered there', async () => {
  const { page } = seen
  const back = page.getByRole('button', { name: 'Back', exact: true })
  const step = page.locator('#step-label')
  await page.keyboard.type('none')
  await back.click()
  expect(await step.innerText()).toContain('Known allergies')
  expect(await page.locator('#step-input').inputValue()).toBe('Penicillin')
  expect(await back.isVisible(), 'at the first step').toBe(false)
  await page.getByRole('button', { name: /^Signature/ }).click()
  await drawWave(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(await page.locator('#consent').isVisible()).toBe(true)
  await back.click()
  expect(await page.locator('#place').innerText()).toContain('Signature')
  await back.click()
  expect(await page.locator('#step-input').inputValue()).toBe('none')
})

test('the loss of the connection is said in a line of its own, which can be seen', async () => {
  const { page } = seen
  const said = page.locator('#saving')
  await page.context().setOffline(true)
  await said.filter({ hasText: 'You seem to be offline.' }).waitFor()
  const [box, panel] = [(await said.boundingBox())!, (await page.locator('.panel .inner').boundingBox())!]
  expect(box.width).toBeGreaterThan(0.95 * panel.width)
  expect(await said.evaluate((line) => Number.parseFloat(getComputedStyle(line).fontSize))).toBeGreaterThanOrEqual(15)
  expect(await said.evaluate((line) => getComputedStyle(line).borderTopStyle)).toBe('solid')
  expect(await axeViolations(page)).toEqual([])
  await page.context().setOffline(false)
  await said.filter({ hasText: 'You are back online.' }).waitFor()
})
