import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Visit, visit } from '../support/browser.ts'
import { Signer } from '../support/flow.ts'
import { makePng } from '../support/ink.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { go, openLink, type SendOptions, send, signatureOnly } from './story.ts'

/** Typed signatures in real handwriting, and photographed ones without their paper. */

let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser, key } = stage)
})

/** One for all tests: in a new one, the scripts of the page take longer to load than in one that has them. */
let visited: Visit
let page: Page
beforeAll(async () => {
  visited = await visit(browser, server.url, { width: 390, height: 844, phone: true })
  page = visited.page
})

async function open(fields: SendOptions['fields'] = signatureOnly) {
  const sent = await send(server, key, { fields })
  await openLink(page, sent.signers[0]!.signingUrl)
  await page.locator('.field.signature').first().click()
  return sent
}

const HANDS = [
  ['Handwriting 1', 'flowing', 'Dancing Script', 'DancingScript'],
  ['Handwriting 2', 'casual', 'Caveat', 'Caveat'],
  ['Handwriting 3', 'formal', 'Great Vibes', 'GreatVibes'],
] as const

test('each hand is what the page shows and what is sealed', async () => {
  const sent = await open((role) => HANDS.map((_, at) => ({ ...signatureOnly(role)[0]!, y: 0.3 + 0.1 * at })))
  const familyOf = (at: number) =>
    page
      .locator('.field.signature span')
      .nth(at)
      .evaluate((span) => getComputedStyle(span).fontFamily)
  for (const [at, [label, , family]] of HANDS.entries()) {
    if (at > 0) {
      // The first click repeats the signature before it, the second changes it.
      const field = page.locator('.field.signature').nth(at)
      await field.click()
      await field.click()
    }
    await page.getByRole('tab', { name: 'Type' }).click()
    await page.locator('#typed').fill('Łukasz O’Brien')
    await page.getByRole('radio', { name: label }).check()
    await expect.poll(() => page.evaluate((name) => document.fonts.check(`20px "${name}"`, 'Ł'), family)).toBe(true)
    await page.getByRole('button', { name: 'Apply' }).click()
    expect(await familyOf(at)).toContain(family)
  }
  const typed = HANDS.map(([, style]) => ({ type: 'typed', text: 'Łukasz O’Brien', style }))
  const stored = async () => {
    const fields = await new Signer(server, sent.signers[0]!.signingUrl).fields()
    return fields.map(({ value }) => value)
  }
  await expect.poll(stored).toEqual(typed)
  // They are there again after a reload, in the same hands.
  await page.reload()
  for (const [at, [, , family]] of HANDS.entries()) await expect.poll(() => familyOf(at)).toContain(family)
  await page.locator('#consent').check()
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  await server.work()
  const file = await server.fetch(`/v1/documents/${sent.documentId}/signed`, {
    headers: { Authorization: `Bearer ${key.key}` },
  })
  const bytes = Buffer.from(await file.arrayBuffer()).toString('latin1')
  for (const [, , , fontName] of HANDS) expect(bytes).toContain(`+${fontName}`)
  expect(visited).toMatchObject({ complaints: [], foreign: [] })
})

test('only the handwriting that has the letters is offered', async () => {
  await open()
  await page.getByRole('tab', { name: 'Type' }).click()
  for (const [name, offered, chosen] of [
    ['Олена Ковальчук', 2, 'casual'],
    ['Ελένη Παπαδοπούλου', 1, 'flowing'],
    ['Łukasz O’Brien', 3, 'flowing'],
  ] as const) {
    await page.locator('#typed').fill(name)
    await expect.poll(() => page.getByRole('radio').count(), { message: name }).toBe(offered)
    expect(await page.locator('[name=hand]:checked').inputValue()).toBe(chosen)
  }
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('a style that does not exist is refused', async () => {
  const sent = await send(server, key, { fields: signatureOnly })
  const signer = new Signer(server, sent.signers[0]!.signingUrl)
  const signed = await signer.sign({ values: () => ({ type: 'typed', text: 'Ada', style: 'comic' as 'casual' }) })
  expect(signed).toMatchObject({ status: 400, body: { code: 'field_invalid', meta: { reason: 'wrong_type' } } })
})

/** A sheet in uneven light, grey to white, with a line of blue ink across it. */
const photograph = makePng(900, 500, (x, y) => {
  const paper = 150 + Math.round((90 * x) / 900)
  const isInk = x > 200 && x < 700 && Math.abs(y - 250 - 60 * Math.sin(x / 40)) < 5
  return isInk ? [20, 30, 90, 255] : [paper, paper, paper - 8, 255]
})

/** Of the picture in the dialog: its size, how much of it is opaque, and whether its corners are clear. */
const look = () =>
  page.locator('#upload-preview').evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let opaque = 0
    for (let i = 3; i < data.length; i += 4) if (data[i]! > 128) opaque++
    return { width: canvas.width, height: canvas.height, opaque: (4 * opaque) / data.length, corner: data[3]! }
  })

test('a photographed signature loses its paper, is cropped to its ink, and can keep both', async () => {
  const sent = await open()
  await page.getByRole('tab', { name: 'Upload' }).click()
  await page.locator('#upload').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: photograph })
  const paper = page.getByRole('checkbox', { name: 'Remove the paper behind the signature' })
  await paper.waitFor()
  const ink = await look()
  expect(ink.corner).toBe(0)
  expect(ink.width).toBeLessThan(540)
  expect(ink.height).toBeLessThan(200)
  expect(ink.opaque).toBeGreaterThan(0.02)
  expect(ink.opaque).toBeLessThan(0.2)
  await paper.uncheck()
  await expect.poll(() => look()).toMatchObject({ corner: 255, opaque: 1 })
  await paper.check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#consent').check()
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  await server.work()
  expect((await server.call(key, 'GET', `/v1/documents/${sent.documentId}/signed`)).status).toBe(200)
  expect(visited).toMatchObject({ complaints: [], foreign: [] })
})

test('a picture that is no ink on paper is used as it is', async () => {
  await open()
  await page.getByRole('tab', { name: 'Upload' }).click()
  const dark = makePng(300, 200, (x) => (x < 200 ? [10, 10, 10, 255] : [240, 240, 240, 255]))
  await page.locator('#upload').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dark })
  await page.locator('#upload-preview').waitFor()
  expect(await page.locator('#paper-row').isHidden()).toBe(true)
  expect(await look()).toMatchObject({ width: 300, height: 200, opaque: 1 })
})

test('the dialog is as high with each of its tabs, and its buttons stay where they are', async () => {
  for (const size of [
    { width: 390, height: 844 },
    { width: 375, height: 560 },
    { width: 740, height: 375 },
  ]) {
    await page.setViewportSize(size)
    await open()
    const places = []
    for (const name of ['Draw', 'Type', 'Upload']) {
      await page.getByRole('tab', { name }).click()
      places.push([
        await page.locator('#signature').boundingBox(),
        await page.locator('#signature-cancel').boundingBox(),
      ])
    }
    expect(places).toEqual([places[0], places[0], places[0]])
    expect(places[0]![1]!.y + places[0]![1]!.height).toBeLessThanOrEqual(size.height)
  }
})
