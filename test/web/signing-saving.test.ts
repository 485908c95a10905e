import { sql } from 'kysely'
import type { Browser, Page, Route } from 'playwright-core'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { visit } from '../support/browser.ts'
import { sized } from '../support/full-size.ts'
import { makePng } from '../support/ink.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { go, openLink, send, signatureOnly } from './story.ts'

/** Saving on a bad connection: many large values, refusals of a whole call, and a request that ends meanwhile. */

const INITIALS = sized(4, 16)
/** The largest body that a proxy in front of us commonly accepts. */
const COMMON_LIMIT_BYTES = 1024 * 1024

let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser, key } = stage)
})

const manyInitials = (role: string) => [
  ...Array.from({ length: INITIALS }, (_, index) => ({
    role,
    kind: 'initial',
    page: 1,
    x: 0.05 + 0.22 * (index % 4),
    y: 0.1 + 0.1 * Math.floor(index / 4),
    w: 0.2,
    h: 0.06,
  })),
  ...signatureOnly(role),
]

const twoTexts = (role: string) => [
  { role, kind: 'text', page: 1, x: 0.1, y: 0.1, w: 0.4, h: 0.03, label: 'Order number' },
  { role, kind: 'text', page: 1, x: 0.1, y: 0.2, w: 0.4, h: 0.03, label: 'Cost centre' },
  ...signatureOnly(role),
]

/** Noise hardly compresses: the page sends about 350 kB for it. */
let seed = 1
const heavyPicture = makePng(1000, 400, () => {
  seed = (seed * 48_271) % 2_147_483_647
  const grey = 200 + (seed % 56)
  return [grey, grey, grey, 255]
})

interface Save {
  body: string
  status: number
  startedAt: number
}

/** One for all tests: in a new one, the scripts of the page take longer to load than in one that has them. */
let page: Page
/** Each save since the current request was opened. */
let saves: Save[] = []
beforeAll(async () => {
  page = (await visit(browser, server.url)).page
  page.on('response', (answer) => {
    const request = answer.request()
    if (request.method() !== 'PUT') return
    saves.push({ body: request.postData()!, status: answer.status(), startedAt: request.timing().startTime })
  })
})
afterEach(() => page.unrouteAll({ behavior: 'wait' }))

async function open(fields: (role: string) => Record<string, unknown>[], onSave: (route: Route) => Promise<void>) {
  const sent = await send(server, key, { fields })
  await page.goto('about:blank')
  saves = []
  await page.route('**/fields', onSave)
  await openLink(page, sent.signers[0]!.signingUrl)
  return { documentId: sent.documentId, signer: sent.signers[0]! }
}

/** A picture for the first of the initials, one click for each of the others, a typed signature. */
async function fillAll(): Promise<void> {
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Upload' }).click()
  await page.locator('#upload').setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer: heavyPicture })
  await page.locator('#upload-preview').waitFor()
  await page.getByRole('button', { name: 'Apply' }).click()
  for (let done = 1; done < INITIALS; done++) {
    await page.locator('#progress-text', { hasText: `${done} of` }).waitFor()
    await go(page).click()
  }
  await page.locator('#progress-text', { hasText: `${INITIALS} of` }).waitFor()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#consent').check()
}

test('many pictures that queue behind a slow save are sent in small calls, and the signer can finish', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await open(manyInitials, async (route) => {
    await released
    await route.continue()
  })
  await fillAll()
  release()
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()
  expect(saves.filter(({ status }) => status !== 200)).toEqual([])
  expect(saves.length).toBeGreaterThan(INITIALS / 4)
  expect(Math.max(...saves.map(({ body }) => body.length))).toBeLessThan(COMMON_LIMIT_BYTES)
  expect(await page.locator('#step-error').textContent()).toBe('')
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
})

test('finishing first saves what is too large for one call', async () => {
  let isCut = true
  await open(manyInitials, (route) => (isCut ? route.abort() : route.continue()))
  await fillAll()
  isCut = false
  const finishing = page.waitForRequest('**/complete')
  await go(page).click()
  expect((await finishing).postDataBuffer()!.length).toBeLessThan(COMMON_LIMIT_BYTES)
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
})

test('a refusal of the whole save does not disturb the signer, keeps the entry, and is not repeated at once', async () => {
  let isRefusing = true
  await open(twoTexts, (route) =>
    isRefusing
      ? route.fulfill({ status: 413, json: { error: 'too large', code: 'payload_too_large' } })
      : route.continue(),
  )
  await go(page).click()
  await page.locator('#step-input').fill('4711')
  await go(page).click()
  await page.locator('#saving', { hasText: 'could not be saved yet' }).waitFor()
  await page.locator('#step-input').fill('half a w')
  // A change is sent at once; the next try after it comes a second later, or more.
  const tries = () => saves.filter(({ body }) => body.includes('half a w')).map(({ startedAt }) => startedAt)
  await expect.poll(() => tries().length).toBeGreaterThan(1)
  expect(tries()[1]! - tries()[0]!).toBeGreaterThan(900)
  expect(await page.locator('#step-error').textContent()).toBe('')
  expect(await page.locator('#step-input').inputValue()).toBe('half a w')
  isRefusing = false
  const stored = page.waitForResponse(
    (response) => response.ok() && (response.request().postData() ?? '').includes('half a w'),
  )
  await go(page).click()
  await stored
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()
  await page.reload()
  await page.locator('.field.done').nth(1).waitFor()
  expect(await page.locator('.field.text').first().getAttribute('aria-label')).toBe('Order number, done: 4711')
})

/** As a phone that shows another app. A navigation would do the same, but a busy machine may exceed its time for it. */
const hide = () =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('what is entered while a save is on its way is stored although the page is left at once', async () => {
  const { signer, documentId } = await open(twoTexts, (route) => route.continue())
  const stored = async () => {
    const own = server.ctx.db.selectFrom('fields').where('signing_request_id', '=', signer.signingRequestId)
    const texts = own.where('kind', '=', 'text').select(sql<string | null>`value->>'text'`.as('text'))
    return (await texts.orderBy('position').execute()).map(({ text }) => text)
  }
  await go(page).click()
  const blocker = await server.ctx.db.startTransaction().execute()
  onTestFinished(async () => {
    if (!blocker.isCommitted) await blocker.rollback().execute()
  })
  await blocker.selectFrom('documents').select('id').where('id', '=', documentId).forUpdate().execute()
  const saving = page.waitForRequest((request) => request.method() === 'PUT')
  await page.locator('#step-input').fill('4711')
  await go(page).click()
  await saving
  await page.locator('#step-input').fill('Research')
  await go(page).click()
  const leaving = page.waitForRequest((request) => request.method() === 'PUT')
  await hide()
  // The call in flight is not repeated with it.
  expect(Object.values((await leaving).postDataJSON().values)).toEqual([{ type: 'text', text: 'Research' }])
  await page.goto('about:blank')
  await blocker.commit().execute()
  await expect.poll(stored).toEqual(['4711', 'Research'])
})

test('a request that has ended gets one save, and its page says so', async () => {
  const { signer } = await open(twoTexts, (route) => route.continue())
  await server.call(key, 'POST', `/v1/signing-requests/${signer.signingRequestId}/withdraw`)
  // The new page loads slowly: entries made in the meantime are no longer saved.
  await page.route(signer.signingUrl, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.evaluate(() => {
    const fill = (index: number) => {
      document.querySelectorAll<HTMLButtonElement>('.field.text')[index]!.click()
      document.querySelector<HTMLInputElement>('#step-input')!.value = '4711'
      document.querySelector<HTMLButtonElement>('#go')!.click()
    }
    fill(0)
    setTimeout(fill, 700, 1)
  })
  await page.getByRole('heading', { name: 'This request was withdrawn' }).waitFor()
  expect(saves.map(({ status }) => status)).toEqual([409])
})
