import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { sized } from '../support/full-size.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { ADA, BOB, dateOn, everyKind, go, openLink, openTools, post, type Sent, send, signByCalls } from './story.ts'

const CONSENT = '2026-10-10'
const DAY_MS = 86_400_000
/** The first text of the page of each link. */
const HEADINGS: Record<string, string> = {
  sealed: 'The document is complete',
  signed: 'You have signed',
  sealing: 'You have signed',
  queued: 'It is not your turn yet',
  withdrawn: 'This request was withdrawn',
  declined: 'You declined to sign',
  'signed, but dead': 'You have signed',
  expired: 'This request has expired',
  'removed by retention': 'The document has been deleted here',
  unknown: 'This link does not work',
  disclosure: 'Electronic records and signatures',
  home: 'Send a PDF. Get it back signed.',
  outbox: 'Outbox',
}
const VIEWS = [
  { view: 'a small phone, dark', width: 320, height: 600, phone: true, dark: true },
  // 1280 by 1024 enlarged to 400 % (WCAG 1.4.10).
  { view: 'a desktop at 400 %', width: 320, height: 256 },
  { view: 'a phone, right to left', width: 375, height: 740, phone: true, dir: 'rtl' },
  { view: 'a phone', width: 375, height: 740, phone: true },
  { view: 'a desktop', width: 1280, height: 800 },
  { view: 'a desktop, dark', width: 1280, height: 800, dark: true },
  { view: 'a desktop, right to left, in forced colours', width: 1280, height: 800, dir: 'rtl', forced: true },
]

let server: TestServer
let browser: Browser
let key: TestKey
/** A link in each state, created once. */
const links: Record<string, string> = {}

useStage((stage) => {
  ;({ server, browser, key } = stage)
})
beforeAll(async () => {
  const two = { signers: [ADA, BOB] }
  const link = (sent: Sent, signer = 0) => sent.signers[signer]!.signingUrl
  const act = (sent: Sent, verb: string) =>
    server.call(key, 'POST', `/v1/signing-requests/${sent.signers[0]!.signingRequestId}/${verb}`)

  const sealed = await send(server, key)
  await signByCalls(link(sealed), CONSENT)
  await server.work()
  links.sealed = link(sealed)
  const waiting = await send(server, key, two)
  await signByCalls(link(waiting), CONSENT)
  links.signed = link(waiting)
  links.queued = link(await send(server, key, { ...two, extra: { signing_mode: 'sequential' } }), 1)
  const withdrawn = await send(server, key)
  await act(withdrawn, 'withdraw')
  links.withdrawn = link(withdrawn)
  const declined = await send(server, key, two)
  await post(link(declined), 'decline', {})
  links.declined = link(declined)
  links.dead = link(declined, 1)
  const deadSigned = await send(server, key, two)
  await signByCalls(link(deadSigned), CONSENT)
  await post(link(deadSigned, 1), 'decline', {})
  links['signed, but dead'] = link(deadSigned)
  links.unknown = `${server.url}/sign/nothing`
  links.expired = link(await send(server, key, { extra: { expires_in_days: 1 } }))
  const brief = await server.workspace({ retention_days: 1 })
  const removed = await send(server, await server.key({ workspaceId: brief.id }))
  await signByCalls(link(removed), CONSENT)
  await server.work()
  links['removed by retention'] = link(removed)
  const sealing = await send(server, key)
  await signByCalls(link(sealing), CONSENT)
  links.sealing = link(sealing)
  server.clock.advance(2 * DAY_MS)
  await server.run('expire-requests', {})
  await server.run('prune', {})
  links.disclosure = `${server.url}/disclosure/${CONSENT}`
  links.home = `${server.url}/`
  links.outbox = `${server.url}/dev/outbox`
})

/** A separate request, because entries are kept. */
async function openRequest(): Promise<string> {
  const sent = await send(server, key, { fields: everyKind, extra: { message: 'Please sign.\nThank you!' } })
  return sent.signers[0]!.signingUrl
}

async function expectSound(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
}

/** The page as a view has it. */
async function withPage(
  { dir = 'ltr', forced = false, dark = false, ...size }: (typeof VIEWS)[number],
  use: (page: Page, visited: Visit) => Promise<void>,
): Promise<void> {
  const visited = await visit(browser, server.url, size)
  if (dark) await visited.page.emulateMedia({ colorScheme: 'dark' })
  if (forced) await visited.page.emulateMedia({ forcedColors: 'active' })
  // The same texts in either direction, so that only the layout differs.
  await visited.page.addInitScript((direction) => {
    addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', direction))
  }, dir)
  await use(visited.page, visited)
  expect(visited.foreign).toEqual([])
  await visited.close()
}

describe.each(sized(VIEWS.slice(0, 1), VIEWS))('on $view', (view) => {
  test('no state of a link has accessibility errors', () =>
    withPage(view, async (page) => {
      for (const [state, heading] of Object.entries(HEADINGS)) {
        await page.goto(links[state]!)
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
        await expectSound(page)
      }
    }))

  test('no step of signing has accessibility errors', () =>
    withPage(view, async (page, { complaints }) => {
      await openLink(page, links.dead!)
      await expectSound(page)
      await openLink(page, await openRequest())
      await expectSound(page)
      await page.locator('.intro summary').click()
      await expectSound(page)
      await go(page).click()
      await expectSound(page)
      await go(page).click()
      for (const tab of ['Draw', 'Upload', 'Type']) {
        await page.getByRole('tab', { name: tab }).click()
        await expectSound(page)
      }
      await page.getByRole('button', { name: 'Apply' }).click()
      await go(page).click()
      await page.getByRole('button', { name: 'Apply' }).click()
      await go(page).click()
      await expectSound(page)
      await page.getByRole('checkbox', { name: 'I have read the annex' }).check()
      await go(page).click()
      await expectSound(page)
      await page.getByRole('button', { name: 'optional field left' }).click()
      await expectSound(page)
      await go(page).click()
      await go(page).click()
      await expectSound(page)
      await openTools(page)
      await expectSound(page)
      await page.getByRole('button', { name: 'Decline' }).click()
      await expectSound(page)
      await page.getByRole('button', { name: 'Go back' }).click()
      await openTools(page)
      await page.getByRole('button', { name: 'Zoom' }).click()
      await expectSound(page)
      expect(complaints).toEqual([])
    }))
})

// In `npm test` where the window is lowest.
test.each(sized(VIEWS.slice(1, 2), VIEWS))('the bars never cover the focused element on $view', (view) =>
  withPage(view, async (page) => {
    await openLink(page, await openRequest())
    for (const field of await page.locator('.field:enabled').all()) {
      await field.focus()
      const covered = await field.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        const bar = document.querySelector('.bar')!.getBoundingClientRect().bottom
        const panel = document.querySelector('.panel')!.getBoundingClientRect().top
        return top < bar || bottom > panel
      })
      expect(covered).toBe(false)
    }
  }),
)

test('a screen reader gets fields by name and state, and progress and errors as they change', async () => {
  const sent = await send(server, key, { fields: everyKind })
  const visited = await visit(browser, server.url)
  const { page } = visited
  await openLink(page, sent.signers[0]!.signingUrl)
  const names = await page.locator('.field').evaluateAll((all) => all.map((field) => field.getAttribute('aria-label')))
  expect(names).toEqual([
    'Initials, required: Initial here',
    'Signature, required: Sign here',
    `Date of signing, filled in when you sign: ${dateOn(server.clock.now())}`,
    'Full name, done: Ada Lovelace',
    'I have read the annex, required',
    'Purchase order, optional',
  ])
  await page.locator('.field.checkbox').click()
  expect(await page.locator('.field.checkbox').getAttribute('aria-label')).toBe('I have read the annex, done: ticked')
  expect(await page.locator('#progress-text').textContent()).toBe('2 of 4 required fields done')
  await visited.close()
})

test('in forced colours open and completed fields still differ by shape', async () => {
  const sent = await send(server, key, { fields: everyKind })
  const visited = await visit(browser, server.url)
  await visited.page.emulateMedia({ forcedColors: 'active' })
  await openLink(visited.page, sent.signers[0]!.signingUrl)
  const border = (selector: string) =>
    visited.page
      .locator(selector)
      .first()
      .evaluate((field) => getComputedStyle(field).borderTopStyle)
  expect(await border('.field:not(.done)')).toBe('dashed')
  expect(await border('.field.done')).toBe('solid')
  await visited.close()
})
