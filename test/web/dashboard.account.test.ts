import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { type DashboardUser, dashboardVisit, signIn, signInLink } from '../support/dashboard.ts'
import type { TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

let server: TestServer
let browser: Browser
useStage((stage) => {
  ;({ server, browser } = stage)
})

const newest = async (recipient: string) => (await server.outbox()).findLast((mail) => mail.recipient === recipient)
const userOf = (email: string) =>
  server.ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'emails'])
    .where('email', '=', email)
    .executeTakeFirst()

/** The forms of a page, each with what it sends unless something is typed. */
async function formsOf(person: DashboardUser, path: string): Promise<Map<string, Record<string, string>>> {
  const forms = (await (await person.get(path)).text()).matchAll(/<form method="post" action="([^"]+)"(.*?)<\/form>/gs)
  return new Map(
    [...forms].map(([, action, inner]) => {
      const hidden = inner!.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
      return [action!, Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!]))]
    }),
  )
}

test('a form of an account changes that account, or none once somebody else is signed in', async () => {
  const ann = await signIn(server, { email: 'ann@example.com', name: 'Ann' })
  const { id: second } = await server.workspace()
  for (const email of ['ann@example.com', 'ben@example.com']) {
    await signIn(server, { email, workspaceId: second })
  }
  const ben = await signIn(server, { email: 'ben@example.com', name: 'Ben' })
  const forms = await formsOf(ann, '/account')
  // The code is there already when Ben signs in.
  await ann.post('/account/email', { ...forms.get('/account/email'), email: 'ann.new@example.com' })
  await server.work()
  const code = (await newest('ann.new@example.com'))!.subject!.slice(0, 6)
  for (const [action, hidden] of await formsOf(ann, '/account/email')) forms.set(action, hidden)
  const typed: Record<string, Record<string, string>> = {
    '/account/name': { name: 'Ann B.' },
    '/account/emails': { emails: 'none' },
    '/account/email': { email: 'other@example.com' },
    '/account/email/code': { code },
    '/account/workspace': { workspace: second },
  }
  // Signing out is of the browser, whoever is in it.
  forms.delete('/sign-out')
  const others = [...forms.keys()].filter((action) => !(action in typed) && !action.startsWith('/account/sessions/'))
  expect([forms.size, others]).toEqual([8, ['/account/sign-out-everywhere']])
  for (const [action, hidden] of forms) {
    const refused = await ben.post(action, { ...hidden, ...typed[action] }, { referer: `${server.url}/account` })
    expect([action, refused.status]).toEqual([action, 409])
    const page = await refused.text()
    expect(page).toContain('The form was opened by somebody else; ben@example.com is signed in here now.')
    expect(page).toContain('href="/account"')
  }
  expect(await userOf('ben@example.com')).toMatchObject({ name: 'Ben', emails: 'all' })
  const shown = /data-workspace="([^"]+)"/.exec(await (await ben.get('/documents')).text())![1]
  expect(shown).toBe(ben.workspaceId)
  expect((await ann.get('/account')).status).toBe(200)
  expect((await ann.post('/account/email/code', { ...forms.get('/account/email/code'), code })).status).toBe(303)
  expect(await userOf('ann.new@example.com')).toMatchObject({ name: 'Ann' })
})

test('in a browser in which another person has signed in meanwhile', async () => {
  const { page, close } = await dashboardVisit(browser, server, { email: 'first@example.com' })
  await page.goto(`${server.url}/account`)
  const other = await page.context().newPage()
  const { link } = await signInLink(server, { email: 'second@example.com' })
  await other.goto(link)
  await other.getByRole('button', { name: 'Sign in on this device' }).click()
  await other.waitForURL('**/documents')
  await page.getByLabel('Another address').fill('third@example.com')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByText('The form was opened by somebody else; second@example.com is signed in here now.').waitFor()
  await server.work()
  expect(await newest('third@example.com')).toBeUndefined()
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.getByText('second@example.com').first().waitFor()
  await close()
})
