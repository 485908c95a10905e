import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeKey } from '../../server/domain/records/workspaces/keys.ts'
import { damage } from '../support/altered-file.ts'
import { type Authority, startAuthority } from '../support/authority.ts'
import { axeViolations, hurry } from '../support/browser.ts'
import { type EmbedHost, startEmbedHost } from '../support/embed-host.ts'
import { Signer } from '../support/flow.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import {
  fillSignature,
  finish,
  inFrame,
  mint,
  PATH,
  PHONE,
  type Shown,
  sendAndMint,
  show,
  untilViewed,
  useEmbedStage,
  without,
} from './embed-stage.ts'
import { ADA, BOB, everyKind, type Sent } from './story.ts'

/** What the page around the frame is told when a session ends or fails. */

let server: TestServer
let key: TestKey
let host: EmbedHost
/** The built-in time-stamp authority, over HTTP and with a switch. */
let authority: Authority
let authorityIsUp = true
let stranger: EmbedHost

beforeAll(async () => {
  authority = await startAuthority(async (request) => (authorityIsUp ? server.ctx.sealer.timestamp(request) : null))
  stranger = await startEmbedHost()
})
// After the browser, which still uses them.
afterAll(async () => {
  await Promise.all([stranger?.close(), authority?.close()])
})
useEmbedStage(
  (stage) => {
    ;({ server, key, host } = stage)
  },
  { server: () => ({ config: { tsaUrls: [authority.url] } }) },
)

/** One for most of the tests: in a new one, the scripts of a document take longer to load than a test. */
let tab: Shown
beforeAll(async () => {
  tab = await show('about:blank')
})
afterAll(() => tab.close())

async function showNext(url: string): Promise<Shown> {
  await tab.page.goto(url)
  return tab
}

describe('a session that expires', () => {
  test('while the signer works says so, sends `expired`, and loses nothing', async () => {
    const { sent, session } = await sendAndMint({ fields: everyKind })
    const shown = await showNext(host.page(session.embed_url))
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

    const again = await mint(sent)
    const { fields } = await new Signer(server, again.embed_url).data()
    expect(fields.find(({ kind }) => kind === 'checkbox')?.value).toEqual({ type: 'checked', checked: true })
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
    const shown = await showNext(host.page(session.embed_url))
    await inFrame(shown.page).getByRole('heading', { name: 'You have signed' }).waitFor()
    expect(without(await shown.types())).toEqual(['ready', 'signed'])
    expect((await fetch(`${session.embed_url}/signed.pdf`)).status).toBe(410)
  })

  test('a request past its expiry sends `expired` too', async () => {
    const { sent, session } = await sendAndMint()
    const past = new Date(server.clock.now().getTime() - 1)
    await server.ctx.db
      .updateTable('signing_requests')
      .set({ expires_at: past })
      .where('id', '=', sent.signers[0]!.signingRequestId)
      .execute()
    const shown = await showNext(host.page(session.embed_url))
    await inFrame(shown.page).getByRole('heading', { name: 'This request has expired' }).waitFor()
    expect(without(await shown.types())).toEqual(['ready', 'expired'])
  })
})

/** Runs `work` while the table is missing. */
async function withoutTable(table: string, work: () => Promise<unknown>): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to away`.execute(server.ctx.db)
  await work().finally(() => sql`alter table away rename to ${sql.table(table)}`.execute(server.ctx.db))
}

describe('every detail of an error (contract 7)', () => {
  async function expectDetail(url: string, detail: string, heading?: string): Promise<void> {
    const { page, details } = await showNext(host.page(url))
    await expect.poll(details).toEqual([detail])
    if (heading) await inFrame(page).getByRole('heading', { name: heading }).waitFor()
  }

  test('not_found: the page around the frame learns that the session does not exist, without ids', async () => {
    const shown = await showNext(stranger.page(`${server.url}/embed/es_${'x'.repeat(43)}`))
    await expect.poll(shown.received).toContainEqual({
      source: 'countersign',
      version: 1,
      type: 'error',
      detail: 'not_found',
      session_id: null,
      signing_request_id: null,
    })
    await inFrame(shown.page).getByRole('heading', { name: 'This session does not work' }).waitFor()
  })

  test('not_found: also for a session deleted while it is shown', async () => {
    const { session } = await sendAndMint({ fields: everyKind })
    const shown = await showNext(host.page(session.embed_url))
    await untilViewed(shown)
    await server.ctx.db.deleteFrom('embedded_sessions').where('id', '=', session.id).execute()
    await inFrame(shown.page).locator('.field.checkbox').click()
    await expect.poll(shown.details).toEqual(['not_found'])
  })

  test('unavailable, then revoked: the server cannot be reached, and the session is ended meanwhile', async () => {
    const { session } = await sendAndMint({ fields: everyKind })
    const shown = await showNext(host.page(session.embed_url))
    await untilViewed(shown)
    await shown.page.context().setOffline(true)
    await inFrame(shown.page).locator('.field.checkbox').click()
    await expect.poll(shown.details).toEqual(['unavailable'])
    await server.call(session.own, 'DELETE', `${PATH}/${session.id}`)
    await shown.page.context().setOffline(false)
    await expect.poll(shown.details).toEqual(['unavailable', 'revoked'])
    await expectDetail(session.embed_url, 'revoked', 'This session was ended')
  })

  test('key_revoked', async () => {
    const { session } = await sendAndMint()
    await revokeKey(server.ctx, server.ctx.db, session.own.id)
    await expectDetail(session.embed_url, 'key_revoked', 'This session was ended')
  })

  test('unavailable, then sign_failed: sessions cannot be read, then the signature; each may be tried again', async () => {
    const { session } = await sendAndMint()
    let shown = tab
    await withoutTable('embedded_sessions', async () => {
      shown = await showNext(host.page(session.embed_url))
      await expect.poll(shown.details).toEqual(['unavailable'])
    })
    await inFrame(shown.page).getByRole('link', { name: 'Try again' }).click()
    await fillSignature(shown.page)
    await withoutTable('document_revisions', async () => {
      await finish(shown.page)
      await expect.poll(shown.details).toEqual(['unavailable', 'sign_failed'])
    })
    await inFrame(shown.page).locator('#go').click()
    await inFrame(shown.page).getByRole('heading', { name: 'You have signed' }).waitFor()
  })

  test('unavailable: the document cannot be loaded', async () => {
    const { session } = await sendAndMint()
    await withoutTable('document_revisions', () => expectDetail(session.embed_url, 'unavailable'))
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

  test('http_<status>: another call of the page fails', async () => {
    const { session } = await sendAndMint()
    await withoutTable('audit_events', () => expectDetail(session.embed_url, 'http_500'))
  })

  describe('of the seal', () => {
    beforeAll(() => hurry(tab.page))

    /** Seals a document that was signed in a frame, while something is broken. */
    async function sealing(detail: string, broken: (seal: () => Promise<void>, sent: Sent) => Promise<unknown>) {
      const { sent, session } = await sendAndMint()
      expect((await new Signer(server, session.embed_url).sign()).status).toBe(200)
      await broken(() => server.work(), sent)
      const shown = await showNext(host.page(session.embed_url))
      await expect.poll(shown.details).toEqual([detail])
      expect(without(await shown.types()).slice(0, 2)).toEqual(['ready', 'signed'])
      server.clock.advance(60_000)
      await server.work()
      await inFrame(shown.page).getByRole('heading', { name: 'The document is complete' }).waitFor()
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
