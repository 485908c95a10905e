import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { sized } from '../support/full-size.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { ADA, drawWave, everyKind, go, openLink, openTools, send } from './story.ts'

const SENDER = 'Northwind Property Management and Sons of Greater Manchester'
const PORTRAIT = { width: 375, height: 667, phone: true }
const LANDSCAPE = { width: 667, height: 375, phone: true }

let server: TestServer
let browser: Browser
let key: TestKey
useStage(
  (stage) => {
    ;({ server, browser, key } = stage)
  },
  { workspace: SENDER },
)

/** One phone and one desktop, in which each test opens a document of its own. */
let phone: Visit
let desktop: Visit
beforeAll(async () => {
  phone = await visit(browser, server.url, PORTRAIT)
  desktop = await visit(browser, server.url)
})

async function open(size: { width: number; height: number; phone?: boolean }, locale = 'en'): Promise<Visit> {
  const sent = await send(server, key, { signers: [{ ...ADA, locale }], fields: everyKind })
  const seen = size.phone ? phone : desktop
  await seen.page.setViewportSize(size)
  await openLink(seen.page, sent.signers[0]!.signingUrl)
  return seen
}

/** The current field's box without its border, in pixels, and whether it is in view between the bars. */
const currentBox = (page: Page) =>
  page.locator('.field.current').evaluate((field) => {
    const { left, top, right, bottom } = field.getBoundingClientRect()
    const bar = document.querySelector('.bar')!.getBoundingClientRect()
    const panel = document.querySelector('.panel')!.getBoundingClientRect()
    const isSticky = getComputedStyle(document.querySelector('.bar')!).position === 'sticky'
    return {
      height: Number.parseFloat(getComputedStyle(field).height),
      inView: top >= (isSticky ? bar.bottom : 0) && bottom <= panel.top && left < innerWidth && right > 0,
    }
  })

/** The pages as wide as the area that they are in. */
const sheetWidths = (page: Page) =>
  page.locator('.sheet').evaluateAll((sheets) => sheets.map((sheet) => Math.round(sheet.clientWidth)))

const PHONES: [name: string, size: typeof PORTRAIT][] = [
  ['small', { width: 320, height: 568, phone: true }],
  ['upright', PORTRAIT],
  ['on its side', LANDSCAPE],
]

describe.each(sized(PHONES.slice(0, 1), PHONES))('on a phone, %s', (_name, size) => {
  test('Start and Next zoom to the field until its box is 40 pixels high, then back', async () => {
    const seen = await open(size)
    const { page } = seen
    const before = await sheetWidths(page)
    const steps: string[] = []
    for (;;) {
      await go(page).click()
      const dialog = page.locator('#signature[open]')
      if (await dialog.isVisible()) {
        await page.getByRole('tab', { name: 'Type' }).click()
        await page.getByRole('button', { name: 'Apply' }).click()
      }
      if ((await page.locator('.field.current').count()) === 0) break
      const box = await currentBox(page)
      expect(box.height).toBeGreaterThanOrEqual(40)
      expect(box.inView).toBe(true)
      expect(await sidewaysScroll(page)).toBe(0)
      steps.push((await page.locator('.field.current').getAttribute('aria-label'))!)
      if (await page.locator('#tick').isVisible()) await page.locator('#tick-input').check()
    }
    expect(steps).toEqual([
      expect.stringContaining('Initials'),
      expect.stringContaining('Signature'),
      'I have read the annex, required',
    ])
    expect(await sheetWidths(page)).toEqual(before)
    expect(seen.complaints).toEqual([])
  })
})

const isOpen = (page: Page) => page.locator('.languages').evaluate((menu) => (menu as HTMLDetailsElement).open)

const WHITE = 'rgb(255, 255, 255)'
const background = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)
const brightness = (colour: string) => Math.max(...colour.match(/\d+/g)!.slice(0, 3).map(Number))

test('upright: frames, menus, dark mode, and a page as sharp as before once Start has enlarged it', async () => {
  const { page } = await open(PORTRAIT)
  // The frame of a field runs around its box, so that no line crosses the value.
  const boxes = await page.locator('.field').evaluateAll((fields) =>
    fields.map((field) => {
      const sheet = field.closest('.sheet')!.getBoundingClientRect()
      const style = getComputedStyle(field)
      const { height, top } = field.getBoundingClientRect()
      const border = Number.parseFloat(style.borderTopWidth)
      return {
        inside: Math.abs(
          field.clientHeight - Number.parseFloat((field as HTMLElement).style.height) * 0.01 * sheet.height,
        ),
        around: Math.abs(height - 2 * border - Number.parseFloat(style.height)),
        top: Math.abs(
          top + border - sheet.top - Number.parseFloat((field as HTMLElement).style.top) * 0.01 * sheet.height,
        ),
      }
    }),
  )
  expect(boxes).toHaveLength(6)
  for (const box of boxes) for (const off of Object.values(box)) expect(off).toBeLessThan(1)

  // The menu of languages closes on a tap outside, and on Escape with the focus back on it.
  const summary = page.locator('.languages summary')
  await summary.click()
  expect(await isOpen(page)).toBe(true)
  await page.locator('.languages nav').click({ position: { x: 3, y: 3 } })
  expect(await isOpen(page), 'a tap inside').toBe(true)
  await page.locator('.intro').tap({ position: { x: 5, y: 5 } })
  expect(await isOpen(page), 'a tap outside').toBe(false)
  await summary.click()
  await page.keyboard.press('Escape')
  expect(await isOpen(page), 'Escape').toBe(false)
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true)

  // The page is dark; the paper, the pad and the samples of a signature stay white.
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const dark of ['html', '.bar', '.panel', '.intro'])
    expect(brightness(await background(page, dark)), dark).toBeLessThan(60)
  expect(await background(page, '.sheet')).toBe(WHITE)

  // Start closes the menu and enlarges the page, which is drawn again, as sharp as before.
  const pixelsPerPixel = () =>
    page
      .locator('.sheet')
      .first()
      .evaluate((sheet) => sheet.querySelector('canvas')!.width / sheet.clientWidth)
  const before = await pixelsPerPixel()
  await summary.click()
  await go(page).dispatchEvent('click')
  expect(await isOpen(page), 'Start').toBe(false)
  expect((await sheetWidths(page))[0]).toBeGreaterThan(PORTRAIT.width)
  await page.waitForFunction((least) => {
    const sheet = document.querySelector('.sheet[data-ready]')
    return sheet && sheet.querySelector('canvas')!.width / sheet.clientWidth > least
  }, before - 0.1)

  await go(page).click()
  expect(brightness(await background(page, '#signature'))).toBeLessThan(60)
  expect(await background(page, '#pad')).toBe(WHITE)
  await page.getByRole('tab', { name: 'Type' }).click()
  expect(await background(page, '.hand')).toBe(WHITE)
  await page.emulateMedia({ colorScheme: null })
  await page.keyboard.press('Escape')

  // One button of the header holds the others, and gets the focus back.
  await openTools(page)
  expect(await page.locator('#more').getAttribute('aria-expanded')).toBe('true')
  await page.getByRole('button', { name: 'Zoom' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.locator('#decline[open]').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('more')
  expect(await page.locator('#more').getAttribute('aria-expanded')).toBe('false')
})

test('on a desktop Start does not change the size of the pages', async () => {
  const seen = await open({ width: 1280, height: 800 })
  const before = await sheetWidths(seen.page)
  await go(seen.page).click()
  expect(await sheetWidths(seen.page)).toEqual(before)
})

test('the header names the sender in full, above the title of the document', async () => {
  const sent = await send(server, key, { fields: everyKind })
  const { page, close } = await visit(browser, server.url)
  for (const [width, locale] of [
    [375, 'en'],
    [320, 'en'],
    [375, 'ar'],
    [1280, 'en'],
  ] as const) {
    await page.setViewportSize({ width, height: 667 })
    await page.goto(`${sent.signers[0]!.signingUrl}?lang=${locale}`, { waitUntil: 'domcontentloaded' })
    const header = await page.locator('.bar').evaluate((bar) => {
      const sender = bar.querySelector<HTMLElement>('.sender')!
      const title = bar.querySelector('h1')!
      const name = document.createRange()
      name.selectNodeContents(sender)
      const rects = [...name.getClientRects()]
      const box = sender.getBoundingClientRect()
      return {
        text: sender.innerText,
        isInside: rects.every(({ left, right }) => left >= box.left - 1 && right <= box.right + 1),
        isCut: getComputedStyle(sender).overflow !== 'visible',
        isAbove: box.bottom <= title.getBoundingClientRect().top + 1,
        isLow: bar.getBoundingClientRect().height < 667 / 4,
      }
    })
    const fits = { text: SENDER, isInside: true, isCut: false, isAbove: true, isLow: true }
    expect({ width, locale, ...header }).toEqual({ width, locale, ...fits })
  }
  await close()
})

describe('on a phone on its side', () => {
  test('the drawing pad fills the screen, with its buttons in reach', async () => {
    for (const locale of sized(['de'], ['de', 'en', 'ar'])) {
      const seen = await open(LANDSCAPE, locale)
      const { page } = seen
      await go(page).click()
      await go(page).click()
      await page.locator('#pad').waitFor()
      const pad = (await page.locator('#pad').boundingBox())!
      expect(pad.width).toBeGreaterThan(0.9 * LANDSCAPE.width)
      expect(pad.height).toBeGreaterThan(0.6 * LANDSCAPE.height)
      for (const button of await page.locator('#signature .actions button, #clear').all()) {
        const box = (await button.boundingBox())!
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.y + box.height).toBeLessThanOrEqual(LANDSCAPE.height)
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(LANDSCAPE.width)
      }
      const scrolls = await page.locator('#signature').evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)
      expect(scrolls).toBe(0)
    }
  })
})

test('the pad shows all of a drawing after the phone was turned, and keeps it', async () => {
  const { page } = await open(LANDSCAPE, 'en')
  await go(page).click()
  await go(page).click()
  await page.locator('#pad').waitFor()
  await drawWave(page)
  const inked = () =>
    page.locator('#pad').evaluate((pad: HTMLCanvasElement) => {
      const { data } = pad.getContext('2d')!.getImageData(0, 0, pad.width, pad.height)
      const columns = Array.from({ length: pad.width }, (_, x) =>
        Array.from({ length: pad.height }, (_, y) => data[(y * pad.width + x) * 4 + 3]! > 0).some(Boolean),
      )
      return {
        left: columns.indexOf(true) / pad.width,
        right: pad.width - 1 - columns.lastIndexOf(true),
        isFitted: pad.width === pad.offsetWidth * devicePixelRatio,
      }
    })
  const before = await inked()
  await page.setViewportSize(PORTRAIT)
  await expect.poll(async () => (await inked()).isFitted).toBe(true)
  expect((await inked()).right).toBeGreaterThan(0)
  expect((await inked()).left).toBeLessThan(0.1)
  await page.setViewportSize(LANDSCAPE)
  await expect.poll(async () => Math.abs((await inked()).right - before.right)).toBeLessThan(3)
})

test('the language menu closes on a tap outside where there is nothing to sign, too', async () => {
  const sent = await send(server, key)
  const signer = sent.signers[0]!
  await server.call(key, 'POST', `/v1/signing-requests/${signer.signingRequestId}/withdraw`)
  const seen = phone
  await seen.page.setViewportSize(PORTRAIT)
  await seen.page.goto(signer.signingUrl)
  await seen.page.locator('.languages summary').click()
  expect(await isOpen(seen.page)).toBe(true)
  await seen.page.locator('h1').tap()
  expect(await isOpen(seen.page)).toBe(false)
})

test('right to left, the boxes of a page stay where they are in the document', async () => {
  const file = makePdf({ content: () => textAt(60, 770, 'A page', 16) })
  const sent = await send(server, key, {
    file,
    signers: [{ ...ADA, locale: 'ar' }],
    fields: (role) => [{ role, kind: 'signature', page: 1, x: 0.6, y: 0.5, w: 0.3, h: 0.04 }],
  })
  const seen = phone
  await seen.page.setViewportSize(PORTRAIT)
  await openLink(seen.page, sent.signers[0]!.signingUrl)
  await go(seen.page).click()
  expect(await currentBox(seen.page)).toMatchObject({ inView: true })
  const offset = await seen.page.locator('.field').evaluate((field) => {
    const sheet = field.closest('.sheet')!.getBoundingClientRect()
    return (field.getBoundingClientRect().left - sheet.left) / sheet.width
  })
  expect(offset).toBeCloseTo(0.6, 1)
})
