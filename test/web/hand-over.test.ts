import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { ADA, go, openLink, type Sent, send, signByCalls } from './story.ts'

/** "This is not for me", the way back to the sender's site, and pages at unknown addresses. */

const SITE = 'https://app.northwind.test'
let server: TestServer
let browser: Browser
let key: TestKey

useStage((stage) => ({ server, browser, key } = stage), {
  workspace: 'Northwind',
  key: () => ({ returnOrigins: [SITE] }),
})

beforeAll(async () => {
  const workspaces = server.ctx.db.updateTable('workspaces').set({ notify_email: 'office@northwind.test' })
  await workspaces.where('id', '=', key.workspaceId).execute()
})

const linkOf = (sent: Sent) => sent.signers[0]!.signingUrl
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Not meant for you?' })

test('"This is not for me" names somebody else; the sender confirms with one press; declining stays apart', async () => {
  const sent = await send(server, key)
  const signer = await visit(browser, server.url, { width: 375, height: 740, phone: true })
  await openLink(signer.page, linkOf(sent))
  await signer.page.getByRole('button', { name: 'This is not for me' }).click()
  const asked = dialog(signer.page)
  await asked.waitFor()
  expect([await axeViolations(signer.page), await sidewaysScroll(signer.page)]).toEqual([[], 0])
  await asked.getByRole('button', { name: 'Tell the sender' }).click()
  await asked.getByText('Please enter a name and an email address.').waitFor()
  await asked.getByLabel('Full name of the right person').fill('Grace Hopper')
  await asked.getByLabel('Email address of that person').fill('grace@example.com')
  await asked.getByRole('button', { name: 'Tell the sender' }).click()
  await asked.getByText('Northwind has been told.').waitFor()
  await asked.getByRole('button', { name: 'Close' }).click()
  // The second, separate choice.
  await signer.page.getByRole('button', { name: 'This is not for me' }).click()
  await asked.getByRole('button', { name: /Decline instead/ }).click()
  await signer.page.getByRole('button', { name: 'Decline for good' }).waitFor()
  expect(await signer.page.getByLabel('Reason (optional)').inputValue()).toBe('This document is not meant for me.')
  await signer.page.getByRole('button', { name: 'Go back' }).click()

  await server.work()
  const mail = (await server.outbox()).findLast(({ recipient }) => recipient === 'office@northwind.test')!
  const sender = await visit(browser, server.url, { width: 375, height: 740, phone: true })
  await sender.page.goto(/http\S+\/hand-over\/\S+/.exec(mail.body)![0])
  await sender.page.getByText('grace@example.com').waitFor()
  expect([await axeViolations(sender.page), await sidewaysScroll(sender.page)]).toEqual([[], 0])
  await sender.page.getByRole('button', { name: 'Yes, pass it on' }).dblclick()
  await sender.page.getByText('Grace Hopper has been sent an invitation to sign').waitFor()
  await signer.page.reload()
  await signer.page.getByText('The document was passed on').waitFor()
  expect([signer.foreign, sender.complaints, sender.foreign]).toEqual([[], [], []])
  await Promise.all([signer.close(), sender.close()])
})

test('the sender who ignores a proposal keeps the signer, who reads so, and the link of the email is over', async () => {
  const sent = await send(server, key)
  const signer = await visit(browser, server.url, { width: 375, height: 740, phone: true })
  await openLink(signer.page, linkOf(sent))
  await signer.page.getByRole('button', { name: 'This is not for me' }).click()
  await dialog(signer.page).getByLabel('Full name of the right person').fill('Grace Hopper')
  await dialog(signer.page).getByLabel('Email address of that person').fill('grace@example.com')
  await dialog(signer.page).getByRole('button', { name: 'Tell the sender' }).click()
  await dialog(signer.page).getByText('Northwind has been told.').waitFor()
  await server.work()
  const mail = (await server.outbox()).findLast(({ recipient }) => recipient === 'office@northwind.test')!
  const link = /http\S+\/hand-over\/\S+/.exec(mail.body)![0]
  const sender = await visit(browser, server.url)
  await sender.page.goto(link)
  await sender.page.getByRole('button', { name: /^No, .* stays the signer$/ }).click()
  await sender.page.getByText('Nothing was passed on').waitFor()
  expect(await axeViolations(sender.page)).toEqual([])
  await sender.page.goto(link)
  await sender.page.getByText('This can no longer be confirmed').waitFor()
  await signer.page.reload()
  await signer.page.getByText('asks you to sign yourself.').waitFor()
  await Promise.all([signer.close(), sender.close()])
})

test('a button leads back to exactly the address that the sender gave, after signing and after declining', async () => {
  const url = `${SITE}/leases/7731?step=done&x=%20y#end`
  for (const end of ['sign', 'decline'] as const) {
    const sent = await send(server, key, { signers: [{ ...ADA, return_url: url }] })
    if (end === 'sign') await signByCalls(linkOf(sent), '2026-10-10')
    const { page, close } = await visit(browser, server.url)
    await page.goto(linkOf(sent))
    if (end === 'decline') {
      await page.getByRole('button', { name: 'Decline', exact: true }).click()
      await page.getByRole('button', { name: 'Decline for good' }).click()
    }
    const back = page.getByRole('link', { name: 'Continue to app.northwind.test' })
    await back.waitFor()
    expect([await back.getAttribute('href'), await back.getAttribute('rel')]).toEqual([url, 'noreferrer'])
    await close()
  }
})

test('coming back to what was begun, the button says Continue', async () => {
  const sent = await send(server, key, {
    fields: (role) => [
      { role, kind: 'text', page: 1, x: 0.1, y: 0.1, w: 0.4, h: 0.03, label: 'Order number' },
      { role, kind: 'signature', page: 1, x: 0.1, y: 0.6, w: 0.34, h: 0.07 },
    ],
  })
  const { page, close } = await visit(browser, server.url)
  await openLink(page, linkOf(sent))
  await go(page).filter({ hasText: 'Start' }).click()
  await page.locator('#step-input').fill('7731')
  await go(page).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  await go(page).filter({ hasText: 'Continue' }).click()
  await go(page).filter({ hasText: 'Add signature' }).waitFor()
  await close()
})

test('times are in the zone of the reader, and in UTC without a script', async () => {
  const sent = await send(server, key)
  const expires = new Date(server.clock.now().getTime() + 14 * 86_400_000)
  const inZone = (timeZone: string, timeZoneName?: 'short') =>
    new Intl.DateTimeFormat('en', {
      ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      ...{ timeZone, ...(timeZoneName && { timeZoneName }) },
    } as const).format(expires)
  const context = await browser.newContext({ timezoneId: 'Asia/Tokyo', locale: 'en-US' })
  const page = await context.newPage()
  await openLink(page, linkOf(sent))
  await page.getByText(`Please sign by ${inZone('Asia/Tokyo', 'short')}.`).waitFor()
  await expect
    .poll(async () => {
      const { time_zone } = await server.ctx.db
        .selectFrom('signing_requests')
        .select('time_zone')
        .where('id', '=', sent.signers[0]!.signingRequestId)
        .executeTakeFirstOrThrow()
      return time_zone
    })
    .toBe('Asia/Tokyo')
  await context.close()
  const plain = await browser.newContext({ timezoneId: 'Asia/Tokyo', javaScriptEnabled: false })
  const unscripted = await plain.newPage()
  await unscripted.goto(linkOf(sent))
  await unscripted.getByText(`Please sign by ${inZone('UTC')} UTC.`).waitFor()
  await plain.close()
})

test('an unknown address is a page to a browser, in its language, and JSON to a program', async () => {
  const { page, complaints, foreign, close } = await visit(browser, server.url)
  const answer = await page.goto(`${server.url}/no/such/page`)
  expect(answer!.status()).toBe(404)
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
  expect([await axeViolations(page), foreign]).toEqual([[], []])
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  await close()
  const html = { Accept: 'text/html,*/*', 'Accept-Language': 'de-CH,en;q=0.5' }
  expect(await (await server.fetch('/no/such/page', { headers: html })).text()).toContain('Unter dieser Adresse')
  for (const [path, headers] of [
    ['/no/such/page', {}],
    ['/v1/no/such/call', html],
    ['/api/v1/no/such/call', html],
  ] as const) {
    const json = await server.fetch(path, { headers })
    expect([path, json.status, await json.json()]).toMatchObject([path, 404, { code: 'not_found' }])
  }
})
