import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { axeViolations, visit } from '../support/browser.ts'
import { cookieOf, signIn } from '../support/dashboard.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts'
import type { TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

let provider: OpenIdProvider
let server: TestServer
let browser: Browser

beforeAll(async () => {
  provider = await startOpenIdProvider()
})
useStage(
  (stage) => {
    ;({ server, browser } = stage)
  },
  {
    server: () => ({
      config: {
        oidc: {
          ...{ issuer: provider.issuer, ...provider.client, scopes: ['groups', 'email'] },
          ...{ trustEmail: false, workspace: null, roles: null },
        },
      },
    }),
  },
)
beforeAll(() => provider.serve(`${server.url}/sign-in/sso/callback`))
beforeEach(() => {
  Object.assign(server.ctx.config.oidc!, { trustEmail: false, workspace: null, roles: null })
})
afterAll(() => provider.close())

let accounts = 0

/** An account of the provider, and a login for it. */
function account(claims: Record<string, unknown> = {}): { login: string; email: string } {
  accounts += 1
  const login = `account-${accounts}`
  const email = `person-${accounts}@sso.example.com`
  provider.accounts[login] = { email, email_verified: true, ...claims }
  return { login, email }
}

/** What a browser has after it was sent to the provider. */
async function begin(next = ''): Promise<{ address: string; cookie: string }> {
  const response = await fetch(`${server.url}/sign-in/sso${next}`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return { address: response.headers.get('location')!, cookie: cookieOf(response, 'countersign-sso')! }
}

const answer = (address: string, cookie: string | null) =>
  fetch(address, { headers: { accept: 'text/html', ...(cookie && { cookie }) }, redirect: 'manual' })

/** The whole way of a browser. */
async function pass(login: string, next = ''): Promise<Response> {
  const { address, cookie } = await begin(next)
  return answer(await provider.passThrough(address, login), cookie)
}

const usersOf = (email: string) => server.ctx.db.selectFrom('users').selectAll().where('email', '=', email).execute()
const rolesOf = async (email: string) =>
  (
    await server.ctx.db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('role')
      .where('email', '=', email)
      .execute()
  ).map(({ role }) => role)

/** Refused with these words, and nobody is signed in. */
async function expectRefused(response: Response, status: number, words: string): Promise<void> {
  expect([response.status, cookieOf(response)]).toEqual([status, null])
  expect(await response.text()).toContain(words)
}

describe('somebody who belongs to a workspace', () => {
  test('signs in, with a session of their own, and gets to the page that was asked for', async () => {
    const { login, email } = account()
    const { workspaceId } = await signIn(server, { email })
    const { address, cookie } = await begin('?next=%2Fdocuments%3Ftab%3Dsigned')
    const planted = `countersign=${'A'.repeat(43)}`
    const response = await answer(await provider.passThrough(address, login), `${cookie}; ${planted}`)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/documents?tab=signed'])
    const session = cookieOf(response)!
    expect(session).not.toBe(planted)
    const page = await fetch(`${server.url}/settings/people`, { headers: { cookie: session } })
    expect(await page.text()).toContain(email)
    expect(await rolesOf(email)).toEqual(['owner'])
    expect(workspaceId).toBeTruthy()
  })

  test('asks the provider for a code with PKCE, state and nonce, and stores nothing', async () => {
    const before = await server.ctx.db.selectFrom('sign_ins').select('id').execute()
    const { address, cookie } = await begin()
    const asked = Object.fromEntries(new URL(address).searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}/sign-in/sso/callback`,
      scope: 'openid email profile groups',
    })
    const secrets = [asked.state!, asked.nonce!, asked.code_challenge!]
    expect(new Set(secrets).size).toBe(3)
    for (const secret of secrets) expect(cookie).not.toContain(secret)
    expect((await begin()).address).not.toContain(asked.state!)
    expect(await server.ctx.db.selectFrom('sign_ins').select('id').execute()).toEqual(before)
  })

  test('never leaves the site afterwards', async () => {
    const { login, email } = account()
    await signIn(server, { email })
    const response = await pass(login, `?next=${encodeURIComponent('//evil.test')}`)
    expect(response.headers.get('location')).toBe('/documents')
  })

  test('stays the same person when the address changes at the provider', async () => {
    const { login, email } = account()
    await signIn(server, { email })
    await pass(login)
    provider.accounts[login]!.email = `married-${email}`
    expect((await pass(login)).status).toBe(303)
    expect(await usersOf(`married-${email}`)).toEqual([])
  })

  test('is in the log when another account with their address takes the place of the first', async () => {
    const { login, email } = account()
    const { get } = await signIn(server, { email, name: 'Mary' })
    const log = async () => (await (await get('/settings/log')).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    await pass(login)
    await pass(login)
    const told = 'signed in with another account of the provider than before, as'
    expect(await log()).not.toContain(told)
    provider.accounts[login]!.email = `before-${email}`
    expect((await pass(account({ email }).login)).status).toBe(303)
    expect(await log()).toContain(`Mary ${told} ${email}`)
  })

  test('gets the name of the provider, unless there is one already', async () => {
    for (const [own, now] of [
      [undefined, 'Ada Lovelace'],
      ['A. L.', 'A. L.'],
    ]) {
      const { login, email } = account({ name: 'Ada Lovelace' })
      await signIn(server, { email, name: own })
      await pass(login)
      expect(await usersOf(email)).toMatchObject([{ name: now }])
    }
  })
})

describe('an answer of the provider', () => {
  test('is good in the browser that asked, once', async () => {
    const { login, email } = account()
    await signIn(server, { email })
    const { address, cookie } = await begin()
    const back = await provider.passThrough(address, login)
    await expectRefused(await answer(back, null), 410, 'This sign-in is over')
    await expectRefused(await answer(back, (await begin()).cookie), 410, 'This sign-in is over')
    const response = await answer(back, cookie)
    expect(response.status).toBe(303)
    expect(response.headers.getSetCookie().join()).toContain('countersign-sso=; Max-Age=0')
    // The browser has no cookie any more; one that kept it gets nothing for it.
    await expectRefused(await answer(back, cookie), 410, 'This sign-in is over')
  })

  test('to an earlier tab leaves the later one alone, and leads whoever is signed in to the dashboard', async () => {
    const { login, email } = account()
    await signIn(server, { email })
    const [first, second] = [await begin(), await begin('?next=%2Ftemplates')]
    const [early, late] = [
      await provider.passThrough(first.address, login),
      await provider.passThrough(second.address, login),
    ]
    // The browser has the cookie of the tab that began last.
    const refused = await answer(early, second.cookie)
    expect(refused.headers.getSetCookie()).toEqual([])
    await expectRefused(refused, 410, 'This sign-in is over')
    const response = await answer(late, second.cookie)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/templates'])
    for (const again of [early, late]) {
      const reloaded = await answer(again, cookieOf(response))
      expect([reloaded.status, reloaded.headers.get('location'), cookieOf(reloaded)]).toEqual([303, '/documents', null])
    }
  })

  test('with a code that was meant for another browser signs nobody in', async () => {
    const [mallory, victim] = [await begin(), await begin()]
    const stolen = new URL(await provider.passThrough(mallory.address, account().login))
    stolen.searchParams.set('state', new URL(victim.address).searchParams.get('state')!)
    await expectRefused(await answer(stolen.href, victim.cookie), 502, 'Single sign-on did not work')
    expect(server.log()).toContain('invalid_grant')
    expect(server.log()).not.toContain(stolen.searchParams.get('code'))
  })

  test('is taken once, even from a copied cookie with a new code, and for 15 minutes', async () => {
    const { login, email } = account()
    await signIn(server, { email })
    const { address, cookie } = await begin()
    const [first, second] = [await provider.passThrough(address, login), await provider.passThrough(address, login)]
    expect(new URL(first).searchParams.get('state')).toBe(new URL(second).searchParams.get('state'))
    expect((await answer(first, cookie)).status).toBe(303)
    await expectRefused(await answer(second, cookie), 410, 'This sign-in is over')

    const late = await begin()
    server.clock.advance(15 * 60_000)
    await expectRefused(await answer(await provider.passThrough(late.address, login), late.cookie), 410, 'is over')
  })

  test('of another issuer is refused', async () => {
    const { address, cookie } = await begin()
    const back = new URL(await provider.passThrough(address, account().login))
    back.searchParams.set('iss', 'https://other.example.com')
    await expectRefused(await answer(back.href, cookie), 502, 'Single sign-on did not work')
  })

  test('that says no is no error', async () => {
    const { address, cookie } = await begin()
    await expectRefused(await answer(await provider.passThrough(address, null), cookie), 403, 'You did not sign in')
  })
})

describe('somebody who does not belong to a workspace', () => {
  test('is told so, and no user is made', async () => {
    const { login, email } = account()
    await expectRefused(await pass(login), 403, 'You do not belong to a workspace yet')
    expect(await usersOf(email)).toEqual([])
  })

  test('joins the workspace of the settings as a member, even one without an owner', async () => {
    const { id, slug } = await server.workspace()
    for (const workspace of [id, slug]) {
      server.ctx.config.oidc!.workspace = workspace
      const { login, email } = account()
      expect((await pass(login)).status).toBe(303)
      expect(await rolesOf(email)).toEqual(['member'])
    }
    server.ctx.config.oidc!.workspace = 'no-such-workspace'
    await expectRefused(await pass(account().login), 403, 'You do not belong to a workspace yet')
  })

  test('is shown the workspace that was just joined, and afterwards the one of the longest membership', async () => {
    const { login, email } = account()
    const { workspaceId: own } = await signIn(server, { email })
    server.clock.advance(1_000)
    const { id } = await server.workspace()
    Object.assign(server.ctx.config.oidc!, { workspace: id })
    const shown = async () => {
      const page = await fetch(`${server.url}/documents`, { headers: { cookie: cookieOf(await pass(login))! } })
      return /data-workspace="([^"]+)"/.exec(await page.text())![1]
    }
    expect([await shown(), await shown()]).toEqual([id, own])
  })

  test('joins no other workspace that takes its short name', async () => {
    const { id, slug } = await server.workspace()
    server.ctx.config.oidc!.workspace = slug
    const owner = await signIn(server, { workspaceId: id })
    const stranger = await signIn(server)
    const fields = { name: 'Name', locale: 'en', signer_locale: 'en', region: 'eu' }
    for (const [person, name] of [
      [owner, 'renamed'],
      [stranger, slug],
    ] as const) {
      const refused = await person.post('/settings', { ...fields, slug: name })
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('only the operator can')])
    }
    expect((await owner.post('/settings', { ...fields, slug })).status).toBe(303)
  })

  test('is refused without a verified address, also one that somebody has', async () => {
    server.ctx.config.oidc!.workspace = (await server.workspace()).id
    for (const email_verified of [false, undefined, 'false', 1]) {
      const { login, email } = account({ email_verified })
      await signIn(server, { email })
      await expectRefused(await pass(login), 403, 'Your address is not verified')
    }
    await signIn(server, { email: 'ada@firm.example' })
    for (const email of ['no address', 'ada@f\u0130rm.example', undefined]) {
      const { login } = account({ email })
      server.ctx.config.oidc!.trustEmail = email === undefined
      await expectRefused(await pass(login), 403, 'Your account has no email address')
    }
  })

  test.each([true, 'true', 1, '1'])(
    'with xms_edov %j, as Entra ID has it, is as good as verified',
    async (xms_edov) => {
      const { login, email } = account({ email_verified: undefined, xms_edov })
      await signIn(server, { email })
      expect((await pass(login)).status).toBe(303)
    },
  )

  test('with xms_edov that says no, or against email_verified, is not verified', async () => {
    for (const claims of [
      { email_verified: undefined, xms_edov: false },
      { email_verified: false, xms_edov: true },
    ]) {
      const { login, email } = account(claims)
      await signIn(server, { email })
      await expectRefused(await pass(login), 403, 'Your address is not verified')
    }
  })

  test('is verified by the operator’s word', async () => {
    server.ctx.config.oidc!.trustEmail = true
    for (const email_verified of [false, undefined]) {
      const { login, email } = account({ email_verified })
      await signIn(server, { email })
      expect((await pass(login)).status).toBe(303)
    }
  })
})

describe('the claim with the role', () => {
  const rule = { claim: 'groups', owners: ['Legal Team'], members: ['staff'] }

  test('decides at each sign-in, and is in the log of the workspace', async () => {
    const { id: workspace } = await server.workspace()
    const owner = await signIn(server, { workspaceId: workspace })
    Object.assign(server.ctx.config.oidc!, { workspace, roles: rule })
    const { login, email } = account({ groups: ['staff', 'Legal Team'] })
    for (const [groups, role] of [
      [['staff', 'Legal Team'], 'owner'],
      ['staff', 'member'],
      [['Legal Team'], 'owner'],
    ]) {
      provider.accounts[login]!.groups = groups
      expect((await pass(login)).status).toBe(303)
      expect(await rolesOf(email)).toEqual([role])
    }
    provider.accounts[login]!.groups = ['guests']
    await expectRefused(await pass(login), 403, 'Your account has no role here')
    expect(await rolesOf(email)).toEqual([])
    const log = (await (await owner.get('/settings/log')).text()).replace(/<[^>]+>/g, '')
    for (const line of [
      'joined by single sign-on as owner',
      'got by single sign-on the role member',
      'lost by single',
    ]) {
      expect(log).toContain(line)
    }
  })

  test('voids an invitation that would undo what it decides', async () => {
    const { id: workspace } = await server.workspace()
    const owner = await signIn(server, { workspaceId: workspace })
    Object.assign(server.ctx.config.oidc!, { workspace, roles: rule })
    for (const groups of ['staff', 'guests']) {
      const { login, email } = account({ groups })
      await owner.post('/settings/people/invite', { email, role: 'owner' })
      await signIn(server, { email, workspaceId: workspace })
      await server.work()
      const mail = (await server.outbox()).filter(({ recipient }) => recipient === email).at(-1)!
      const [link] = /http\S+\/sign-in\/join\/\S+/.exec(mail.body)!
      expect((await fetch(link)).status).toBe(200)
      await pass(login)
      expect([groups, (await fetch(link)).status]).toEqual([groups, 410])
    }
  })

  test('takes nothing from the last owner', async () => {
    const { id: workspace } = await server.workspace()
    const { login, email } = account({ groups: 'guests' })
    await signIn(server, { email, workspaceId: workspace })
    Object.assign(server.ctx.config.oidc!, { workspace, roles: rule })
    expect((await pass(login)).status).toBe(303)
    expect(await rolesOf(email)).toEqual(['owner'])
  })

  test('that is missing altogether changes nothing, and lets nobody in; the log names it', async () => {
    const { id: workspace } = await server.workspace()
    await signIn(server, { workspaceId: workspace })
    Object.assign(server.ctx.config.oidc!, { workspace, roles: rule })
    for (const [groups, role] of [
      ['staff', 'member'],
      ['Legal Team', 'owner'],
    ]) {
      const { login, email } = account({ groups })
      expect((await pass(login)).status).toBe(303)
      provider.accounts[login]!.groups = undefined
      await expectRefused(await pass(login), 403, 'The provider does not say what you may do here')
      expect(await rolesOf(email)).toEqual([role])
    }
    expect(server.log()).toMatch(/"claim":"groups","reason":"neither the ID token nor UserInfo has it[^"]*OIDC_SCOPE/)
    const many = account({
      _claim_names: { groups: 'graph' },
      _claim_sources: { graph: { endpoint: 'https://x.test' } },
    })
    await expectRefused(await pass(many.login), 403, 'The provider does not say what you may do here')
    expect(await usersOf(many.email)).toEqual([])
    expect(server.log()).toContain('keeps it elsewhere (_claim_names)')
  })

  test('that is missing keeps nobody from another workspace, nor where it only makes owners', async () => {
    const { id: workspace } = await server.workspace()
    await signIn(server, { workspaceId: workspace })
    Object.assign(server.ctx.config.oidc!, { workspace, roles: rule })
    const [elsewhere, owner, newcomer] = [account(), account(), account()]
    await signIn(server, { email: elsewhere.email, role: 'member' })
    await signIn(server, { email: owner.email, workspaceId: workspace })
    expect((await pass(elsewhere.login)).status).toBe(303)
    server.ctx.config.oidc!.roles = { ...rule, members: [] }
    for (const { login } of [owner, newcomer]) expect((await pass(login)).status).toBe(303)
    const roles = await Promise.all([elsewhere, owner, newcomer].map(({ email }) => rolesOf(email)))
    expect(roles).toEqual([['member'], ['owner'], ['member']])
  })

  test('without it nobody new gets in, unless everybody is a member', async () => {
    const { id: workspace } = await server.workspace()
    Object.assign(server.ctx.config.oidc!, { workspace, roles: rule })
    const { login, email } = account({ groups: { staff: true } })
    await expectRefused(await pass(login), 403, 'Your account has no role here')
    expect(await usersOf(email)).toEqual([])
    server.ctx.config.oidc!.roles = { ...rule, members: [] }
    expect((await pass(login)).status).toBe(303)
    expect(await rolesOf(email)).toEqual(['member'])
  })
})

test('a browser signs in by the provider’s own page', async () => {
  const { login, email } = account({ name: 'Ada Lovelace' })
  await signIn(server, { email })
  const { page, close } = await visit(browser, server.url)
  await page.goto(`${server.url}/settings/people`)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Single sign-on' }).click()
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/settings/people')
  await expect.poll(() => page.getByRole('cell', { name: 'Ada Lovelace' }).count()).toBe(1)
  await close()
})
