import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { switchHook } from '../../server/domain/hooks/switch.ts'
import { dashboardVisit } from '../support/dashboard.ts'
import { type Created, Signer, send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { personOf } from '../support/people.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { type Office, useOffice } from './stage.ts'

let office: Office
useOffice((opened) => {
  office = opened
})

const GRACE = { email: 'grace@example.com', name: 'Grace Hopper', role: 'landlord' }
const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', role: 'tenant' }

async function open(path: string) {
  const { browser, server, workspaceId } = office
  const visit = await dashboardVisit(browser, server, { workspaceId, timeZone: 'Asia/Tokyo' })
  await visit.page.clock.install()
  await visit.page.goto(server.url + path)
  await visit.page.evaluate(() => document.body.setAttribute('data-first', ''))
  return visit
}

const sent = (): Promise<Created> => send(office.server, office.key, { title: 'Lease', signers: [GRACE, ADA] })
const signs = ({ signers }: Created, at: number) => new Signer(office.server, signers[at]!.signingUrl).sign()
/** The page was not loaded again. */
const isFirst = (page: Page) => page.locator('body[data-first]').isVisible()
/** It is time for the page to ask again, and it has. */
async function asked(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().resourceType() === 'fetch' && response.ok())
  await page.clock.runFor(4_000)
  await answered
}

test('a document shows what its signers do, without being loaded again, and asks no more once it is final', async () => {
  const created = await sent()
  const { page, complaints, foreign, close } = await open(`/documents/${created.documentId}`)
  const summary = page.getByText('Personal link of Ada Lovelace')
  await summary.click()
  await signs(created, 0)
  await asked(page)
  await page.getByText('Waiting for Ada').waitFor()
  await page.locator('.story span', { hasText: / signed$/ }).waitFor()
  expect(await page.locator('time[data-local]').first().innerText()).toContain('GMT+9')
  // What was opened is open, and still has the focus.
  expect(await page.getByRole('button', { name: 'Copy' }).isVisible()).toBe(true)
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true)

  await signs(created, 1)
  await office.server.work()
  await asked(page)
  await page.getByText('Signed and sealed').waitFor()
  expect(await page.locator('[data-live]').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Withdraw' }).count()).toBe(0)
  expect([await isFirst(page), complaints, foreign]).toEqual([true, [], []])
  await close()
})

test('the list shows what is sent meanwhile, but not while somebody reads what they searched for', async () => {
  const { page, close } = await open('/documents')
  const searched = await open('/documents?q=Lease')
  await sent()
  await asked(page)
  await page.getByRole('link', { name: 'Lease' }).waitFor()
  await page.getByText('0 of 2').waitFor()
  expect([await isFirst(page), await searched.page.getByText('Nothing found').isVisible()]).toEqual([true, true])
  await searched.close()
  await close()
})

test('what is being typed or selected is left alone', async () => {
  const created = await sent()
  const { page, close } = await open(`/documents/${created.documentId}`)
  const name = page.locator('.signer b').first()
  await name.selectText()
  await signs(created, 0)
  await asked(page)
  await asked(page)
  expect(await page.evaluate(() => String(getSelection()))).toBe('Grace Hopper')
  await page.evaluate(() => getSelection()!.removeAllRanges())
  await asked(page)
  await page.getByText('Can sign until').nth(1).waitFor({ state: 'detached' })
  expect(await isFirst(page)).toBe(true)
  await close()
})

test('a form that was sent stays as it is until its answer is shown', async () => {
  const created = await sent()
  const { page, close } = await open(`/documents/${created.documentId}`)
  await page.route('**/remind', (route) => route.fulfill({ status: 204 }))
  const remind = page.getByRole('button', { name: 'Remind' }).first()
  await Promise.all([page.waitForResponse('**/remind'), remind.click()])
  // Not every browser gives a pressed button the focus.
  await remind.blur()
  await signs(created, 0)
  await asked(page)
  await asked(page)
  expect([await remind.getAttribute('aria-busy'), await isFirst(page)]).toEqual(['true', true])
  await close()
})

test('the log of a webhook shows what is delivered, in the time of its reader', async () => {
  const { server, key } = office
  const receiver = await startReceiver({ clock: server.clock })
  const hook = await hooksOf(server, key).subscribe(receiver, '/live')
  const { page, close } = await open(`/webhooks/${hook.id}`)
  await page.getByText('Nothing here').waitFor()
  const created = await sent()
  await signs(created, 0)
  await server.work()
  await asked(page)
  const times = page.locator('#deliveries time')
  await times.first().waitFor()
  const inUtc = await times.first().getAttribute('datetime')
  const inTokyo = new Date(inUtc!).toLocaleTimeString('en-GB', { timeZone: 'Asia/Tokyo' })
  expect([await times.first().innerText(), await isFirst(page)]).toEqual([inTokyo, true])
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.waitForURL(/tab=all/)
  await expect.poll(() => times.first().innerText()).toBe(inTokyo)
  await close()
  await receiver.close()
})

test('what the page of a webhook says of a failure agrees, and what is chosen in its forms stays', async () => {
  const { server, key, workspaceId } = office
  const receiver = await startReceiver({ clock: server.clock })
  const hook = await hooksOf(server, key).subscribe(receiver, '/failing')
  const { page, close } = await open(`/webhooks/${hook.id}`)
  const strip = page.getByText('in 24 hours, in this log')
  const tabs = page.getByRole('navigation', { name: 'Which deliveries' })
  const fails = async () => {
    await send(server, key, { signers: [GRACE], send_emails: false })
    await server.work()
    await asked(page)
  }
  receiver.answer(answer(500))
  await fails()
  await page.getByText('1 of 8').first().waitFor()
  expect(await tabs.innerText()).toMatch(/Failing\s+1\s+Given up\s+0/)
  expect(await strip.innerText()).toContain('0 succeeded, 1 failed')
  // The other tab is shown without loading the page; the strip is of the whole log there, too.
  await page.getByRole('link', { name: 'Given up' }).click()
  await page.getByText('Nothing here').waitFor()
  expect(await page.getByRole('button', { name: 'Send all again' }).count()).toBe(0)
  await page.getByLabel('Example of').selectOption('document.completed')
  for (let attempt = 2; attempt <= 8; attempt++) {
    server.clock.advance(24 * 3_600_000)
    await server.work()
  }
  await asked(page)
  await page.getByRole('button', { name: 'Send all again' }).waitFor()
  expect(await tabs.innerText()).toMatch(/Failing\s+0\s+Given up\s+1/)

  await page.getByLabel('Given up since').selectOption('time')
  await page.getByLabel('Date and time').fill('2026-11-22T15:02')
  await page.getByLabel('Time zone').selectOption('UTC')
  const again = page.locator('#deliveries summary').first()
  await again.click()
  await fails()
  await tabs.getByText('Failing 1').waitFor()
  const values = ['Example of', 'Given up since', 'Date and time', 'Time zone'].map((label) =>
    page.getByLabel(label, { exact: true }).inputValue(),
  )
  expect(await Promise.all(values)).toEqual(['document.completed', 'time', '2026-11-22T15:02', 'UTC'])
  expect(await again.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await strip.innerText()).toContain('failed in 24 hours')

  await switchHook(server.ctx, await personOf(server, { id: workspaceId, tier: 'free' }), hook.id, false)
  await asked(page)
  await page.getByText('switched off; created').waitFor()
  await page.getByRole('button', { name: 'Switch on' }).waitFor()
  expect([await page.getByRole('button', { name: 'Send ping' }).count(), await isFirst(page)]).toEqual([0, true])
  await close()
  await receiver.close()
})

test('what is said once is not said to what the page asks by itself', async () => {
  const { ada, server } = office
  const created = await sent()
  const path = `/documents/${created.documentId}`
  const answer = await ada.post(`${path}/signers/${created.signers[0]!.signingRequestId}/remind`)
  const told = answer.headers.getSetCookie().find((line) => line.startsWith('countersign-flash='))!
  const cookie = `${ada.cookie}; ${told.split(';')[0]}`
  const byItself = await ada.get(path, { cookie, 'sec-fetch-dest': 'empty' })
  const opened = await ada.get(path, { cookie, 'sec-fetch-dest': 'document' })
  expect([byItself.headers.getSetCookie(), (await byItself.text()).includes('class="flash')]).toEqual([[], false])
  expect(await opened.text()).toContain('class="flash')
  await server.work()
})

test('what is typed into a search while its list is on the way stays, with the caret', async () => {
  const { page, close } = await open('/log')
  let send = () => {}
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/log?*', async (route) => {
    await held
    await route.continue()
  })
  const search = page.getByRole('searchbox')
  await search.fill('req')
  await page.getByLabel('When').selectOption('day')
  await search.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('_12')
  await page.keyboard.press('ArrowLeft')
  send()
  await page.waitForURL('**/log?find=req*')
  await page.locator('#find[value="req"]').waitFor()
  await page.keyboard.type('0')
  expect([await search.inputValue(), await isFirst(page)]).toEqual(['req_102', true])
  // What was not sent is given up with the page it was typed on.
  await page.goBack()
  await page.locator('#find[value=""]').waitFor()
  expect(await search.inputValue()).toBe('')
  await close()
})
