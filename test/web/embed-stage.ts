import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { FrameMessage } from '../../sdk/src/embed/index.ts'
import { closerOf, scrollToFrameEnd } from '../support/browser.ts'
import { type EmbedHost, startEmbedHost } from '../support/embed-host.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { type Stage, type StageOptions, useStage } from './stage.ts'
import { send } from './story.ts'

/** What the tests of the frame in other people's pages have in common. */

export const PATH = '/v1/embedded/sign-sessions'
export const SMALL = { width: 320, height: 600 }
export const PHONE = { width: 375, height: 740 }
export const DESKTOP = { width: 1280, height: 900 }

let server: TestServer
let browser: Browser
let host: EmbedHost
let key: TestKey

export interface EmbedStage extends Stage {
  /** The page that may hold the frame. */
  host: EmbedHost
}

/** Starts a stage, and a page of another origin that may show its sessions. */
export function useEmbedStage(take: (stage: EmbedStage) => void, options: Pick<StageOptions, 'server'> = {}): void {
  beforeAll(async () => {
    host = await startEmbedHost()
  })
  // After the browser, which still uses it.
  afterAll(() => host?.close())
  useStage(
    (stage) => {
      ;({ server, browser, key } = stage)
      take({ ...stage, host })
    },
    { ...options, key: () => ({ embedOrigins: [host.origin] }) },
  )
}

interface Minted {
  id: string
  embed_url: string
}

/** A session of the document's signer, minted with its own key. */
export async function mint(sent: { signers: { signingRequestId: string }[] }, { ttl_seconds = 300, signer = 0 } = {}) {
  const own = await server.key({ embedOrigins: [host.origin] })
  const json = { signing_request_id: sent.signers[signer]!.signingRequestId, origin: host.origin, ttl_seconds }
  const { status, body } = await server.call<Minted>(own, 'POST', PATH, { json })
  if (status !== 201) throw new Error(`mint answered ${status} ${JSON.stringify(body)}`)
  return { ...body, own }
}

export const sendAndMint = async (options?: Parameters<typeof send>[2], minting?: Parameters<typeof mint>[1]) => {
  const sent = await send(server, key, options)
  return { sent, session: await mint(sent, minting) }
}

export interface Shown {
  page: Page
  complaints: string[]
  /** Messages that the SDK accepted. */
  received(): Promise<FrameMessage[]>
  types(): Promise<string[]>
  details(): Promise<string[]>
  close(): Promise<void>
}

export async function show(
  url: string,
  viewport = DESKTOP,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Shown> {
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

export const inFrame = (page: Page) => page.frameLocator('iframe')
export const without = (types: string[]) => types.filter((type) => type !== 'resize')

export async function untilDrawn(page: Page): Promise<void> {
  await inFrame(page).locator('.sheet[data-ready]').first().waitFor()
  await scrollToFrameEnd(page)
}

/** Waits until the server knows of the view, so that the page is idle when the test changes something. */
export async function untilViewed({ page, types }: Shown): Promise<void> {
  await untilDrawn(page)
  await inFrame(page).locator('#pages[data-displayed]').waitFor()
  await expect.poll(types).toContain('viewed')
}

/** Signs in the frame with a typed name, up to the consent. */
export async function fillSignature(page: Page): Promise<void> {
  const frame = inFrame(page)
  await untilDrawn(page)
  await frame.locator('#go').click()
  await frame.locator('#go').click()
  await frame.getByRole('tab', { name: 'Type' }).click()
  await frame.getByRole('button', { name: 'Apply' }).click()
}

export async function finish(page: Page): Promise<void> {
  await inFrame(page).locator('#consent').check()
  await scrollToFrameEnd(page)
  await inFrame(page).locator('#go').click()
}
