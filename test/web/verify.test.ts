import { createHash } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { createCa, type TestCa } from '../support/pki.ts'
import { builtInTsa, keyOf, samplePdf, seal } from '../support/sealing.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { signedFile } from '../support/signed-files.ts'
import { useStage } from './stage.ts'
import { ADA, CONTRACT, expectQuiet, PHONE, send, signByCalls } from './story.ts'

let server: TestServer
let browser: Browser
let key: TestKey
useStage((stage) => {
  ;({ server, browser, key } = stage)
})

let ca: TestCa
let signed: Buffer
let link: string
beforeAll(async () => {
  ca = await createCa()
  const sent = await send(server, key, { signers: [{ ...ADA, locale: 'de' }] })
  link = sent.signers[0]!.signingUrl
  await signByCalls(link, '2026-10-10')
  await server.work()
  signed = Buffer.from(await (await fetch(`${link}/signed.pdf`)).arrayBuffer())
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const fileOf = (buffer: Uint8Array) => ({ name: 'lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(buffer) })

/** What the page says of the file. */
async function verdictOn({ page }: Visit, bytes: Uint8Array): Promise<string> {
  await page.locator('#result').evaluate((result) => result.setAttribute('hidden', ''))
  await page.locator('#file').setInputFiles(fileOf(bytes))
  await page.locator('#result').waitFor()
  return page.locator('#verdict').innerText()
}

test('the finished page and the mail with the file lead to it, in the language of the signer', async () => {
  expect(await (await fetch(link)).text()).toContain('href="/verify?lang=de"')
  const mail = (await server.outbox()).findLast(({ recipient }) => recipient === ADA.email)!
  expect(mail.body).toContain(`${server.ctx.config.publicUrl}/verify?lang=de`)
})

describe('/verify', () => {
  let seen: Visit
  /** What the page asked the network for after it had loaded. */
  const requests: string[] = []
  beforeAll(async () => {
    seen = await visit(browser, server.url, { phone: true })
    await seen.page.goto(`${server.url}/verify`, { waitUntil: 'networkidle' })
    seen.page.on('request', (request) => requests.push(request.url()))
  })

  test('judges a signed file in the browser, and sends nothing', async () => {
    const { page } = seen
    expect(await page.locator('#result').isVisible()).toBe(false)
    expect(await verdictOn(seen, signed)).toBe('Genuine and unchanged')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('verdict')
    expect(await page.locator('#sha256').innerText()).toBe(sha256(signed))
    const { subject } = server.ctx.sealer.certificates()
    expect(subject).toContain(await page.locator('#sealed-by').innerText())
    expect(await page.locator('#sealed-on').innerText()).toContain(String(server.ctx.clock.now().getFullYear()))
    const steps = page.locator('#steps li')
    expect(await steps.first().isVisible()).toBe(false)
    await page.locator('#how summary').click()
    expect(await steps.first().isVisible()).toBe(true)
    expect(await page.locator('#steps .failed').count()).toBe(0)
    for (const size of [PHONE, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size)
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    }
    expect(requests).toEqual([])
    expectQuiet(seen)
    // The browser itself would not let it.
    expect(await page.evaluate(() => fetch('/').then(String, String))).toContain('TypeError')
    seen.complaints.length = 0
    requests.length = 0
  })

  test('takes a file that is dropped', async () => {
    const { page } = seen
    await page.evaluate((text) => {
      const files = new DataTransfer()
      files.items.add(new File([text], 'letter.txt'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }))
    }, 'Dear Ada')
    await page.getByRole('heading', { name: 'This is not a PDF' }).waitFor()
    expect(await page.locator('#file-name').innerText()).toBe('letter.txt')
  })

  test('says what is wrong with a file in a sentence that people understand', async () => {
    const flipped = Buffer.from(signed)
    flipped[1000]! ^= 1
    expect(await verdictOn(seen, flipped)).toBe('Changed, or not validly signed')
    expect(await seen.page.locator('#facts').isVisible()).toBe(false)
    expect(await seen.page.locator('#steps .failed').count()).toBeGreaterThan(0)
    expect(await verdictOn(seen, Buffer.concat([signed, Buffer.from('%more\n')]))).toBe(
      'Something was added after it was signed',
    )
    expect(await verdictOn(seen, CONTRACT)).toBe('Not signed')
    expect(await verdictOn(seen, signed.subarray(0, 600))).toBe('This PDF cannot be read')
    expect(await verdictOn(seen, Buffer.alloc(0))).toBe('This is not a PDF')
  })

  test('judges files of others', async () => {
    const tools = { key: await keyOf(await ca.issue({ name: 'Elsewhere Inc' })), tsa: await builtInTsa(ca) }
    const { bytes } = await seal(await samplePdf(), { key: tools.key, tsas: [tools.tsa], level: 'B-T' })
    expect(await verdictOn(seen, bytes)).toBe('Unchanged, but sealed by someone not known here')
    expect(await seen.page.locator('#sealed-by').innerText()).toBe('Elsewhere Inc')
    expect(await verdictOn(seen, await signedFile(tools, [{}]))).toBe('Signed in another way')
    expect({ requests, complaints: seen.complaints }).toEqual({ requests: [], complaints: [] })
  })

  test('says when the proof has run out', async () => {
    server.clock.advance(40 * 366 * 86_400_000)
    const later = await visit(browser, server.url)
    await later.page.goto(`${server.url}/verify`)
    expect(await verdictOn(later, signed)).toBe('Unchanged, but the proof has run out')
    await later.close()
  })
})
