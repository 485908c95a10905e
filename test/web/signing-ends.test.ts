import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from '../support/browser.ts'
import { readRequest, Signer } from '../support/flow.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { ADA, BOB, expectQuiet, go, mailedLink, openLink, openTools, PHONE, post, send, signByCalls } from './story.ts'

/** What ends without a signature, or goes on with the next signer. */

let server: TestServer
let browser: Browser
let key: TestKey

useStage(
  (stage) => {
    ;({ server, browser, key } = stage)
  },
  { workspace: 'Acme Ltd' },
)

const readSigner = (id: string) => readRequest(server, key, id)

test('declining asks once more, takes a reason, and is final', async () => {
  const sent = await send(server, key, { signers: [ADA, BOB] })
  const visited = await visit(browser, server.url, PHONE)
  const { page } = visited
  await openLink(page, sent.signers[0]!.signingUrl)
  await openTools(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Go back' }).click()
  expect((await readSigner(sent.signers[0]!.signingRequestId)).status).not.toBe('declined')
  await openTools(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  const reason = page.getByLabel('Reason (optional)')
  await reason.fill('x'.repeat(5001))
  await page.getByRole('button', { name: 'Decline for good' }).click()
  expect(await page.locator('#decline-error').textContent()).toBe('At most 5,000 characters.')
  expect(await reason.getAttribute('aria-invalid')).toBe('true')
  await reason.fill('The price is wrong.')
  expect(await page.locator('#decline-error').textContent()).toBe('')
  await page.getByRole('button', { name: 'Decline for good' }).click()
  await page.getByRole('heading', { name: 'You declined to sign' }).waitFor()
  const declined = await readSigner(sent.signers[0]!.signingRequestId)
  expect(declined.auditEvents.find(({ type }) => type === 'declined')?.meta.reason).toBe('The price is wrong.')
  // The other signer sees this first, before any document.
  await openLink(page, sent.signers[1]!.signingUrl)
  expect(await page.getByRole('heading', { name: 'This document can no longer be completed' }).isVisible()).toBe(true)
  expectQuiet(visited)
  await visited.close()
})

test('a signer who is not the intended one declines with that reason', async () => {
  const sent = await send(server, key)
  const visited = await visit(browser, server.url, PHONE)
  const { page } = visited
  await openLink(page, sent.signers[0]!.signingUrl)
  await page.getByRole('button', { name: 'This is not for me' }).click()
  await page.getByRole('dialog', { name: 'Not meant for you?' }).waitFor()
  await page.getByRole('button', { name: 'Go back' }).click()
  // Plain declining asks for a reason in the signer's own words.
  await openTools(page)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  expect(await page.getByLabel('Reason (optional)').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'This is not for me' }).click()
  await page.getByRole('button', { name: /Decline instead/ }).click()
  await page.getByRole('button', { name: 'Decline for good' }).click()
  await page.getByRole('heading', { name: 'You declined to sign' }).waitFor()
  const declined = await readSigner(sent.signers[0]!.signingRequestId)
  expect(declined.auditEvents.find(({ type }) => type === 'declined')?.meta.reason).toBe(
    'This document is not meant for me.',
  )
  await visited.close()
})

test('a document that ends while the page is open is reported as ended, and may still be signed', async () => {
  const sent = await send(server, key, { signers: [ADA, BOB] })
  const visited = await visit(browser, server.url)
  const { page } = visited
  await openLink(page, sent.signers[0]!.signingUrl)
  const notice = page.getByText('This document can no longer be completed')
  expect(await notice.isVisible()).toBe(false)
  await post(sent.signers[1]!.signingUrl, 'decline', {})
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await notice.waitFor()
  expect(await page.getByText('Another signer has declined.').isVisible()).toBe(true)
  expect(await go(page).isEnabled()).toBe(true)
  await visited.close()
})

test('a request that ends while the page is open shows what happened instead of an error', async () => {
  const sent = await send(server, key)
  const visited = await visit(browser, server.url)
  const { page } = visited
  await openLink(page, sent.signers[0]!.signingUrl)
  await server.call(key, 'POST', `/v1/signing-requests/${sent.signers[0]!.signingRequestId}/withdraw`)
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('heading', { name: 'This request was withdrawn' }).waitFor()
  await visited.close()
})

test('in a sequential send the next signer is told when their turn never comes', async () => {
  const sent = await send(server, key, { signers: [ADA, BOB], extra: { signing_mode: 'sequential' } })
  await new Signer(server, sent.signers[0]!.signingUrl).decline('No.')
  const visited = await visit(browser, server.url)
  const { page } = visited
  await page.goto(sent.signers[1]!.signingUrl)
  expect(await page.getByRole('heading', { name: 'This document can no longer be completed' }).isVisible()).toBe(true)
  expect(await page.getByText('there will be no finished document').isVisible()).toBe(true)
  const status = await new Signer(server, sent.signers[1]!.signingUrl).call('GET', 'status')
  expect(status.body).toMatchObject({ state: 'queued', deadReason: 'declined' })
  expectQuiet(visited)
  await visited.close()
})

test('in a sequential send the next signer waits, then gets a mail, and the same link opens', async () => {
  const sent = await send(server, key, { signers: [ADA, BOB], extra: { signing_mode: 'sequential' } })
  const visited = await visit(browser, server.url)
  const { page } = visited
  await page.goto(sent.signers[1]!.signingUrl)
  expect(await page.getByRole('heading', { name: 'It is not your turn yet' }).isVisible()).toBe(true)
  await signByCalls(sent.signers[0]!.signingUrl, '2026-10-10')
  await server.work()
  expect(await mailedLink(server, BOB.email)).toBe(sent.signers[1]!.signingUrl)
  await openLink(page, sent.signers[1]!.signingUrl)
  expect(await page.locator('.other.done').textContent()).toBe('Signature of Ada Lovelace, done')
  expectQuiet(visited)
  await visited.close()
})
