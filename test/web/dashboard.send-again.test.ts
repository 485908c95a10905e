import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { pressSend } from '../support/drafts.ts'
import { send } from '../support/flow.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
let key: TestKey
useStage((stage) => {
  ;({ server, browser, key } = stage)
})

const TITLE = '賃貸借契約書 عقد إيجار Mietvertrag über die Wohnung im Erdgeschoss links, Mühlegasse 17a'

test('a document with a wrong address is sent again, and both say so', async () => {
  const signers = [{ email: 'ada@example.con', name: 'Ada Lovelace' }]
  const { documentId } = await send(server, key, { signers, title: TITLE, callback_url: 'https://example.com/done' })
  const who = { workspaceId: key.workspaceId, role: 'member' as const, width: 375, height: 800 }
  const { page, close } = await dashboardVisit(browser, server, who)
  await page.goto(`${server.url}/documents/${documentId}`)
  await page.locator('#more').click()
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.waitForURL('**/documents/drafts/*')
  await page.getByText('Sending this withdraws the request that is open there.').waitFor()
  await page.getByText('The callback URL of the document before is not taken over.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByLabel('Email').fill('ada@example.com')
  await pressSend(page)
  await page.getByText('It is on the way to 1 person.').waitFor()
  const before = page.locator('section.card', { hasText: 'Sent again' })
  await before.getByText('Withdrawn').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await before.getByRole('link').click()
  await page.waitForURL(`**/documents/${documentId}`)
  await before.getByText('Replaced by').waitFor()
  await before.getByText('Waiting for Ada').waitFor()
  await expect.poll(() => page.locator('form[action$="/again"]').count()).toBe(0)
  await close()
})

test('a draft lets go of the document, and another workspace reaches neither', async () => {
  const { documentId } = await send(server, key, { signers: [{ email: 'ada@example.com' }] })
  const [anna, other] = [await signIn(server, { workspaceId: key.workspaceId }), await signIn(server)]
  expect((await other.post(`/documents/${documentId}/again`)).status).toBe(404)
  const made = await anna.post(`/documents/${documentId}/again`)
  const path = made.headers.get('location')!
  expect([made.status, path]).toEqual([303, expect.stringMatching(/^\/documents\/drafts\/[0-9a-f-]{36}$/)])
  expect((await anna.post(`/documents/${documentId}/again`)).headers.get('location')).toBe(path)
  expect(await (await anna.get(`/documents/${documentId}`)).text()).toContain('A draft that will replace it')
  expect((await other.post(`${path}/detach`)).status).toBe(404)
  const text = await anna.follow(await anna.post(`${path}/detach`))
  expect(text).toContain('Sending this leaves the other document as it is.')
  expect(text).not.toContain('It is sent in place of')
})

test('a document whose files are gone says that it cannot be sent again', async () => {
  const { documentId } = await send(server, key, { signers: [{ email: 'ada@example.com' }] })
  const anna = await signIn(server, { workspaceId: key.workspaceId })
  await anna.post(`/documents/${documentId}/withdraw`)
  await anna.post(`/documents/${documentId}/erase`)
  const text = await (await anna.get(`/documents/${documentId}`)).text()
  expect(text).toContain('The files were deleted, so it cannot be sent again.')
  expect(text).not.toContain('/again"')
  expect((await anna.post(`/documents/${documentId}/again`)).status).toBe(410)
})
