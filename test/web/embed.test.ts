import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FrameMessage } from '../../sdk/src/embed/index.ts'
import { verifyPdf } from '../../sdk/src/verify/index.ts'
import { revokeKey } from '../../server/domain/records/workspaces/keys.ts'
import { damage } from '../support/altered-file.ts'
import { type Authority, startAuthority } from '../support/authority.ts'
import { axeViolations, closerOf, scrollToFrameEnd, sidewaysScroll } from '../support/browser.ts'
import { type EmbedHost, startEmbedHost } from '../support/embed-host.ts'
import { readRequest, Signer } from '../support/flow.ts'
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
import { useStage } from './stage.ts'
import { ADA, BOB, everyKind, openLink, type Sent, send } from './story.ts'

const PATH = '/v1/embedded/sign-sessions'
const PHONE = { width: 375, height: 740 }
const DESKTOP = { width: 1280, height: 900 }

let server: TestServer
let browser: Browser
let host: EmbedHost
let stranger: EmbedHost
let key: TestKey
/** The built-in time-stamp authority, over HTTP and with a switch. */
let authority: Authority
let authorityIsUp = true

beforeAll(async () => {
  authority = await startAuthority(async (request) => (authorityIsUp ? server.ctx.sealer.timestamp(request) : null))
  ;[host, stranger] = await Promise.all([startEmbedHost(), startEmbedHost()])
})
// After the browser, which still uses them.
afterAll(async () => {
  await Promise.all([host?.close(), stranger?.close(), authority?.close()])
})
useStage(
  (stage) => {
    ;({ server, browser, key } = stage)
  },
  {
    server: () => ({ config: { tsaUrls: [authority.url] } }),
    key: () => ({ embedOrigins: [host.origin] }),
  },
)

interface Minted {
  id: string
  embed_url: string
}

/** A session of the document's signer, minted with its own key. */
async function mint(sent: { signers: { signingRequestId: string }[] }, { ttl_seconds = 300, signer = 0 } = {}) {
  const own = await server.key({ embedOrigins: [host.origin] })
  const json = { signing_request_id: sent.signers[signer]!.signingRequestId, origin: host.origin, ttl_seconds }
  const { status, body } = await server.call<Minted>(own, 'POST', PATH, { json })
  if (status !== 201) throw new Error(`mint answered ${status} ${JSON.stringify(body)}`)
  return { ...body, own }
}

const sendAndMint = async (options?: Parameters<typeof send>[2], minting?: Parameters<typeof mint>[1]) => {
  const sent = await send(server, key, options)
  return { sent, session: await mint(sent, minting) }
}

interface Shown {
  page: Page
  complaints: string[]
  /** Messages that the SDK accepted. */
  received(): Promise<FrameMessage[]>
  types(): Promise<string[]>
  details(): Promise<string[]>
  close(): Promise<void>
}

async function show(url: string, viewport = DESKTOP, prepare?: (page: Page) => Promise<unknown>): Promise<Shown> {
  const context = await browser.newContext({ viewport, ignoreHTTPSErrors: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const close = closerOf(page)
  const complaints: string[] = []
  page.on('console', (message) => {
    // Only here: the host is https, as real ones are, but the server is http on localhost, which Chromium mentions for images.
    if (message.text().startsWith("Mixed Content: The page at 'http://localhost")) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await prepare?.(page)
  await page.goto(url)
  const received = () => page.evaluate(() => (globalThis as unknown as { received: FrameMessage[] }).received)
  return {
    page,
    complaints,
    received,
    types: async () => (await received()).map(({ type }) => type),
    details: async () => (await received()).flatMap((message) => (message.type === 'error' ? [message.detail] : [])),
    async close() {
      expect(await context.cookies()).toEqual([])
      await close()
    },
  }
}

const inFrame = (page: Page) => page.frameLocator('iframe')
const without = (types: string[]) => types.filter((type) => type !== 'resize')

async function untilDrawn(page: Page): Promise<void> {
  await inFrame(page).locator('.sheet[data-ready]').first().waitFor()
  await scrollToFrameEnd(page)
}

/** Waits until the server knows of the view, so that the page is idle when the test changes something. */
async function untilViewed({ page, types }: Shown): Promise<void> {
  await untilDrawn(page)
  await inFrame(page).locator('#pages[data-displayed]').waitFor()
  await expect.poll(types).toContain('viewed')
}

/** Signs in the frame with a typed name, up to the consent. */
async function fillSignature(page: Page): Promise<void> {
  const frame = inFrame(page)
  await untilDrawn(page)
  await frame.locator('#go').click()
  await frame.locator('#go').click()
  await frame.getByRole('tab', { name: 'Type' }).click()
  await frame.getByRole('button', { name: 'Apply' }).click()
}

const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

async function finish(page: Page): Promise<void> {
  await inFrame(page).locator('#consent').check()
  await scrollToFrameEnd(page)
  await inFrame(page).locator('#go').click()
}

describe.each([PHONE, DESKTOP])('a frame in a page of another origin, at $width px', (size) => {
  test('the signer signs there, and the page gets a message for each step', async () => {
    const { sent, session } = await sendAndMint()
    const shown = await show(host.page(session.embed_url), size)
    const { page } = shown
    expect(await page.locator('iframe').getAttribute('title')).toBe('Sign the document')
    await untilViewed(shown)
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

describe('a session that expires', () => {
  test('while the signer works says so, sends `expired`, and loses nothing', async () => {
    const { sent, session } = await sendAndMint({ fields: everyKind })
    const shown = await show(host.page(session.embed_url))
    const { page } = shown
    await untilViewed(shown)
    const frame = inFrame(page)
    await frame.locator('.field.checkbox').click()
    await frame.locator('#saving', { hasText: 'Saved' }).waitFor()
    server.clock.advance(300_000)
    await frame.locator('.field.checkbox').click()
    await frame.getByRole('heading', { name: 'This session has ended' }).waitFor()
    await expect.poll(shown.types).toContain('expired')
    expect(await shown.details()).toEqual([])
    await shown.close()

    const again = await mint(sent)
    const later = await show(host.page(again.embed_url))
    await untilDrawn(later.page)
    expect(await inFrame(later.page).locator('.field.checkbox').getAttribute('aria-label')).toContain('ticked')
    await later.close()
  })

  test('warns a minute before, saves the current input, and ends by itself', async () => {
    const { sent, session } = await sendAndMint({ fields: everyKind })
    const shown = await show(host.page(session.embed_url), PHONE, (page) => page.clock.install())
    const { page } = shown
    const frame = inFrame(page)
    await untilViewed(shown)
    await frame.locator('.field.text').click()
    await frame.getByRole('textbox', { name: 'Purchase order' }).fill('PO 4711')
    await page.clock.fastForward(240_000)
    await frame.getByText('This session ends in about a minute.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    // Half a second before the end the clock stops: a busy machine takes longer to save than the page would wait.
    const { now, age } = await frame.locator('body').evaluate(() => ({ now: Date.now(), age: performance.now() }))
    await page.clock.pauseAt(now + 299_500 - age)
    await frame.locator('#saving', { hasText: 'Saved' }).waitFor()
    server.clock.advance(300_000)
    await page.clock.fastForward(6_000)
    await frame.getByRole('heading', { name: 'This session has ended' }).waitFor()
    await expect.poll(shown.types).toContain('expired')
    await shown.close()
    const { fields } = await new Signer(server, sent.signers[0]!.signingUrl).data()
    expect(fields.find(({ kind }) => kind === 'text')?.value).toEqual({ type: 'text', text: 'PO 4711' })
  })

  test('after the signature is no failure: the frame still sends `signed`', async () => {
    const { session } = await sendAndMint()
    expect((await new Signer(server, session.embed_url).sign()).status).toBe(200)
    server.clock.advance(300_000)
    const shown = await show(host.page(session.embed_url))
    await inFrame(shown.page).getByRole('heading', { name: 'You have signed' }).waitFor()
    expect(without(await shown.types())).toEqual(['ready', 'signed'])
    expect((await fetch(`${session.embed_url}/signed.pdf`)).status).toBe(410)
    await shown.close()
  })

  test('a request past its expiry sends `expired` too', async () => {
    const { sent, session } = await sendAndMint()
    const past = new Date(server.clock.now().getTime() - 1)
    await server.ctx.db
      .updateTable('signing_requests')
      .set({ expires_at: past })
      .where('id', '=', sent.signers[0]!.signingRequestId)
      .execute()
    const shown = await show(host.page(session.embed_url))
    await inFrame(shown.page).getByRole('heading', { name: 'This request has expired' }).waitFor()
    expect(without(await shown.types())).toEqual(['ready', 'expired'])
    await shown.close()
  })
})

/** Runs `work` while the table is missing. */
async function withoutTable(table: string, work: () => Promise<unknown>): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to away`.execute(server.ctx.db)
  await work().finally(() => sql`alter table away rename to ${sql.table(table)}`.execute(server.ctx.db))
}

async function expectDetail(url: string, detail: string, heading?: string): Promise<void> {
  const shown = await show(host.page(url))
  await expect.poll(shown.details).toEqual([detail])
  if (heading) await inFrame(shown.page).getByRole('heading', { name: heading }).waitFor()
  await shown.close()
}

describe('every detail of an error (contract 7)', () => {
  test('not_found: the page around the frame learns that the session does not exist, without ids', async () => {
    const shown = await show(stranger.page(`${server.url}/embed/es_${'x'.repeat(43)}`))
    await expect.poll(shown.received).toContainEqual({
      source: 'countersign',
      version: 1,
      type: 'error',
      detail: 'not_found',
      session_id: null,
      signing_request_id: null,
    })
    await inFrame(shown.page).getByRole('heading', { name: 'This session does not work' }).waitFor()
    await shown.close()
  })

  test('not_found: also for a session deleted while it is shown', async () => {
    const { session } = await sendAndMint({ fields: everyKind })
    const shown = await show(host.page(session.embed_url))
    await untilViewed(shown)
    await server.ctx.db.deleteFrom('embedded_sessions').where('id', '=', session.id).execute()
    await inFrame(shown.page).locator('.field.checkbox').click()
    await expect.poll(shown.details).toEqual(['not_found'])
    await shown.close()
  })

  test('revoked: also while the signer works', async () => {
    const { session } = await sendAndMint({ fields: everyKind })
    const shown = await show(host.page(session.embed_url))
    await untilViewed(shown)
    await server.call(session.own, 'DELETE', `${PATH}/${session.id}`)
    await inFrame(shown.page).locator('.field.checkbox').click()
    await expect.poll(shown.details).toEqual(['revoked'])
    await shown.close()
    await expectDetail(session.embed_url, 'revoked', 'This session was ended')
  })

  test('key_revoked', async () => {
    const { session } = await sendAndMint()
    await revokeKey(server.ctx, server.ctx.db, session.own.id)
    await expectDetail(session.embed_url, 'key_revoked', 'This session was ended')
  })

  test('unavailable: sessions cannot be read; a retry works', async () => {
    const { session } = await sendAndMint()
    let shown: Shown | undefined
    await withoutTable('embedded_sessions', async () => {
      shown = await show(host.page(session.embed_url))
      await expect.poll(shown.details).toEqual(['unavailable'])
    })
    await inFrame(shown!.page).getByRole('link', { name: 'Try again' }).click()
    await untilDrawn(shown!.page)
    await shown!.close()
  })

  test('unavailable: the document cannot be loaded, or the server cannot be reached', async () => {
    const { sent, session } = await sendAndMint({ fields: everyKind })
    await withoutTable('document_revisions', () => expectDetail(session.embed_url, 'unavailable'))
    const shown = await show(host.page((await mint(sent)).embed_url))
    await untilViewed(shown)
    await shown.page.context().setOffline(true)
    await inFrame(shown.page).locator('.field.checkbox').click()
    await expect.poll(shown.details).toEqual(['unavailable'])
    await shown.close()
  })

  test('withdrawn', async () => {
    const { sent, session } = await sendAndMint()
    await server.call(key, 'POST', `/v1/signing-requests/${sent.signers[0]!.signingRequestId}/withdraw`)
    await expectDetail(session.embed_url, 'withdrawn', 'This request was withdrawn')
  })

  test('queued: no session can be minted for a queued request, but a row may be restored', async () => {
    const { sent, session } = await sendAndMint({ signers: [ADA, BOB], extra: { signing_mode: 'sequential' } })
    await server.ctx.db
      .updateTable('signing_requests')
      .set({ status: 'queued' })
      .where('id', '=', sent.signers[0]!.signingRequestId)
      .execute()
    await expectDetail(session.embed_url, 'queued', 'It is not your turn yet')
  })

  test('sms_required: a gate before the view cannot be passed inside a frame', async () => {
    const gated = { ...ADA, phone_e164: '+41791234567', require_sms_verification: true, sms_gate: 'before_view' }
    const { session } = await sendAndMint({ signers: [gated] })
    await expectDetail(session.embed_url, 'sms_required', 'Confirm your phone first')
    const path = new URL(session.embed_url).pathname
    for (const call of ['document.pdf', 'status'])
      expect((await server.call(null, 'GET', `${path}/${call}`)).status).toBe(403)
  })

  test('sign_failed: the signer may try again', async () => {
    const { session } = await sendAndMint()
    const shown = await show(host.page(session.embed_url))
    await fillSignature(shown.page)
    await withoutTable('document_revisions', async () => {
      await finish(shown.page)
      await expect.poll(shown.details).toEqual(['sign_failed'])
    })
    await inFrame(shown.page).locator('#go').click()
    await inFrame(shown.page).getByRole('heading', { name: 'You have signed' }).waitFor()
    await shown.close()
  })

  test('http_<status>: another call of the page fails', async () => {
    const { session } = await sendAndMint()
    await withoutTable('audit_events', () => expectDetail(session.embed_url, 'http_500'))
  })

  describe('of the seal', () => {
    /** Seals a document that was signed in a frame, while something is broken. */
    async function sealing(detail: string, broken: (seal: () => Promise<void>, sent: Sent) => Promise<unknown>) {
      const { sent, session } = await sendAndMint()
      expect((await new Signer(server, session.embed_url).sign()).status).toBe(200)
      await broken(() => server.work(), sent)
      const shown = await show(host.page(session.embed_url))
      await expect.poll(shown.details).toEqual([detail])
      expect(without(await shown.types()).slice(0, 2)).toEqual(['ready', 'signed'])
      server.clock.advance(60_000)
      await server.work()
      await inFrame(shown.page).getByRole('heading', { name: 'The document is complete' }).waitFor()
      await shown.close()
    }

    test('sealing_in_progress: no time-stamp authority answers', () =>
      sealing('sealing_in_progress', async (seal) => {
        authorityIsUp = false
        await seal().finally(() => {
          authorityIsUp = true
        })
      }))

    test('pades_failed: the stored bytes have changed', () =>
      sealing('pades_failed', async (seal, sent) => {
        const repair = await damage(server, sent)
        await seal().finally(repair)
      }))

    test('seal_persist_failed: the sealed file cannot be stored', () =>
      sealing('seal_persist_failed', async (seal) => {
        await sql`create or replace function full_disk() returns trigger language plpgsql
          as $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`.execute(server.ctx.db)
        await sql`create trigger full_disk before insert on document_revisions
          for each row execute function full_disk()`.execute(server.ctx.db)
        await seal().finally(() => sql`drop trigger full_disk on document_revisions`.execute(server.ctx.db))
      }))
  })
})

describe('as the top page of a mobile webview', () => {
  const messages = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { messages: (string | object)[] }).messages)

  test.each([
    [
      'React Native',
      () => {
        const messages: string[] = []
        const postMessage = (text: string) => messages.push(text)
        Object.assign(globalThis, { messages, ReactNativeWebView: { postMessage } })
      },
    ],
    [
      'WKWebView',
      () => {
        const messages: object[] = []
        const postMessage = (message: object) => messages.push(message)
        Object.assign(globalThis, { messages, webkit: { messageHandlers: { countersign: { postMessage } } } })
      },
    ],
  ])('%s receives the same', async (_name, bridge) => {
    const { session } = await sendAndMint()
    const shown = await show('about:blank', PHONE, (page) => page.addInitScript(bridge))
    const { page } = shown
    await openLink(page, session.embed_url)
    await expect.poll(async () => JSON.stringify(await messages(page))).toContain('viewed')
    const received = (await messages(page)).map(
      (message) => (typeof message === 'string' ? JSON.parse(message) : message) as FrameMessage,
    )
    expect(without(received.map(({ type }) => type))).toEqual(['ready', 'viewed'])
    expect(received[0]).toMatchObject({ source: 'countersign', version: 1, session_id: session.id })
    expect(shown.complaints).toEqual([])
    await shown.close()
  })

  test('also for a session that does not exist; a plain browser tab receives nothing and works', async () => {
    const { session } = await sendAndMint()
    const shown = await show('about:blank', PHONE)
    await openLink(shown.page, session.embed_url)
    expect(shown.complaints).toEqual([])
    await shown.close()
    const native = await show('about:blank', PHONE, (page) =>
      page.addInitScript(() => {
        const messages: string[] = []
        Object.assign(globalThis, {
          messages,
          ReactNativeWebView: { postMessage: (text: string) => messages.push(text) },
        })
      }),
    )
    await native.page.goto(`${server.url}/embed/es_${'x'.repeat(43)}`)
    await expect.poll(async () => JSON.stringify(await messages(native.page))).toContain('not_found')
    await native.close()
  })
})

describe.each([{ width: 320, height: 600 }, PHONE, DESKTOP])('states of the frame on its own, at $width px', (size) => {
  test('have no accessibility errors', async () => {
    const gated = { ...ADA, phone_e164: '+41791234567', require_sms_verification: true, sms_gate: 'before_view' }
    const revoked = (await sendAndMint()).session
    await server.call(revoked.own, 'DELETE', `${PATH}/${revoked.id}`)
    const unkeyed = (await sendAndMint()).session
    await revokeKey(server.ctx, server.ctx.db, unkeyed.own.id)
    const signed = (await sendAndMint({}, { ttl_seconds: 60 })).session
    await new Signer(server, signed.embed_url).sign()
    const expired = (await sendAndMint({}, { ttl_seconds: 60 })).session
    server.clock.advance(60_000)
    const open = (await sendAndMint()).session
    const unverified = (await sendAndMint({ signers: [gated] })).session
    const urls = [revoked, unkeyed, signed, expired, unverified, open].map(({ embed_url }) => embed_url)
    const shown = await show('about:blank', size)
    for (const url of [...urls, `${server.url}/embed/nothing`]) {
      await shown.page.goto(url)
      expect(await axeViolations(shown.page)).toEqual([])
      expect(await sidewaysScroll(shown.page)).toBe(0)
    }
    await shown.close()
  })
})
