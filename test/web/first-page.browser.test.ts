import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeProfiles, sharedBrowser, visit } from '../support/browser.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { send } from './story.ts'

let browser: Browser
let server: TestServer
let key: TestKey

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServer({ draws: true })
  key = await server.key()
})
afterAll(async () => {
  await closeProfiles(browser)
  await server.stop()
})

/** Over HTTP/1.1 a browser asks one server for so many files at a time; the next waits for a whole round trip. */
const AT_A_TIME = 6

const isPicture = (url: string) => url.endsWith('/first-page')

/** Opens a new document's page without pdf.js, which would draw over the picture. */
async function open(answers: (number: number) => 'none' | 'picture') {
  const { signers } = await send(server, key)
  const link = signers[0]!.signingUrl
  // Drawn before, so that the test's own machine is never too busy for it.
  await expect.poll(async () => (await fetch(`${link}/first-page`)).status).toBe(200)
  const { page, close } = await visit(browser, server.url, { width: 390, height: 844, phone: true })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.route('**/pdf.min-*', () => {})
  let pictures = 0
  await page.route('**/first-page', (route) => {
    pictures += 1
    return answers(pictures) === 'none' ? route.fulfill({ status: 204 }) : route.continue()
  })
  await page.goto(link)
  const width = () => page.locator('#first-page').evaluate((image: HTMLImageElement) => image.naturalWidth)
  return { asked, width, pictures: () => pictures, close }
}

test('page.first-request: the picture of the first page waits for no other file', async () => {
  const { asked, width, close } = await open(() => 'picture')
  await expect.poll(width).toBeGreaterThan(300)
  const [document, ...files] = asked
  expect(document).toContain('/sign/')
  const before = files.findIndex(isPicture)
  expect(before, files.join(' ')).toBeGreaterThanOrEqual(0)
  expect(before, files.join(' ')).toBeLessThan(AT_A_TIME)
  await close()
})

test('a picture that a busy server does not have yet is asked for again', async () => {
  const { width, pictures, close } = await open((number) => (number < 3 ? 'none' : 'picture'))
  await expect.poll(width).toBeGreaterThan(300)
  expect(pictures()).toBe(3)
  await close()
})
