import { readFileSync } from 'node:fs'
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { PRINTED } from '../../server/limits.ts'
import { type Visit, visit } from '../support/browser.ts'
import { Signer } from '../support/flow.ts'
import { isFullSize, sized } from '../support/full-size.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { drawing, useStage } from './stage.ts'
import { ADA, BOB, go, openLink, type Sent, send } from './story.ts'

/** What is typed is shown as it will be sealed (decision 0461). */

let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser, key } = stage)
}, drawing)

const text = (y: number, label: string, box: Record<string, unknown> = {}) => ({
  role: 'client',
  kind: 'text',
  page: 1,
  x: 0.1,
  y,
  w: 0.4,
  h: 0.03,
  label,
  ...box,
})
const signature = (role: string) => ({ role, kind: 'signature', page: 1, x: 0.55, y: 0.8, w: 0.3, h: 0.07 })

const TYPED: [label: string, value: string, box?: Record<string, unknown>][] = [
  ['Latin', 'Zoë Ångström, 4711 “AVA” fi'],
  ['Greek', 'Ωραία Ελένη'],
  ['Arabic', 'محمد بن عبد الله، الطابق 3'],
  ['Hebrew', 'דירה 12, קומה ב'],
  ['Chinese', '山田花子 様'],
  ['Korean', '김철수'],
  ['Long', 'The washing machine leaks when it spins, and the cellar is damp near the door.'],
  // Into the room beside its box.
  ['Grown', 'The washing machine leaks when it spins, and the cellar is damp near the door. '.repeat(2)],
  ['Remarks', 'The keys are handed over on the first of the month. '.repeat(6), { h: 0.12 }],
]

const fieldsOf = (role: string) =>
  role === 'client'
    ? [...TYPED.map(([label, , box], i) => text(0.05 + i * 0.07, label, box)), signature(role)]
    : [signature(role)]

/** One of each size: in a new one, the scripts of the page take longer to load than in one that has them. */
let phone: Visit
let desktop: Visit
beforeAll(async () => {
  phone = await visit(browser, server.url, PHONE)
  desktop = await visit(browser, server.url, DESKTOP)
})

const pdfA = new URL('../fixtures/conformance/pdfa-3b.pdf', import.meta.url)
const PHONE = { width: 375, height: 740, phone: true }
const DESKTOP = { width: 1280, height: 800 }
const BY_HAND = sized(
  ['Latin', 'Arabic', 'Remarks'],
  TYPED.map(([label]) => label),
)
/** Typed once; the others are stored without the page. */
const SEEN = [
  { name: 'on a phone', file: makePdf(), seenOn: () => phone },
  {
    name: 'on a desktop',
    file: makePdf({ rotate: 90, mediaBox: [0, 0, 842, 595] }),
    seenOn: () => desktop,
    stored: !isFullSize(),
  },
  {
    name: 'in PDF/A, whose fonts are all embedded',
    file: readFileSync(pdfA),
    seenOn: () => phone,
    stored: !isFullSize(),
  },
]

const sendBoth = (file: Buffer): Promise<Sent> => send(server, key, { file, signers: [ADA, BOB], fields: fieldsOf })

/** The first page on screen, without the boxes around its fields. */
async function pictureOf(page: Page): Promise<Image> {
  await page.evaluate(() => {
    for (const mark of document.querySelectorAll<HTMLElement>('.field, .other')) mark.style.visibility = 'hidden'
    for (const bar of document.querySelectorAll<HTMLElement>('header, #panel')) bar.style.display = 'none'
  })
  return loadImage(await page.locator('.sheet').first().screenshot())
}

/** Of both pictures, how many pixels have ink, and how many differ by more than a shade. */
function compare(one: Image, other: Image): { ink: number; different: number } {
  expect([one.width, one.height]).toEqual([other.width, other.height])
  const [a, b] = [one, other].map((image) => {
    const context = createCanvas(image.width, image.height).getContext('2d')
    context.drawImage(image, 0, 0)
    // The signature is below.
    return context.getImageData(0, 0, image.width, Math.floor(image.height * 0.78)).data
  }) as [Uint8ClampedArray, Uint8ClampedArray]
  let [ink, different] = [0, 0]
  for (let i = 0; i < a.length; i += 4) {
    if (b[i]! < 128) ink++
    if (Math.abs(a[i]! - b[i]!) > 24) different++
  }
  return { ink, different }
}

test.each(SEEN)('$name, the text on the page is pixel by pixel the text under the seal', async (seen) => {
  const sent = await sendBoth(seen.file)
  const [ada, bob] = sent.signers
  const { page, complaints } = seen.seenOn()
  const signer = new Signer(server, ada!.signingUrl)
  const byHand = seen.stored ? [] : TYPED.filter(([label]) => BY_HAND.includes(label))
  const stored = TYPED.filter((one) => !byHand.includes(one))
  if (stored.length > 0) await store(signer, stored)
  if (byHand.length > 0) await type(page, ada!.signingUrl, byHand)
  await openLink(page, ada!.signingUrl)
  await expect.poll(() => page.locator('.field.text.printed').count()).toBe(TYPED.length)
  const before = await pictureOf(page)
  await signer.display()
  const { fields, consentVersion } = await signer.data()
  const ink = fields.find(({ kind }) => kind === 'signature')!
  const values = { [ink.id]: { type: 'typed', text: 'Ada' } }
  expect(await signer.call('POST', 'complete', { consentVersion, values })).toMatchObject({ status: 200 })
  await openLink(page, bob!.signingUrl)
  const after = await pictureOf(page)
  const result = compare(before, after)
  expect(result.ink).toBeGreaterThan(1000)
  // Glyphs stand on fractions of pixels, which the last digit of a number may round to either side.
  expect(result.different).toBeLessThan(result.ink / 100)
  expect(complaints).toEqual([])
})

async function type(page: Page, link: string, texts: typeof TYPED): Promise<void> {
  await openLink(page, link)
  for (const [label, value] of texts) {
    await page.getByRole('button', { name: label }).click()
    await page.getByRole('textbox', { name: label }).fill(value)
  }
  await go(page).click()
  await expect.poll(() => page.locator('.field.text.printed').count()).toBe(TYPED.length)
  // What is stored: the page may still say "Saved" of the value before.
  const stored = async () =>
    (await new Signer(server, link).fields()).filter(({ value }) => value?.type === 'text').length
  await expect.poll(stored).toBe(TYPED.length)
}

async function store(signer: Signer, texts: typeof TYPED): Promise<void> {
  const { fields } = await signer.data()
  const idOf = (label: string) => fields.find((field) => field.name === label)!.id
  const values = Object.fromEntries(texts.map(([label, text]) => [idOf(label), { type: 'text', text }]))
  expect(await signer.call('PUT', 'fields', { values })).toMatchObject({ status: 200 })
}

const PLACES: [name: string, seenOn: () => Visit][] = [
  ['on a phone', () => phone],
  ['on a desktop', () => desktop],
]

test.each(sized(PLACES.slice(0, 1), PLACES))(
  '%s, the frame of a field goes around a text that has outgrown its box, and back when it is shortened',
  async (_, seenOn) => {
    const sent = await sendBoth(makePdf())
    const { page } = seenOn()
    await openLink(page, sent.signers[0]!.signingUrl)
    const field = page.locator('.field[data-name="Remarks"]')
    /** The frame in points of the page, and how far the text is outside of it, in pixels. */
    const look = () =>
      field.evaluate((button) => {
        const sheet = button.closest('.sheet')!
        const scale = sheet.querySelector<SVGSVGElement>('.shape')!.viewBox.baseVal.width / sheet.clientWidth
        const frame = button.getBoundingClientRect()
        const print = sheet.querySelector('.print')?.getBoundingClientRect()
        const outside =
          print && Math.max(frame.left - print.left, print.right - frame.right, print.bottom - frame.bottom)
        return { width: Math.round(button.clientWidth * scale), outside }
      })
    await field.click()
    const entry = page.getByRole('textbox', { name: 'Remarks' })
    await entry.fill('The keys.')
    await expect.poll(() => field.getAttribute('class')).toContain('printed')
    const { width } = await look()
    await entry.fill('The keys are handed over on the first of the month. '.repeat(12))
    await expect.poll(async () => (await look()).width).toBeGreaterThan(width + 20)
    // Less than the pixel to which the picture of the text is rounded.
    await expect.poll(async () => (await look()).outside).toBeLessThan(1.5)
    await entry.fill('The keys are here.')
    await expect.poll(async () => Math.abs((await look()).width - width)).toBeLessThan(5)
  },
)

test('a text is asked for as it is saved: what does not fit, is no text or is too much is refused', async () => {
  const sent = await sendBoth(makePdf())
  const signer = new Signer(server, sent.signers[0]!.signingUrl)
  const { fields } = await signer.data()
  const [first] = fields
  const ink = fields.find(({ kind }) => kind === 'signature')!
  const printed = (values: unknown) => signer.call('POST', 'printed', { values })
  const typed = (value: string) => ({ [first!.id]: { type: 'text', text: value } })
  const long = typed('The cellar is damp. '.repeat(80))
  const saved = await signer.call('PUT', 'fields', { values: long })
  expect(saved).toMatchObject({ status: 400, body: { meta: { reason: 'does_not_fit', max: expect.any(Number) } } })
  expect((await printed(long)).body).toEqual(saved.body)
  const reason = (name: string) => ({ status: 400, body: { code: 'field_invalid', meta: { reason: name } } })
  expect(await printed({ [ink.id]: { type: 'typed', text: 'Ada' } })).toMatchObject(reason('wrong_type'))
  expect(await printed({ [sent.documentId]: { type: 'text', text: 'Ada' } })).toMatchObject(reason('unknown'))
  const many = Array.from({ length: PRINTED.maxTexts + 1 }, (_, i) => [`${i}`, { type: 'text', text: 'Ada' }])
  for (const values of [{}, Object.fromEntries(many)])
    expect(await printed(values)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(await printed(typed('The cellar is damp.'))).toMatchObject({ status: 200 })
  // Nothing was stored.
  expect((await signer.data()).fields[0]!.value).toBe(null)
})

test('one link cannot keep the server busy with drawing', async () => {
  const sent = await sendBoth(makePdf())
  const signer = new Signer(server, sent.signers[0]!.signingUrl)
  const ink = (await signer.data()).fields.find(({ kind }) => kind === 'signature')!
  const ask = () => signer.call('POST', 'printed', { values: { [ink.id]: { type: 'typed', text: 'Ada' } } })
  for (let i = 0; i < PRINTED.requests; i++) expect((await ask()).status).toBe(400)
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})

test('without the server the page shows about what will be printed, and the text in the text', async () => {
  const sent = await sendBoth(makePdf())
  const { page } = phone
  await page.route('**/printed', (route) => route.abort())
  const read = page.waitForResponse((answer) => answer.url().endsWith('/text.json'), { timeout: 0 })
  await openLink(page, sent.signers[0]!.signingUrl)
  await read
  const field = page.locator('.field.text').first()
  const look = () => field.evaluate((button) => getComputedStyle(button.firstElementChild!).visibility)
  const type = async (value: string) => {
    await field.click()
    await page.getByRole('textbox', { name: 'Latin' }).fill(value)
    await go(page).click()
  }
  await type('Ada')
  expect([await field.textContent(), await look()]).toEqual(['Ada', 'visible'])
  await page.unroute('**/printed')
  await type('Ada Lovelace')
  await expect.poll(look).toBe('hidden')
  await page.getByRole('tab', { name: 'Text' }).click()
  const inText = page.locator('.reflow').getByRole('textbox', { name: /^Latin/ })
  await expect.poll(() => inText.inputValue()).toBe('Ada Lovelace')
  await page.getByRole('tab', { name: 'Page' }).click()
  await expect.poll(look).toBe('hidden')
  expect(await page.locator('.print').count()).toBe(1)
})
