import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../support/browser.ts'
import { Signer } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { ADA, BOB, go, openLink, post, send, signatureOnly, signByCalls } from './story.ts'

/** What happens elsewhere while the page is open, and what happens when the connection breaks at the worst moment. */

const CONSENT = '2026-10-10'
let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => {
  ;({ server, browser, key } = stage)
})

/** One for many documents: in a new one, the scripts of the page take longer to load than a test. */
let page: Page
beforeAll(async () => {
  page = (await visit(browser, server.url)).page
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
})

test('pressing Finish twice signs once', async () => {
  const sent = await send(server, key)
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
})

test('signed on another device while this page is open: returning to it shows that', async () => {
  const sent = await send(server, key, { signers: [ADA, BOB] })
  await openLink(page, sent.signers[0]!.signingUrl)
  await signByCalls(sent.signers[0]!.signingUrl, CONSENT)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
})

const noted = (role: string) => [
  { role, kind: 'text', page: 1, x: 0.1, y: 0.1, w: 0.4, h: 0.03, label: 'Note' },
  { role, kind: 'text', page: 1, x: 0.1, y: 0.2, w: 0.4, h: 0.03, label: 'Remark', required: false },
  ...signatureOnly(role),
]

test('entries changed in another window: nothing is signed that the signing window does not show', async () => {
  const sent = await send(server, key, { fields: noted })
  const entry = page.locator('#step-input')
  await openLink(page, sent.signers[0]!.signingUrl)
  await go(page).click()
  await entry.fill('from window one')
  await go(page).click()
  await go(page).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#saving', { hasText: 'Saved' }).waitFor()

  const other = new Signer(server, sent.signers[0]!.signingUrl)
  const texts = (await other.data()).fields.filter(({ kind }) => kind === 'text')
  const values = ['from window two', 'this one as well'].map((text, at) => [texts[at]!.id, { type: 'text', text }])
  expect((await other.call('PUT', 'fields', { values: Object.fromEntries(values) })).status).toBe(200)

  await page.locator('#consent').check()
  await go(page).click()
  await page.getByRole('alert').filter({ hasText: 'changed in another window' }).waitFor()
  expect(await page.locator('.field.text').allTextContents()).toEqual(['from window two', 'this one as well'])
  expect(await entry.inputValue()).toBe('from window two')
  expect(await entry.evaluate((input) => input === document.activeElement)).toBe(true)
  await entry.fill('as agreed')
  await go(page).click()
  await go(page).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()

  await server.work()
  const signed = await server.call<Buffer>(key, 'GET', `/v1/documents/${sent.documentId}/signed`)
  const words = (await pdfJsTexts(signed.body)).flat().map(({ text }) => text)
  expect(words).toEqual(expect.arrayContaining(['as agreed', 'this one as well']))
  expect(words.join(' ')).not.toContain('from window')
})

test('different drawings are distinguished, and a page that does not report what it shows signs as before', async () => {
  const sent = await send(server, key)
  const signer = new Signer(server, sent.signers[0]!.signingUrl)
  const drawn = (y: number) => ({ type: 'drawn', width: 200, height: 80, strokes: [[1.5, 2, 90, y]] })
  const { fields, consentVersion } = await signer.data()
  const [{ id, version: empty }] = fields as [(typeof fields)[0]]
  expect(empty).toBeNull()
  const save = async (value: unknown) =>
    (await signer.call<{ saved: Record<string, string> }>('PUT', 'fields', { values: { [id]: value } })).body.saved[id]!
  const before = await save(drawn(10))
  expect((await signer.data()).fields[0]!.version).toBe(before)
  const after = await save(drawn(11))
  await signer.display()
  const complete = (more: object) => signer.call('POST', 'complete', { consentVersion, ...more })
  for (const version of [empty, before]) {
    const refused = await complete({ shown: { [id]: version } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'values_changed', meta: { field_ids: [id] } } })
  }
  const read = await signer.call<{ fields: unknown[] }>('GET', 'fields')
  expect(read.body.fields).toMatchObject([{ id, version: after, value: drawn(11) }])
  expect((await complete({})).status).toBe(200)
  expect((await signer.call('GET', 'fields')).status).toBe(404)
})

test('withdrawn while the signer was offline: reported as soon as the connection is back', async () => {
  const sent = await send(server, key)
  await openLink(page, sent.signers[0]!.signingUrl)
  await page.context().setOffline(true)
  await page.getByText('You seem to be offline.').waitFor()
  await server.call(key, 'POST', `/v1/signing-requests/${sent.signers[0]!.signingRequestId}/withdraw`)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'This request was withdrawn' }).waitFor()
})

test('a signer who has signed sees who is missing, and the page updates as the others act', async () => {
  const carol = { email: 'carol@reader.test', role: 'witness', name: 'Carol Shaw' }
  const sent = await send(server, key, { signers: [ADA, BOB, carol] })
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
})

test('two signers with one address: only their own row is "you"', async () => {
  const twin = { ...ADA, role: 'landlord', name: 'Ada for the company' }
  const sent = await send(server, key, { signers: [ADA, twin] })
  await signByCalls(sent.signers[0]!.signingUrl, CONSENT)
  const html = await (await fetch(sent.signers[0]!.signingUrl)).text()
  expect(html.match(/\(you\)/g)).toHaveLength(1)
})
