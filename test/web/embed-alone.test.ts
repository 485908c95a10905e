import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { FrameMessage } from '../../sdk/src/embed/index.ts'
import { revokeKey } from '../../server/domain/records/workspaces/keys.ts'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { Signer } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import type { TestServer } from '../support/server.ts'
import { DESKTOP, PATH, PHONE, SMALL, sendAndMint, show, useEmbedStage, without } from './embed-stage.ts'
import { ADA, openLink } from './story.ts'

/** The page of a session without a page around it: in a webview, and in every state. */

let server: TestServer
useEmbedStage((stage) => {
  server = stage.server
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

describe.each(sized([SMALL], [SMALL, PHONE, DESKTOP]))('states of the frame on its own, at $width px', (size) => {
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
