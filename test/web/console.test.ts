import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { sized } from '../support/full-size.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
let key: TestKey
useStage((stage) => {
  ;({ server, browser, key } = stage)
})

/** For two tests: Scalar takes three seconds to open. */
let desktop: Visit
beforeAll(async () => {
  desktop = await visit(browser, server.url)
})

const CONSOLE = '/docs/console'
/** Scalar checks documents by a schema that knows less of OpenAPI 3.1 than the ones that the published spec passes. */
const NOT_OURS = /^(document validation errors|\[Object)/

async function open(page: Page, place: string): Promise<void> {
  await page.goto(server.url + place)
  await page.getByRole('heading', { name: 'Countersign API' }).waitFor()
}

/** Once what was opened has faded in. */
async function expectAccessible(page: Page, part?: string): Promise<void> {
  await expect.poll(() => axeViolations(page, part)).toEqual([])
}

/** What the page has stored, in every kind of storage. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await Promise.all(
      (await indexedDB.databases()).map(async ({ name }) => {
        const db = await new Promise<IDBDatabase>((done, failed) => {
          const opening = indexedDB.open(name!)
          opening.onsuccess = () => done(opening.result)
          opening.onerror = () => failed(opening.error)
        })
        const rows = [...db.objectStoreNames].map(
          (store) =>
            new Promise<unknown[]>((done, failed) => {
              const reading = db.transaction(store).objectStore(store).getAll()
              reading.onsuccess = () => done(reading.result)
              reading.onerror = () => failed(reading.error)
            }),
        )
        return Promise.all(rows)
      }),
    )
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases])
  })

test('the console sends a call with a key to this server, shows the answer, and keeps the key nowhere', async () => {
  const { page, complaints, foreign } = desktop
  const reference = await (await server.fetch('/docs/api/account')).text()
  const [, place] = /href="(\/docs\/console#[^"]+\/getMe)"/.exec(reference) ?? []
  await open(page, place!)
  await page.getByRole('button', { name: 'Test Request (get /me)' }).click()
  const client = page.getByRole('dialog')
  await client.getByPlaceholder('Token').fill(key.key)
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/v1/me')
  await client.getByRole('button', { name: 'Send get request' }).click()
  const request = await sent
  expect([request.url(), await request.headerValue('authorization')]).toEqual([
    `${server.url}/v1/me`,
    `Bearer ${key.key}`,
  ])
  await client.getByText(key.workspaceId).waitFor()
  await expectAccessible(page, '[role=dialog]')
  expect(await stored(page)).not.toContain(key.key.slice(-8))
  expect({ complaints: complaints.filter((text) => !NOT_OURS.test(text)), foreign }).toEqual({
    complaints: [],
    foreign: [],
  })
  await page.keyboard.press('Escape')
  await client.waitFor({ state: 'hidden' })
})

const VIEWS = [
  { view: 'a phone, dark', width: 375, height: 740, phone: true, dark: true },
  { view: 'a phone', width: 375, height: 740, phone: true, dark: false },
  { view: 'a desktop', width: 1280, height: 800, dark: false },
  { view: 'a desktop, dark', width: 1280, height: 800, dark: true },
]

test.each(sized(VIEWS.slice(0, 1), VIEWS))(
  'the console opens on $view with the colours of the system, without a fault that axe finds, and asks nobody else',
  async ({ dark, ...size }) => {
    const { page, complaints, foreign, close } = await visit(browser, server.url, size)
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await open(page, `${CONSOLE}#tag/hooks/createHook`)
    await page.getByRole('heading', { name: 'Subscribe' }).first().waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    const light = await page.evaluate(() => {
      const { backgroundColor } = getComputedStyle(document.querySelector('.scalar-app')!)
      return Number(/\d+/.exec(backgroundColor)![0])
    })
    expect(light > 128).toBe(!dark)
    const outside = await page.evaluate(() =>
      [...document.links].filter((link) => link.origin !== location.origin && link.checkVisibility()).map(String),
    )
    expect(outside).toEqual([])
    await expectAccessible(page)
    await page
      .getByRole('button', { name: /^Test Request/ })
      .first()
      .click()
    const client = page.getByRole('dialog')
    await client.getByRole('textbox', { name: 'Value' }).first().waitFor()
    await expectAccessible(page, '[role=dialog]')
    expect({ complaints: complaints.filter((text) => !NOT_OURS.test(text)), foreign }).toEqual({
      complaints: [],
      foreign: [],
    })
    await close()
  },
)

test('the console keeps its names where it draws anew', async () => {
  const { page } = desktop
  if (page.url() === 'about:blank') await open(page, CONSOLE)
  const languages = page.getByRole('group', { name: /Client Libraries/ })
  await languages.getByRole('button', { name: 'Ruby' }).click()
  await languages.getByRole('button', { name: 'Ruby', pressed: true }).waitFor()
  await languages.getByRole('button', { name: 'Shell', pressed: false }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await languages.getByRole('button', { name: 'Node.js', pressed: true }).waitFor()
  await page.getByRole('button', { name: /^Show More: Documents/ }).click()
  await page
    .getByRole('heading', { name: /audit trail/i })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Open Search' }).click()
  await page.getByRole('combobox', { name: 'search' }).fill('hook')
  await page.getByRole('option').first().waitFor()
  await expectAccessible(page)
})

test('the console may run scripts of this server only, none inline, and no other page loads its script', async () => {
  const answer = await server.fetch(CONSOLE)
  const policy = Object.fromEntries(
    answer.headers
      .get('content-security-policy')!
      .split('; ')
      .map((directive): [string, string] => [directive.split(' ')[0]!, directive]),
  )
  expect(policy).toMatchObject({
    'default-src': "default-src 'none'",
    'script-src': "script-src 'self'",
    'connect-src': "connect-src 'self'",
    'style-src': "style-src 'self' 'unsafe-inline'",
  })
  const [, script] = /<script defer="?"? src="(\/assets\/scalar-[^"]+\.js)"/.exec(await answer.text()) ?? []
  const file = await server.fetch(script!, { headers: { 'Accept-Encoding': 'br' } })
  expect(file.headers.get('cache-control')).toContain('immutable')
  expect(file.headers.get('content-encoding')).toBe('br')
  expect(await (await server.fetch(script!.replace('.js', '.LICENSE.txt'))).text()).toContain('MIT License')
  for (const path of ['/docs', '/docs/api/hooks', '/']) {
    const other = await server.fetch(path)
    expect(await other.text()).not.toContain(script)
    expect(other.headers.get('content-security-policy')).not.toContain('unsafe')
  }
})

test('without a script, or without that of Scalar, the page says so and leads to the reference', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto(server.url + CONSOLE)
  expect(await still.locator('#loading').isVisible()).toBe(false)
  await still.locator('noscript').getByRole('link', { name: 'The reference' }).click()
  await still.getByRole('heading', { name: 'Operations', exact: true }).waitFor()
  await plain.close()
  const { page, close } = await visit(browser, server.url)
  await page.route('**/scalar-*.js', (route) => route.abort())
  await page.goto(server.url + CONSOLE)
  await page.getByText('The console could not be loaded').waitFor()
  await close()
})
