import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { verifyPdf } from '../../sdk/src/verify/index.ts'
import { visit } from '../support/browser.ts'
import { readRequest } from '../support/flow.ts'
import { JPEGS } from '../support/images.ts'
import { makePng } from '../support/ink.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import {
  ADA,
  dateOn,
  drawWave,
  everyKind,
  expectQuiet,
  go,
  mailedLink,
  openLink,
  PHONE,
  send,
  signatureOnly,
} from './story.ts'

let server: TestServer
let browser: Browser
let key: TestKey

useStage(
  (stage) => {
    ;({ server, browser, key } = stage)
  },
  { workspace: 'Acme Ltd' },
)

const readSigner = (id: string) => readRequest(server, key, id)

test('on a phone, from the emailed link to the sealed PDF', async () => {
  const sent = await send(server, key, { fields: everyKind, extra: { message: 'Please sign by Friday.' } })
  await server.work()
  const link = await mailedLink(server, ADA.email)
  expect(link).toBe(sent.signers[0]!.signingUrl)
  const visited = await visit(browser, server.url, PHONE)
  const { page } = visited

  await openLink(page, link)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('services-agreement.pdf')
  expect(await page.getByText('Please sign by Friday.').isVisible()).toBe(true)
  // The text of the document can be read by a screen reader and selected.
  await expect.poll(() => page.locator('[data-page="1"] .words-layer').textContent()).toContain('Services Agreement')
  await expect.poll(async () => (await readSigner(sent.signers[0]!.signingRequestId)).status).toBe('viewed')

  await expect.poll(() => page.getByRole('status').first().textContent()).toBe('1 of 4 required fields done')
  await go(page).click()
  expect(await go(page).textContent()).toBe('Add initials')
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  expect(await page.locator('#typed').inputValue()).toBe('AL')
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(await go(page).textContent()).toBe('Add signature')
  await go(page).click()
  await page.getByRole('tab', { name: 'Draw' }).click()
  await drawWave(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('checkbox', { name: 'I have read the annex' }).check()
  await go(page).click()
  expect(await page.locator('#progress-text').textContent()).toBe('Ready to sign')
  await page.getByRole('button', { name: '1 optional field left' }).click()
  await page.getByRole('textbox', { name: 'Purchase order' }).fill('PO 4711')
  await go(page).click()

  expect(await page.locator('#consent').isChecked()).toBe(false)
  await go(page).click()
  expect(await page.getByRole('alert').filter({ hasText: 'tick the box' }).isVisible()).toBe(true)
  await page.locator('#consent').check()
  expect(await go(page).textContent()).toBe('Finish and sign')
  await go(page).click()

  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  await server.work()
  await page.getByRole('heading', { name: 'The document is complete' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the signed PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('services-agreement-signed.pdf')
  const pdf = await readFile(await download.path())
  const { body: document } = await server.call<{ status: string; signedSha256: string }>(
    key,
    'GET',
    `/v1/documents/${sent.documentId}`,
  )
  expect(document.status).toBe('signed')
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(document.signedSha256)
  const verification = await verifyPdf(new Uint8Array(pdf))
  expect(verification.checks.filter(({ ok }) => !ok)).toEqual([])
  const words = (await pdfJsTexts(new Uint8Array(pdf)))
    .flat()
    .map(({ text }) => text)
    .join(' ')
  for (const word of ['Ada Lovelace', 'PO 4711', 'AL', dateOn(server.clock.now())]) expect(words).toContain(word)
  expectQuiet(visited)
  await visited.close()

  const mails = (await server.outbox()).filter(({ recipient }) => recipient === ADA.email)
  expect(mails.at(-1)!.subject).toBe('Signed by everyone: services-agreement.pdf')
  const signer = await readSigner(sent.signers[0]!.signingRequestId)
  expect(signer.auditEvents.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['email_sent', 'viewed', 'consented', 'signed']),
  )
})

test('by the keyboard alone', async () => {
  const sent = await send(server, key, { fields: (role) => [...signatureOnly(role), ...everyKind(role).slice(4, 5)] })
  const visited = await visit(browser, server.url)
  const { page } = visited
  await openLink(page, sent.signers[0]!.signingUrl)
  const focused = () => page.evaluate(() => document.activeElement?.id)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the signing step')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('go')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('tab-draw')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('tab-type')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('typed')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Ada, Countess of Lovelace')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('tick-input')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  expect(await go(page).textContent()).toBe('Finish and sign')
  // Backwards from the button: past Back and the disclosure to the consent.
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe('consent')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  expectQuiet(visited)
  await visited.close()
  expect((await readSigner(sent.signers[0]!.signingRequestId)).status).toBe('signed')
})

test('entries are restored after a reload, and a signature is reused in later fields', async () => {
  const fields = (role: string) => [...signatureOnly(role), { ...signatureOnly(role)[0]!, page: 2 }]
  const sent = await send(server, key, { fields })
  const visited = await visit(browser, server.url, PHONE)
  const { page } = visited
  await openLink(page, sent.signers[0]!.signingUrl)
  await go(page).click()
  await go(page).click()
  await drawWave(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()
  await page.reload()
  await expect.poll(() => page.locator('#progress-text').textContent()).toBe('1 of 2 required fields done')
  expect(await page.locator('.field.done .strokes path').count()).toBe(1)
  await go(page).click()
  expect(await go(page).textContent()).toBe('Sign here')
  await go(page).click()
  expect(await page.locator('dialog[open]').count()).toBe(0)
  expect(await page.locator('.field.done .strokes path').count()).toBe(2)
  expectQuiet(visited)
  await visited.close()
})

test('without a connection the page says so, keeps the entries and saves them later', async () => {
  const sent = await send(server, key)
  const visited = await visit(browser, server.url)
  const { page } = visited
  await openLink(page, sent.signers[0]!.signingUrl)
  await page.context().setOffline(true)
  await page.getByText('You seem to be offline.').waitFor()
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#consent').check()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/complete'))
  await go(page).click()
  await failed
  await expect.poll(() => go(page).isEnabled()).toBe(true)
  // Said once, in the status line, whatever the signer presses.
  expect(await page.getByText('You seem to be offline.').count()).toBe(1)
  await page.context().setOffline(false)
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  await visited.close()
})

test('a signer without a name enters it, and is not asked twice', async () => {
  const sent = await send(server, key, { signers: [{ email: ADA.email, role: ADA.role }] })
  const visited = await visit(browser, server.url, { width: 320, height: 600, phone: true })
  const { page } = visited
  await openLink(page, sent.signers[0]!.signingUrl)
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.locator('#typed').fill('عائشة')
  await page.getByRole('button', { name: 'Apply' }).click()
  const name = page.getByRole('textbox', { name: 'Your full name' })
  expect(await name.inputValue()).toBe('عائشة')
  await name.fill('')
  await page.locator('#consent').check()
  await go(page).click()
  expect(await page.getByRole('alert').filter({ hasText: 'fill in this field' }).isVisible()).toBe(true)
  await name.fill('عائشة محمد')
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  expectQuiet(visited)
  await visited.close()
  expect((await readSigner(sent.signers[0]!.signingRequestId)).name).toBe('عائشة محمد')
})

const png = (width: number) => makePng(width, 60, (x) => (x % 7 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]))

test('an uploaded picture is re-encoded, shown, and used as the signature', async () => {
  const sent = await send(server, key)
  const visited = await visit(browser, server.url)
  const { page } = visited
  await openLink(page, sent.signers[0]!.signingUrl)
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Upload' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(await page.locator('#signature-error').textContent()).toContain('PNG or JPEG')
  await page
    .locator('#upload')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  expect(await page.locator('#signature-error').textContent()).toContain('PNG or JPEG')
  await page
    .locator('#upload')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect.poll(() => page.locator('#signature-error').textContent()).toContain('cannot be read')
  for (const buffer of [makePng(200, 80, () => [255, 255, 255, 255]), makePng(200, 80, () => [255, 255, 255, 9])]) {
    await page.locator('#upload').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await expect.poll(() => page.locator('#signature-error').textContent()).toContain('nothing to see')
  }
  for (const mimeType of ['image/jpg', '']) {
    await page.locator('#upload').setInputFiles({ name: 'a', mimeType, buffer: JPEGS.baseline })
    await expect.poll(() => page.locator('#upload-preview').getAttribute('src')).toContain('data:image/jpeg;')
  }
  await page.locator('#upload').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png(2400) })
  await expect.poll(() => page.locator('#upload-preview').getAttribute('src')).toContain('data:image/png;')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('.field.done img').waitFor()
  expect(await page.locator('.field.done img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  await page.locator('#consent').check()
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  expectQuiet(visited)
  await visited.close()
})

/** CMYK colours and a font that is not embedded: both need further files of pdf.js. */
function demandingPdf(): Buffer {
  const text = 'q 0.9 0.1 0.8 0.2 k 0 0 200 100 re f Q BT /J 40 Tf 10 30 Td <65E5672C8A9E> Tj ET'
  const japanese = '/BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>'
  return makePdf({
    pages: 3,
    content: 'q 1 0 0 1 100 500 cm /X Do Q',
    resources: '/XObject << /X 13 0 R >>',
    objects: [
      '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UTF16-H /DescendantFonts [11 0 R] >>',
      `<< /Type /Font /Subtype /CIDFontType0 ${japanese} /FontDescriptor 12 0 R /DW 1000 >>`,
      '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 -200 1000 900] >>',
      `<< /Type /XObject /Subtype /Form /BBox [0 0 200 100] /Resources << /Font << /J 10 0 R >> >> /Length ${text.length} >>\nstream\n${text}\nendstream`,
    ],
  })
}

test('colour profiles, decoders and character maps come from this server, under the strict policy', async () => {
  const sent = await send(server, key, { file: demandingPdf() })
  const visited = await visit(browser, server.url)
  const { page } = visited
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(`${response.status()} ${new URL(response.url()).pathname}`))
  await openLink(page, sent.signers[0]!.signingUrl)
  await expect.poll(() => page.locator('[data-page="1"] .words-layer').textContent()).toContain('日本語')
  const green = await page.locator('[data-page="1"] canvas').evaluate((canvas: HTMLCanvasElement) => {
    const scale = canvas.width / 595
    return [...canvas.getContext('2d')!.getImageData(290 * scale, (842 - 590) * scale, 1, 1).data]
  })
  // Cyan and yellow ink make green, less bright than with a naive conversion.
  expect(green[1]).toBeGreaterThan(green[0]! + 50)
  expect(green[1]).toBeGreaterThan(green[2]!)
  for (const part of ['/wasm/qcms_bg.wasm', '/iccs/', '/cmaps/UniJIS-UTF16-H.bcmap']) {
    expect(
      loaded.find((line) => line.startsWith('200 /assets/pdfjs-') && line.includes(part)),
      part,
    ).toBeDefined()
  }
  expectQuiet(visited)
  await visited.close()
})
