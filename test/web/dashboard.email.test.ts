import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../support/browser.ts'
import { type DashboardUser, dashboardVisit, signIn } from '../support/dashboard.ts'
import type { TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

const MINUTE_MS = 60_000

let server: TestServer
let browser: Browser
useStage((stage) => {
  ;({ server, browser } = stage)
})

const newest = async (recipient: string) => (await server.outbox()).findLast((mail) => mail.recipient === recipient)
const addressOf = async ({ workspaceId }: Pick<DashboardUser, 'workspaceId'>) =>
  (
    await server.ctx.db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('email')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow()
  ).email

/** Asks for a code for the new address; the code. */
async function ask(person: DashboardUser, email: string): Promise<string> {
  const asked = await person.post('/account/email', { email })
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/account/email'])
  await server.work()
  return (await newest(email))!.subject!.slice(0, 6)
}
const enter = (person: DashboardUser, code: string) => person.post('/account/email/code', { code })

test('the code of the new address changes it, once; the old one is told and signs in no more', async () => {
  const person = await signIn(server, { email: 'old@example.com', name: 'Olga' })
  const code = await ask(person, 'new@example.com')
  // A link that waits in the old mailbox.
  await fetch(`${server.url}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'old@example.com' }),
    headers: { origin: server.url },
  })
  await server.work()
  const [link] = /http\S+\/sign-in\/link\/[\w-]+/.exec((await newest('old@example.com'))!.body)!
  expect(await person.follow(await enter(person, code.toLowerCase()))).toContain('Your address is changed.')
  expect(await addressOf(person)).toBe('new@example.com')
  await server.work()
  expect((await newest('old@example.com'))!.body).toContain('n***@example.com')
  expect((await fetch(link.replace(server.ctx.config.publicUrl, server.url))).status).toBe(410)
  expect((await enter(person, code)).status).toBe(422)
  const log = (await (await person.get('/settings/log')).text()).replace(/<[^>]+>/g, '')
  expect(log).toContain('changed their address from old@example.com to new@example.com')
})

test('a wrong code changes nothing, five end it, and so do 15 minutes', async () => {
  const person = await signIn(server)
  const before = await addressOf(person)
  const code = await ask(person, 'elsewhere@example.com')
  const wrong = code === '000000' ? '111111' : '000000'
  for (let i = 0; i < 4; i++) expect(await (await enter(person, wrong)).text()).toContain('That code is not right')
  expect(await (await enter(person, wrong)).text()).toContain('no longer works')
  expect(await (await enter(person, code)).text()).toContain('no longer works')
  const late = await ask(person, 'elsewhere@example.com')
  server.clock.advance(15 * MINUTE_MS)
  expect(await (await enter(person, late)).text()).toContain('no longer works')
  expect(await addressOf(person)).toBe(before)
})

test('a code is of the person who asked, and of the latest address', async () => {
  const [person, other] = [await signIn(server), await signIn(server)]
  const first = await ask(person, 'first@example.com')
  expect(await (await enter(other, first)).text()).toContain('no longer works')
  server.clock.advance(1000)
  const second = await ask(person, 'second@example.com')
  if (first !== second) expect((await enter(person, first)).status).toBe(422)
  expect((await enter(person, second)).status).toBe(303)
  expect(await addressOf(person)).toBe('second@example.com')
})

test('an address that somebody has is refused once it is proved, and only then', async () => {
  const [person, other] = [await signIn(server), await signIn(server)]
  const code = await ask(person, other.email)
  const refused = await enter(person, code)
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Somebody else here has this')])
  expect(await addressOf(person)).toBe(person.email)
})

test('what is no address is refused, and so is a sixth mail within an hour', async () => {
  const person = await signIn(server)
  const refused = await person.post('/account/email', { email: 'a@b\r\nBcc: c@d' })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Enter an email address')])
  for (let i = 0; i < 5; i++) expect((await person.post('/account/email', { email: 'x@example.com' })).status).toBe(303)
  expect((await person.post('/account/email', { email: 'x@example.com' })).status).toBe(429)
})

test('in a browser, on a phone', async () => {
  const { page, complaints, workspaceId, close } = await dashboardVisit(browser, server, { width: 375, phone: true })
  await page.goto(`${server.url}/account`)
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Another address').fill('phone@example.com')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByRole('heading', { name: 'Confirm your new address' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await server.work()
  await page.getByLabel('Code of six characters').fill((await newest('phone@example.com'))!.subject!.slice(0, 6))
  await page.getByRole('button', { name: 'Change my address' }).click()
  await page.getByText('Your address is changed.').waitFor()
  expect(await addressOf({ workspaceId })).toBe('phone@example.com')
  expect(complaints).toEqual([])
  await close()
})
