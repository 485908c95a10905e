import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPdf } from '../../sdk/src/verify/index.ts'
import { scrollToFrameEnd, sidewaysScroll } from '../support/browser.ts'
import { type EmbedHost, startEmbedHost } from '../support/embed-host.ts'
import { readRequest, Signer } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import {
  instantiate,
  itemsTable,
  LEASE_RECIPIENTS,
  leaseModel,
  lockedTemplate,
  signature,
} from '../support/templates.ts'
import {
  DESKTOP,
  fillSignature,
  finish,
  inFrame,
  mint,
  PATH,
  PHONE,
  sendAndMint,
  show,
  untilDrawn,
  untilViewed,
  useEmbedStage,
  without,
} from './embed-stage.ts'
import { everyKind, send } from './story.ts'

let server: TestServer
let key: TestKey
let host: EmbedHost
let stranger: EmbedHost

beforeAll(async () => {
  stranger = await startEmbedHost()
})
// After the browser, which still uses it.
afterAll(() => stranger?.close())
useEmbedStage((stage) => {
  ;({ server, key, host } = stage)
})

const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

describe.each(sized([PHONE], [PHONE, DESKTOP]))('a frame in a page of another origin, at $width px', (size) => {
  test('the signer signs there, and the page gets a message for each step', async () => {
    const { sent, session } = await sendAndMint()
    const shown = await show(host.page(session.embed_url), size)
    const { page } = shown
    expect(await page.locator('iframe').getAttribute('title')).toBe('Sign the document')
    await untilViewed(shown)
    // The page around the frame is what could go on elsewhere.
    expect(await inFrame(page).locator('#open-phone').count()).toBe(0)
    await fillSignature(page)
    await finish(page)
    await inFrame(page).getByRole('heading', { name: 'You have signed' }).waitFor()
    await expect.poll(shown.types).toContain('signed')
    await server.work()
    await inFrame(page).getByRole('heading', { name: 'The document is complete' }).waitFor()
    expect(without(await shown.types())).toEqual(['ready', 'viewed', 'ready', 'signed'])
    for (const message of await shown.received())
      expect(message).toMatchObject({
        source: 'countersign',
        version: 1,
        session_id: session.id,
        signing_request_id: sent.signers[0]!.signingRequestId,
      })
    const heights = (await shown.received()).flatMap((message) => (message.type === 'resize' ? [message.height] : []))
    expect(heights[0]).toBe(800)
    expect(await page.locator('iframe').evaluate((frame) => frame.clientHeight)).toBe(heights.at(-1))
    expect(heights.at(-1)).toBeLessThan(800)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      inFrame(page).getByRole('link', { name: 'Download the signed PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('services-agreement-signed.pdf')
    expect(shown.complaints).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await shown.close()
    expect((await readRequest(server, key, sent.signers[0]!.signingRequestId)).status).toBe('signed')
    expect((await server.call(session.own, 'GET', `${PATH}/${session.id}`)).body).toMatchObject({
      status: 'completed',
      first_loaded_at: server.clock.now().toISOString(),
    })
  })

  test('a table is filled in there, looked at as it will be signed, and sealed with its rows', async () => {
    const template = leaseModel({
      slots: [{ slot: 1, role: 'tenant' }],
      boxes: [itemsTable({ slot: 1 }), signature(1)],
    })
    const { id } = await lockedTemplate(server, key, { template })
    const { body } = await instantiate(server, key, id, { field_values: {}, recipients: [LEASE_RECIPIENTS[0]] })
    const session = await mint({ signers: [{ signingRequestId: body.recipients[0]!.signing_request_id! }] })
    const shown = await show(host.page(session.embed_url), size)
    const { page } = shown
    const frame = inFrame(page)
    await untilViewed(shown)
    await frame.locator('#go').click()
    await frame.locator('#go').click()
    const rows = frame.locator('#rows .row')
    await rows.first().getByLabel('Item').fill('Waschmaschine mit Trockner')
    await rows.first().getByLabel('Amount').fill('1,850.50')
    await frame.locator('#rows-add').click()
    await rows.nth(1).getByLabel('Item').fill('冷蔵庫')
    await picture(page, `embed-rows-${size.width}`)
    await frame.locator('#rows .primary').click()
    await frame.locator('#rows').waitFor({ state: 'hidden' })
    await scrollToFrameEnd(page)
    await frame.locator('#go').click()
    await frame.getByRole('tab', { name: 'Type' }).click()
    await frame.getByRole('button', { name: 'Apply' }).click()
    await finish(page)
    await frame.locator('#preview .preview-sheet canvas').first().waitFor()
    await expect.poll(() => frame.locator('#preview .read-only').first().textContent()).toContain('冷蔵庫')
    await picture(page, `embed-preview-${size.width}`)
    expect(await sidewaysScroll(page)).toBe(0)
    await frame.locator('#preview .primary').click()
    await frame.getByRole('heading', { name: 'You have signed' }).waitFor()
    await expect.poll(shown.types).toContain('signed')
    await server.work()
    await frame.getByRole('heading', { name: 'The document is complete' }).waitFor()
    expect(shown.complaints).toEqual([])
    await shown.close()
    const { body: sealed } = await server.call<Buffer>(key, 'GET', `/v1/documents/${body.document_id}/signed`)
    expect((await verifyPdf(sealed)).checks.filter(({ ok }) => !ok)).toEqual([])
    const printed = (await pdfJsTexts(sealed)).flat().map(({ text }) => text)
    for (const what of ['Waschmaschine mit Trockner', '冷蔵庫']) expect(printed.join(' ')).toContain(what)
  })
})

test('the policy names that origin exactly, nothing blocks its frame, no cookie is set', async () => {
  const { session } = await sendAndMint()
  const answer = await fetch(session.embed_url)
  const policy = answer.headers.get('content-security-policy')!.split('; ')
  expect(policy).toContain(`frame-ancestors ${host.origin}`)
  expect(policy).toContain("default-src 'none'")
  expect(answer.headers.has('x-frame-options')).toBe(false)
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(answer.headers.get('set-cookie')).toBe(null)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  const mailed = await fetch((await send(server, key)).signers[0]!.signingUrl)
  expect(mailed.headers.get('x-frame-options')).toBe('DENY')
})

test('a third origin gets nothing: no page, no message', async () => {
  const { session } = await sendAndMint()
  const shown = await show(stranger.page(session.embed_url))
  await expect.poll(() => shown.complaints.join()).toContain('frame-ancestors')
  await expect.poll(() => shown.page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
  // The frame's script would have sent `ready` before its document is drawn.
  const known = await show(host.page(session.embed_url))
  await untilDrawn(known.page)
  expect(await shown.page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard)).toEqual([])
  expect((await server.call(session.own, 'GET', `${PATH}/${session.id}`)).body).toMatchObject({ status: 'active' })
  await known.close()
  await shown.close()
})

test('the SDK accepts messages from its own frame only, and close() removes it', async () => {
  const { session } = await sendAndMint()
  const shown = await show(host.page(session.embed_url))
  await untilViewed(shown)
  const before = await shown.types()
  await shown.page.evaluate(() => {
    const forged = { source: 'countersign', version: 1, type: 'signed', session_id: 'x', signing_request_id: 'x' }
    window.postMessage(forged, '*')
    const { frame } = globalThis as unknown as { frame: { iframe: HTMLIFrameElement } }
    // From the page itself posing as the frame, and from the frame element with another origin.
    window.dispatchEvent(new MessageEvent('message', { data: forged, origin: new URL(frame.iframe.src).origin }))
    window.dispatchEvent(
      new MessageEvent('message', { data: forged, origin: location.origin, source: frame.iframe.contentWindow }),
    )
  })
  const heard = () => shown.page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard.length)
  await expect.poll(heard).toBe(before.length + 3)
  expect(await shown.types()).toEqual(before)
  await shown.page.evaluate(() => {
    const { frame } = globalThis as unknown as { frame: { close(): void } }
    frame.close()
    frame.close()
  })
  expect(await shown.page.locator('iframe').count()).toBe(0)
  await shown.close()
})

test('a reload continues where it was, before and after the signature', async () => {
  const { session } = await sendAndMint({ fields: everyKind })
  const shown = await show(host.page(session.embed_url))
  const { page } = shown
  await untilDrawn(page)
  const frame = inFrame(page)
  await frame.locator('.field.checkbox').click()
  await frame.locator('#saving', { hasText: 'Saved' }).waitFor()
  await page.reload()
  await untilDrawn(page)
  await expect.poll(() => frame.locator('.field.checkbox').getAttribute('aria-label')).toContain('ticked')
  expect((await server.call(null, 'GET', `${new URL(session.embed_url).pathname}/status`)).status).toBe(200)
  expect((await new Signer(server, session.embed_url).sign()).status).toBe(200)
  await page.reload()
  await frame.getByRole('heading', { name: 'You have signed' }).waitFor()
  expect(without(await shown.types())).toEqual(['ready', 'signed'])
  await shown.close()
})

test('declining sends `declined`, and a reloaded page sends it again', async () => {
  const { session } = await sendAndMint()
  const shown = await show(host.page(session.embed_url), PHONE)
  await untilDrawn(shown.page)
  const frame = inFrame(shown.page)
  await frame.locator('#more').click()
  await frame.locator('#open-decline').click()
  await frame.locator('#decline-confirm').click()
  await frame.getByRole('heading', { name: 'You declined to sign' }).waitFor()
  await expect.poll(shown.types).toContain('declined')
  await shown.page.reload()
  await expect.poll(async () => without(await shown.types())).toEqual(['ready', 'declined'])
  await shown.close()
})
