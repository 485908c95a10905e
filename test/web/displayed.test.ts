import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closerOf } from '../support/browser.ts'
import { type EmbedHost, startEmbedHost } from '../support/embed-host.ts'
import { readRequest, Signer } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { type Stage, useStage } from './stage.ts'
import { go, type Sent, send, signatureOnly } from './story.ts'

let server: TestServer
let browser: Stage['browser']
let key: TestKey
let host: EmbedHost

beforeAll(async () => {
  host = await startEmbedHost()
})
afterAll(() => host?.close())
useStage(
  (stage) => {
    ;({ server, browser, key } = stage)
  },
  { key: () => ({ embedOrigins: [host.origin] }) },
)

/** A font that the file does not embed: the page needs data that the test can withhold. */
const pages = (count: number) => makePdf({ pages: count, content: (i) => textAt(60, 770, `Lease, page ${i + 1}`, 16) })
const FONTS = '**/standard_fonts/**'
const FILE = /\/document\.pdf$/

type Place = 'browser' | 'frame' | 'webview'

interface Opened {
  page: Page
  /** Where the signer's page is: the window, or the frame in it. */
  inside: Pick<Page, 'locator' | 'getByRole' | 'getByText'>
  sent: Sent
  close(): Promise<void>
}

/** Opens the document of three pages (by default) in a place. */
async function open(place: Place, prepare: (page: Page) => Promise<unknown>, count = 3): Promise<Opened> {
  const sent = await send(server, key, { file: pages(count), fields: (role) => signatureOnly(role).map(onFirst) })
  // A headless shell does not scroll a page to what is clicked in a frame of another origin.
  const viewport = { width: 1280, height: place === 'frame' ? 3000 : 800 }
  const own = { ignoreHTTPSErrors: true, reducedMotion: 'reduce', acceptDownloads: true } as const
  const context = await browser.newContext({ viewport, ...own })
  const page = await context.newPage()
  const close = closerOf(page)
  await prepare(page)
  if (place === 'browser') {
    await page.goto(sent.signers[0]!.signingUrl)
    return { page, inside: page, sent, close }
  }
  const url = await mint(sent)
  await page.goto(place === 'frame' ? host.page(url) : url)
  return { page, inside: place === 'frame' ? page.frameLocator('iframe') : page, sent, close }
}

const onFirst = (field: Record<string, unknown>) => ({ ...field, page: 1 })

async function mint(sent: Sent): Promise<string> {
  const json = { signing_request_id: sent.signers[0]!.signingRequestId, origin: host.origin }
  const { body } = await server.call<{ embed_url: string }>(key, 'POST', '/v1/embedded/sign-sessions', { json })
  return body.embed_url
}

/** Signs with a typed name, up to the button that finishes. */
async function fill({ inside }: Opened): Promise<void> {
  await inside.locator('#go').click()
  await inside.locator('#go').click()
  await inside.getByRole('tab', { name: 'Type' }).click()
  await inside.getByRole('button', { name: 'Apply' }).click()
  await inside.locator('#consent').check()
}

const signed = ({ inside }: Opened) => inside.getByRole('heading', { name: 'You have signed' }).waitFor()
const status = async ({ sent }: Opened) => (await readRequest(server, key, sent.signers[0]!.signingRequestId)).status

async function displays({ signers }: Sent): Promise<Record<string, unknown>[]> {
  const { auditEvents } = await readRequest(server, key, signers[0]!.signingRequestId)
  return auditEvents.filter(({ type }) => type === 'displayed').map(({ meta }) => meta)
}

test('nobody has to scroll: all pages are drawn, and the audit trail records them with their times', async () => {
  const opened = await open('browser', async () => {}, 12)
  await fill(opened)
  await go(opened.page).click()
  await signed(opened)
  expect(await displays(opened.sent)).toEqual([
    expect.objectContaining({
      view: 'pages',
      pages: '1-12',
      page_count: 12,
      first_at: server.clock.now().toISOString(),
      last_at: server.clock.now().toISOString(),
    }),
  ])
  await opened.close()
})

/** The document does not arrive until it is released. */
async function openHeld(): Promise<{ opened: Opened; release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const opened = await open('browser', (page) =>
    page.route(FILE, async (route) => {
      await released
      await route.continue()
    }),
  )
  return { opened, release }
}

test('finishing waits until every page has been drawn, and goes on by itself', async () => {
  const { opened, release } = await openHeld()
  await fill(opened)
  await go(opened.page).click()
  await expect.poll(() => go(opened.page).textContent()).toBe('Loading pages: 0 of 3')
  expect(await status(opened)).toBe('pending')
  release()
  await signed(opened)
  await opened.close()
})

test('whoever takes back the consent while pages are loading has not signed', async () => {
  const { opened, release } = await openHeld()
  const { page } = opened
  await fill(opened)
  await go(page).click()
  await expect.poll(() => go(page).textContent()).toBe('Loading pages: 0 of 3')
  await page.locator('#consent').uncheck()
  release()
  await page.getByText('Please tick the box to agree before you sign.').waitFor()
  expect([await status(opened), await go(page).textContent(), await go(page).isEnabled()]).toEqual([
    'viewed',
    'Finish and sign',
    true,
  ])
  await page.locator('#consent').check()
  await go(page).click()
  await signed(opened)
  await opened.close()
})

const PLACES: Place[] = ['browser', 'frame', 'webview']

describe.each(sized<Place[]>(['frame'], PLACES))('in a %s', (place) => {
  test('a page that cannot be drawn says so, is not signed, and is drawn by "Try again"', async () => {
    const opened = await open(place, (page) => page.route(FONTS, (route) => route.abort()))
    const { page, inside } = opened
    await inside.getByText('Page 1 could not be displayed.').waitFor()
    await fill(opened)
    await inside.locator('#go').click()
    await inside.getByText('Page 1 could not be displayed, so you cannot sign yet.').waitFor()
    expect(await status(opened)).not.toBe('signed')
    await page.unroute(FONTS)
    await inside.locator('.undrawn').first().getByRole('button', { name: 'Try again' }).click()
    await inside.locator('.sheet[data-ready]').first().waitFor()
    await expect.poll(() => inside.locator('.undrawn').count()).toBe(0)
    await inside.locator('#go').click()
    await signed(opened)
    expect(await displays(opened.sent)).toMatchObject([{ view: 'pages', pages: '1-3' }])
    await opened.close()
  })
})

describe.each(sized<Place[]>(['webview'], PLACES))('in a %s', (place) => {
  test('a document that did not arrive is not signed until it has been downloaded, which is recorded', async () => {
    const opened = await open(place, (page) => page.route(FILE, (route) => route.abort()))
    const { page, inside } = opened
    const notice = inside.locator('#document-error')
    await notice.getByText('The document could not be loaded.').waitFor()
    await fill(opened)
    await inside.locator('#go').click()
    await inside.getByText('Page 1 could not be displayed, so you cannot sign yet.').waitFor()
    // A download that does not arrive does not count.
    await notice.getByRole('link', { name: 'Download the document' }).click()
    await notice.getByRole('status').filter({ hasText: 'could not be loaded' }).waitFor()
    expect(await status(opened)).not.toBe('signed')
    await page.unroute(FILE)
    await notice.getByRole('link', { name: 'Download the document' }).click()
    await notice.getByText('Downloaded.').waitFor()
    await inside.locator('#go').click()
    await signed(opened)
    expect(await displays(opened.sent)).toMatchObject([{ view: 'download', pages: '1-3', page_count: 3 }])
    await opened.close()
  })
})

describe('the server', () => {
  const signature = (data: Awaited<ReturnType<Signer['data']>>) => ({
    consentVersion: data.consentVersion,
    values: Object.fromEntries(data.fields.map(({ id }) => [id, { type: 'typed', text: 'Ada' }])),
  })

  test.each(['link', 'session'])('refuses to finish by a %s without the record of every page', async (by) => {
    const sent = await send(server, key, { file: pages(5) })
    const signer = new Signer(server, by === 'link' ? sent.signers[0]!.signingUrl : await mint(sent))
    const input = signature(await signer.data())
    const finish = () => signer.call('POST', 'complete', input)
    const refused = (missing: string) => ({
      status: 409,
      body: { code: 'document_not_displayed', meta: { pages: missing, page_count: 5 } },
    })
    expect(await finish()).toMatchObject(refused('1-5'))
    const report = (body: unknown) => signer.call('POST', 'displayed', body)
    expect((await report({ view: 'pages', pages: [5, 1, 2, 1] })).status).toBe(200)
    expect(await finish()).toMatchObject(refused('3-4'))
    // Calls add up, in any view and any order.
    expect((await report({ view: 'pages', pages: [3] })).status).toBe(200)
    server.clock.advance(60_000)
    expect((await report({ view: 'text', pages: [4, 5] })).status).toBe(200)
    expect((await finish()).status).toBe(200)
    const [first, second] = await displays(sent)
    expect([first, second]).toMatchObject([
      { view: 'pages', pages: '1-3, 5' },
      { view: 'text', pages: '4-5' },
    ])
    expect(Date.parse(String(second!.first_at)) - Date.parse(String(first!.last_at))).toBe(60_000)
  })

  test('refuses a record that cannot be true', async () => {
    const sent = await send(server, key, { file: pages(5) })
    const signer = new Signer(server, sent.signers[0]!.signingUrl)
    for (const body of [
      { view: 'pages' },
      { view: 'pages', pages: [] },
      { view: 'pages', pages: [0] },
      { view: 'text', pages: [6] },
      { view: 'pages', pages: [1.5] },
      { view: 'glance', pages: [1] },
      { view: 'pages', pages: Array.from({ length: 5_000 }, () => 1) },
    ]) {
      expect(await signer.call('POST', 'displayed', body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      })
    }
  })

  test('a program records that it displayed nothing', async () => {
    const sent = await send(server, key, { file: pages(3) })
    expect((await new Signer(server, sent.signers[0]!.signingUrl).sign()).status).toBe(200)
    expect(await displays(sent)).toMatchObject([{ view: 'none', pages: '1-3', page_count: 3 }])
  })
})
