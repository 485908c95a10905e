import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { launchBrowser, visit } from '../support/browser.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { ADA, BOB, go, openLink, post, send, signByCalls } from './story.ts'

/** What happens elsewhere while the page is open, and what happens when the connection breaks at the worst moment. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 90_000 })

const CONSENT = '2026-10-10'
let server: TestServer
let browser: Browser
let key: TestKey

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  key = await server.key()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const audit = async (signingRequestId: string) => {
  const { body } = await server.call<{ auditEvents: { type: string }[] }>(
    key,
    'GET',
    `/v1/signing-requests/${signingRequestId}`,
  )
  return body.auditEvents.map(({ type }) => type)
}

test('an answer that is lost after the signature: trying again shows success, and it is signed once', async () => {
  const sent = await send(server, key)
  const { page, close } = await visit(browser, server.url)
  await openLink(page, sent.signers[0]!.signingUrl)
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()
  await page.locator('#consent').check()
  await page.route(
    '**/complete',
    async (route) => {
      expect((await route.fetch()).status()).toBe(200)
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await go(page).click()
  await page.getByRole('alert').filter({ hasText: 'Nothing has been lost' }).waitFor()
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  const signed = (await audit(sent.signers[0]!.signingRequestId)).filter((type) => type === 'signed')
  expect(signed).toHaveLength(1)
  await close()
})

test('pressing Finish twice signs once', async () => {
  const sent = await send(server, key)
  const { page, close } = await visit(browser, server.url)
  await openLink(page, sent.signers[0]!.signingUrl)
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#consent').check()
  await go(page).dblclick()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  const signed = (await audit(sent.signers[0]!.signingRequestId)).filter((type) => type === 'signed')
  expect(signed).toHaveLength(1)
  await close()
})

test('signed on another device while this page is open: coming back to it shows that', async () => {
  const sent = await send(server, key, { signers: [ADA, BOB] })
  const { page, close } = await visit(browser, server.url)
  await openLink(page, sent.signers[0]!.signingUrl)
  await signByCalls(sent.signers[0]!.signingUrl, CONSENT)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  await close()
})

test('withdrawn while the signer was offline: told as soon as the connection is back', async () => {
  const sent = await send(server, key)
  const { page, close } = await visit(browser, server.url)
  await openLink(page, sent.signers[0]!.signingUrl)
  await page.context().setOffline(true)
  await page.getByText('You seem to be offline.').waitFor()
  await server.call(key, 'POST', `/v1/signing-requests/${sent.signers[0]!.signingRequestId}/withdraw`)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'This request was withdrawn' }).waitFor()
  await close()
})

test('who has signed sees who is missing, and the page follows as the others act', async () => {
  const carol = { email: 'carol@reader.test', role: 'witness', name: 'Carol Shaw' }
  const sent = await send(server, key, { signers: [ADA, BOB, carol] })
  const { page, close } = await visit(browser, server.url)
  await signByCalls(sent.signers[0]!.signingUrl, CONSENT)
  await page.goto(sent.signers[0]!.signingUrl)
  const people = page.getByRole('region', { name: 'Signers' }).getByRole('listitem')
  expect(await people.allTextContents()).toEqual([
    'Ada Lovelace (you): has signed',
    'Bob Builder: invited',
    'Carol Shaw: invited',
  ])
  await signByCalls(sent.signers[1]!.signingUrl, CONSENT)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('One more person has to sign.').waitFor()
  await post(sent.signers[2]!.signingUrl, 'decline', {})
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('there will be no finished document').waitFor()
  await close()
})

test('two signers of one address: only the own row is "you"', async () => {
  const twin = { ...ADA, role: 'landlord', name: 'Ada for the company' }
  const sent = await send(server, key, { signers: [ADA, twin] })
  await signByCalls(sent.signers[0]!.signingUrl, CONSENT)
  const html = await (await fetch(sent.signers[0]!.signingUrl)).text()
  expect(html.match(/\(you\)/g)).toHaveLength(1)
})
