import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { readCode } from '../support/qr-code.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { ADA, dateOn, expectQuiet, go, openLink, PHONE, send } from './story.ts'

/** The signing page in a wide window: a column beside the pages, and the way to a phone. */

const WIDE = { width: 1280, height: 800 }
const COLUMN_PIXELS = 352

let server: TestServer
let browser: Browser
let key: TestKey
useStage((stage) => {
  ;({ server, browser, key } = stage)
})

const file = makePdf({ pages: 2, content: (index) => textAt(60, 770, `Consent to a scan, page ${index + 1}`, 18) })
const fields = (role: string) => [
  { role, kind: 'text', page: 1, x: 0.1, y: 0.2, w: 0.5, h: 0.03, label: 'Known allergies' },
  { role, kind: 'checkbox', page: 1, x: 0.1, y: 0.3, w: 0.03, h: 0.021, label: 'I have read the annex' },
  { role, kind: 'date', page: 2, x: 0.1, y: 0.3, w: 0.2, h: 0.03 },
  { role, kind: 'signature', page: 2, x: 0.1, y: 0.8, w: 0.4, h: 0.07 },
]

let link: string
let seen: Visit
beforeAll(async () => {
  const sent = await send(server, key, { file, signers: [ADA], fields })
  link = sent.signers[0]!.signingUrl
  seen = await visit(browser, server.url, WIDE)
  await openLink(seen.page, link)
  await seen.page.locator('.steps').waitFor()
})

const steps = (page: Page) => page.locator('.steps a')
const current = (page: Page) => page.locator('.steps [aria-current=step]')

test('the column lists what is to be done, and each entry leads to its place', async () => {
  const { page } = seen
  const today = dateOn(server.clock.now())
  expect(await steps(page).allInnerTexts()).toEqual([
    'Known allergies\nrequired',
    'I have read the annex\nrequired',
    `✓\nDate of signing\n${today}`,
    'Signature\nSign here',
  ])
  expect(await page.locator('.field.signature').innerText()).toBe('Sign here')
  await page.getByRole('link', { name: 'Signature' }).click()
  expect(await current(page).innerText()).toBe('Signature\nSign here')
  expect(await go(page).innerText()).toBe('Add signature')
  const box = (await page.locator('.field.signature').boundingBox())!
  expect(box.y).toBeGreaterThan(0)
  expect(box.y + box.height).toBeLessThan(WIDE.height)
  expect(await axeViolations(page)).toEqual([])
})

test('what was filled in stands in the column, also what was entered on the page', async () => {
  const { page } = seen
  await page.getByRole('link', { name: 'Known allergies' }).click()
  await page.keyboard.type('Penicillin')
  await page.keyboard.press('Enter')
  await page.locator('.field.checkbox').click()
  await steps(page).last().click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  expect((await steps(page).allInnerTexts()).filter((text) => !text.includes('Date of signing'))).toEqual([
    '✓\nKnown allergies\nPenicillin',
    '✓\nI have read the annex',
    '✓\nSignature\nAda Lovelace',
  ])
  expect(await current(page).count()).toBe(0)
  expect(await page.locator('#consent').isVisible()).toBe(true)
  expectQuiet(seen)
})

test('the pages take the width that the column leaves, and all of it when they are enlarged', async () => {
  const { page } = seen
  const widths = () =>
    page.evaluate(() =>
      [document.querySelector('.sheet')!, document.querySelector('#pages')!].map((it) => it.clientWidth),
    )
  const left = WIDE.width - COLUMN_PIXELS
  const [sheet, area] = await widths()
  expect(sheet).toBeGreaterThan(0.95 * left)
  for (const percent of ['150 %', '200 %']) {
    await page.locator('#zoom').click()
    expect(await page.locator('#zoom').innerText()).toBe(percent)
    expect((await widths())[1]).toBe(area)
    expect(await sidewaysScroll(page)).toBe(0)
  }
  expect((await widths())[0]).toBeGreaterThan(1.95 * sheet!)
  await page.locator('#zoom').click()
})

test.each(['light', 'dark'] as const)('the %s page shows its own link as a code for a phone', async (colorScheme) => {
  const { page } = seen
  await page.emulateMedia({ colorScheme })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Continue on your phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Continue on your phone' })
  await dialog.getByRole('img', { name: 'QR code' }).waitFor()
  expect(await readCode(page, '#phone-code')).toBe(link)
  expect(await dialog.getByRole('textbox', { name: 'Link to this page' }).inputValue()).toBe(link)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(await axeViolations(page, '#phone')).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await dialog.count()).toBe(0)
  // Only the script that draws it was fetched.
  expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual([])
  expectQuiet(seen)
})

test('a phone has neither the column nor the code', async () => {
  const { page, close } = await visit(browser, server.url, PHONE)
  await openLink(page, link)
  expect(await steps(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Continue on your phone' }).count()).toBe(0)
  expect(await sidewaysScroll(page)).toBe(0)
  await close()
})
