import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from '../support/browser.ts'
import { Signer } from '../support/flow.ts'
import { makePng } from '../support/ink.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { go, openLink, send, signatureOnly } from './story.ts'

/** Typed signatures in real handwriting, and photographed ones without their paper (decision 0510). */

let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser, key } = stage)
})

async function open() {
  const sent = await send(server, key, { fields: signatureOnly })
  const visited = await visit(browser, server.url, { width: 390, height: 844, phone: true })
  await openLink(visited.page, sent.signers[0]!.signingUrl)
  await visited.page.locator('.field.signature').click()
  return { ...visited, visited, sent }
}

test.each([
  ['Handwriting 1', 'flowing', 'Dancing Script', 'DancingScript'],
  ['Handwriting 2', 'casual', 'Caveat', 'Caveat'],
  ['Handwriting 3', 'formal', 'Great Vibes', 'GreatVibes'],
])('%s is what the page shows and what is sealed', async (label, style, family, fontName) => {
  const { page, visited, sent, close } = await open()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.locator('#typed').fill('Łukasz O’Brien')
  await page.getByRole('radio', { name: label }).check()
  await expect.poll(() => page.evaluate((name) => document.fonts.check(`20px "${name}"`, 'Ł'), family)).toBe(true)
  await page.getByRole('button', { name: 'Apply' }).click()
  const shown = page.locator('.field.signature span')
  expect(await shown.evaluate((span) => getComputedStyle(span).fontFamily)).toContain(family)
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()
  // It is there again after a reload, in the same hand.
  await page.reload()
  await expect.poll(() => shown.evaluate((span) => getComputedStyle(span).fontFamily)).toContain(family)
  const { fields } = await new Signer(server, sent.signers[0]!.signingUrl).data()
  expect(fields[0]!.value).toEqual({ type: 'typed', text: 'Łukasz O’Brien', style })
  await page.locator('#consent').check()
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  await server.work()
  const file = await server.fetch(`/v1/documents/${sent.documentId}/signed`, {
    headers: { Authorization: `Bearer ${key.key}` },
  })
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toContain(`+${fontName}`)
  expect(visited).toMatchObject({ complaints: [], foreign: [] })
  await close()
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
const look = (page: Page) =>
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
  const { page, visited, sent, close } = await open()
  await page.getByRole('tab', { name: 'Upload' }).click()
  await page.locator('#upload').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: photograph })
  const paper = page.getByRole('checkbox', { name: 'Remove the paper behind the signature' })
  await paper.waitFor()
  const ink = await look(page)
  expect(ink.corner).toBe(0)
  expect(ink.width).toBeLessThan(540)
  expect(ink.height).toBeLessThan(200)
  expect(ink.opaque).toBeGreaterThan(0.02)
  expect(ink.opaque).toBeLessThan(0.2)
  await paper.uncheck()
  await expect.poll(() => look(page)).toMatchObject({ corner: 255, opaque: 1 })
  await paper.check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#consent').check()
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  await server.work()
  expect((await server.call(key, 'GET', `/v1/documents/${sent.documentId}/signed`)).status).toBe(200)
  expect(visited).toMatchObject({ complaints: [], foreign: [] })
  await close()
})

test('a picture that is no ink on paper is used as it is', async () => {
  const { page, close } = await open()
  await page.getByRole('tab', { name: 'Upload' }).click()
  const dark = makePng(300, 200, (x) => (x < 200 ? [10, 10, 10, 255] : [240, 240, 240, 255]))
  await page.locator('#upload').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dark })
  await page.locator('#upload-preview').waitFor()
  expect(await page.locator('#paper-row').isHidden()).toBe(true)
  expect(await look(page)).toMatchObject({ width: 300, height: 200, opaque: 1 })
  await close()
})
