import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { cookieOf, dashboardVisit, signIn, signInLink } from '../support/dashboard.ts'
import { waitForLock } from '../support/locks.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** What a browser says of a form on our own page. */
const own = () => ({
  origin: server.url,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/x-www-form-urlencoded',
})

let server: TestServer
let browser: Browser
useStage((stage) => {
  ;({ server, browser } = stage)
})

const press = (link: string, headers: Record<string, string> = own()) =>
  fetch(link, { method: 'POST', headers, redirect: 'manual' })

test('a form of somebody who is not signed in has at most 16 KB', async () => {
  const body = `email=${'a'.repeat(16 * 1024)}`
  for (const path of ['/sign-in', '/sign-in/code', '/sign-in/join/abc']) {
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', body, headers: own(), redirect: 'manual' })
    expect([path, answer.status]).toEqual([path, 413])
  }
})

describe('a link', () => {
  test('is not used up by whatever opens it, and signs in once', async () => {
    const { link } = await signInLink(server)
    for (const method of ['GET', 'HEAD', 'GET']) {
      const opened = await fetch(link, { method })
      expect([opened.status, opened.headers.getSetCookie()]).toEqual([200, []])
    }
    const pressed = await press(link)
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/documents'])
    expect(pressed.headers.getSetCookie()[0]).toMatch(
      /^countersign=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    for (const again of [await press(link), await fetch(link)]) {
      expect([again.status, cookieOf(again)]).toEqual([410, null])
      expect(await again.text()).toContain('This link no longer works')
    }
  })

  test('pressed twice at the same time signs in once', async () => {
    const { link } = await signInLink(server)
    const { db } = server.ctx
    const presses = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('sign_ins').select('id').forUpdate().execute()
      const both = Promise.all([press(link), press(link)])
      // Both have seen a link that was not used, and wait for its row.
      await waitForLock(db, { sessions: 2 })
      return { both }
    })
    const statuses = (await presses.both).map(({ status }) => status)
    expect(statuses.sort()).toEqual([303, 410])
  })

  test('ends after 15 minutes', async () => {
    const { link } = await signInLink(server)
    server.clock.advance(15 * MINUTE_MS)
    expect((await press(link)).status).toBe(410)
  })

  test('is refused when a character of it is changed', async () => {
    const { link } = await signInLink(server)
    const changed = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A')
    for (const wrong of [changed, `${server.url}/sign-in/link/nothing`]) {
      expect((await fetch(wrong)).status).toBe(410)
      expect((await press(wrong)).status).toBe(410)
    }
  })

  test('is in no log line', async () => {
    const { link } = await signInLink(server)
    await press(link)
    expect(server.log()).toContain('/sign-in/link/:token')
    expect(server.log()).not.toContain(link.split('/').at(-1))
  })

  test('of a mail leads to the page that was asked for, and never to another site', async () => {
    for (const [next, location] of [
      ['/documents?tab=signed', '/documents?tab=signed'],
      ['//evil.test', '/documents'],
      ['/\\evil.test', '/documents'],
      ['https://evil.test', '/documents'],
      ['/\tx', '/documents'],
      [`/${'x'.repeat(3000)}`, '/documents'],
    ]) {
      const { email } = await signInLink(server)
      server.clock.advance(2 * 60 * MINUTE_MS)
      const body = new URLSearchParams({ email, next: next! })
      expect((await fetch(`${server.url}/sign-in`, { method: 'POST', headers: own(), body })).ok).toBe(true)
      await server.work()
      const mail = (await server.outbox()).findLast(({ recipient }) => recipient === email)!
      const [link] = /http\S+\/sign-in\/link\/[\w-]+/.exec(mail.body)!
      const answer = await press(`${link.replace(server.ctx.config.publicUrl, server.url)}?next=/account`)
      expect(answer.headers.get('location')).toBe(location)
    }
  })
})

describe('a session', () => {
  test('has a token of its own, whatever cookie came with the sign-in', async () => {
    const planted = `countersign=${'A'.repeat(43)}`
    const { link } = await signInLink(server)
    const first = await press(link, { ...own(), cookie: planted })
    expect(cookieOf(first)).not.toBe(planted)
    const anna = await signIn(server)
    const { link: second } = await signInLink(server)
    expect(cookieOf(await press(second, { ...own(), cookie: anna.cookie }))).not.toBe(anna.cookie)
    expect((await fetch(`${server.url}/documents`, { headers: { cookie: planted }, redirect: 'manual' })).status).toBe(
      303,
    )
  })

  test('is deleted with its sign-in when it is over for good, and not before', async () => {
    const anna = await signIn(server)
    const left = async () =>
      Promise.all(
        (['user_sessions', 'sign_ins'] as const).map(
          async (table) =>
            (
              await server.ctx.db
                .selectFrom(table)
                .innerJoin('users', 'users.id', `${table}.user_id`)
                .select('users.id')
                .where('users.email', '=', anna.email)
                .execute()
            ).length,
        ),
      )
    await server.run('prune', {})
    expect(await left()).toEqual([1, 1])
    server.clock.advance(2 * DAY_MS)
    await server.run('prune', {})
    expect(await left()).toEqual([1, 0])
    server.clock.advance(30 * DAY_MS)
    await server.run('prune', {})
    expect(await left()).toEqual([0, 0])
  })

  test('is stored as a hash alone', async () => {
    const { cookie } = await signIn(server)
    const rows = await server.ctx.db.selectFrom('user_sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1])
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true)
  })

  test('by a link for another workspace than the first shows that one', async () => {
    const { email } = await signIn(server)
    // Joined later.
    server.clock.advance(1_000)
    const { id } = await server.workspace()
    const { get } = await signIn(server, { email, workspaceId: id, role: 'member' })
    expect(await (await get('/documents')).text()).toContain(`data-workspace="${id}"`)
  })

  test('ends with the sign-out, on the server too', async () => {
    const anna = await signIn(server)
    expect((await anna.get('/documents')).status).toBe(200)
    const out = await anna.post('/sign-out')
    expect([out.status, cookieOf(out)]).toEqual([303, 'countersign='])
    // Nor do pictures of pages stay in the browser.
    expect(out.headers.get('clear-site-data')).toBe('"cache"')
    const after = await anna.get('/documents?tab=signed')
    expect([after.status, after.headers.get('location')]).toEqual([303, '/sign-in?next=%2Fdocuments%3Ftab%3Dsigned'])
    // A form that was sent by then: back to its page, with what has become of it.
    for (const [referer, location] of [
      [
        `${new URL(server.ctx.config.publicUrl).origin}/documents/new?x=1`,
        '/sign-in?next=%2Fdocuments%2Fnew%3Fx%3D1&lost',
      ],
      ['https://elsewhere.example/documents', '/sign-in?lost'],
      ['', '/sign-in?lost'],
    ] as const) {
      const lost = await anna.post('/documents/drafts/x', {}, { referer })
      expect([lost.status, lost.headers.get('location')]).toEqual([303, location])
    }
    expect(await (await anna.get('/sign-in?next=%2Fdocuments%2Fnew&lost')).text()).toMatch(
      /you had been signed out, or are no longer in the workspace\. What you had typed is lost\.\s+Once you have signed in, type it again\./,
    )
  })

  test('ends after 30 days without use, and not before', async () => {
    const anna = await signIn(server)
    server.clock.advance(30 * DAY_MS - MINUTE_MS)
    expect((await anna.get('/documents')).status).toBe(200)
    server.clock.advance(30 * DAY_MS - MINUTE_MS)
    expect((await anna.get('/documents')).status).toBe(200)
    server.clock.advance(30 * DAY_MS)
    expect((await anna.get('/documents')).status).toBe(303)
  })

  test('is kept by the browser for as long as it lasts', async () => {
    const anna = await signIn(server)
    const set = async (path: string) => (await anna.get(path)).headers.getSetCookie()
    const kept = [`${anna.cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`]
    expect(await set('/documents')).toEqual([])
    for (const path of ['/documents', '/', '/documents/nothing']) {
      server.clock.advance(20 * DAY_MS)
      expect([path, await set(path)]).toEqual([path, kept])
      expect([path, await set(path)]).toEqual([path, []])
    }
    server.clock.advance(20 * DAY_MS)
    const out = (await anna.post('/sign-out')).headers.getSetCookie()
    expect(out).toEqual([expect.stringMatching(/^countersign=; Max-Age=0/)])
    expect(await set('/documents')).toEqual([])
  })

  test('ends with the last membership', async () => {
    const anna = await signIn(server)
    await server.ctx.db.deleteFrom('memberships').where('workspace_id', '=', anna.workspaceId).execute()
    expect((await anna.get('/documents')).status).toBe(303)
  })

  test('skips the home page, which otherwise has a way to sign in', async () => {
    const anna = await signIn(server)
    const home = await anna.get('/')
    expect([home.status, home.headers.get('location')]).toEqual([303, '/documents'])
    expect(await (await fetch(server.url)).text()).toContain('href="/sign-in"')
  })

  test('is a cookie of this host alone where the site has https', async () => {
    const secure = await startServer({ config: { publicUrl: 'https://sign.test' } })
    const { link } = await signInLink(secure)
    const headers = { ...own(), origin: 'https://sign.test' }
    const [cookie] = (await press(link, headers)).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-countersign=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    secure.clock.advance(MINUTE_MS)
    const page = await fetch(`${secure.url}/documents`, { headers: { cookie: cookie!.split(';')[0]! } })
    expect(page.headers.getSetCookie()).toEqual([cookie])
    await secure.stop()
  })
})

describe('a request from elsewhere', () => {
  test.each([
    ['another origin', { origin: 'https://evil.test' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
    ['JSON as text', { 'content-type': 'text/plain' }, 415],
  ])('is refused: %s', async (_, headers, status) => {
    const anna = await signIn(server)
    const answer = await anna.post('/sign-out', {}, headers)
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(status === 403 ? 'did not come from our page' : 'could not be done')
    expect((await anna.get('/documents')).status).toBe(200)
  })

  test('is refused when it does not say where it comes from', async () => {
    const { cookie } = await signIn(server)
    const bare = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${server.url}/sign-out`, { method: 'POST', headers: bare })
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ code: 'cross_site_request' })])
    const { link } = await signInLink(server)
    expect((await press(link, { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(403)
    expect((await press(link)).status).toBe(303)
  })
})

describe('somebody of several workspaces', () => {
  test('sees the first, changes to another, and never to a foreign one', async () => {
    const [north, south, foreign] = [
      await server.workspace({ name: 'North' }),
      await server.workspace({ name: 'South & Sons <1>' }),
      await server.workspace({ name: 'Foreign' }),
    ]
    const anna = await signIn(server, { email: 'Anna@example.com', workspaceId: north.id })
    // The oldest membership comes first.
    server.clock.advance(MINUTE_MS)
    await signInLink(server, { email: 'anna@EXAMPLE.com', role: 'member', workspaceId: south.id })
    const page = await (await anna.get('/documents')).text()
    expect(page).toContain('South &amp; Sons &lt;1&gt;')
    expect(page).not.toContain('Foreign')
    expect(page).toContain('Owner ·')
    const changed = await anna.post('/account/workspace', { workspace: south.id, next: '/documents' })
    expect([changed.status, changed.headers.get('location')]).toEqual([303, '/documents'])
    expect(await (await anna.get('/documents')).text()).toContain('Member ·')
    for (const id of [foreign.id, 'nothing', '']) {
      expect((await anna.post('/account/workspace', { workspace: id })).status).toBe(404)
    }
    expect(await (await anna.get('/documents')).text()).toContain('Member ·')
  })
})

describe('in a browser', () => {
  test('a person signs in, opens the menu on a phone without a script, and signs out', async () => {
    const { link, email } = await signInLink(server, { email: 'grace@example.com' })
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 375, height: 740 } })
    const page = await context.newPage()
    await page.goto(`${server.url}/documents`)
    await page.waitForURL('**/sign-in?next=%2Fdocuments')
    await page.goto(link)
    await page.getByText(`You will be signed in as ${email}`).waitFor()
    await page.getByRole('button', { name: 'Sign in on this device' }).click()
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    await context.close()
  })

  test.each([
    ['light', 1280, false],
    ['dark', 1280, false],
    ['light', 375, true],
    ['dark', 375, true],
  ] as const)('the pages have no fault that axe finds: %s, %i pixels wide', async (scheme, width, phone) => {
    const workspace = await server.workspace({ name: 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente' })
    const { page, complaints, foreign, close } = await dashboardVisit(browser, server, {
      width,
      phone,
      workspaceId: workspace.id,
      email: `a-rather-long-address-of-somebody-${scheme}-${width}@department.example.com`,
    })
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${server.url}/documents`)
    if (phone) await page.getByRole('button', { name: 'Menu' }).click()
    const found = [await axeViolations(page), await sidewaysScroll(page)]
    const seen = []
    for (const path of ['/sign-in', '/sign-in/link/nothing']) {
      await page.goto(server.url + path)
      seen.push(await axeViolations(page), await sidewaysScroll(page))
    }
    expect([...found, ...seen]).toEqual([[], 0, [], 0, [], 0])
    // The browser reports the status of the spent link.
    expect(complaints.filter((text) => !text.includes('410'))).toEqual([])
    expect(foreign).toEqual([])
    await close()
  })

  test('a link opened by a script of a mail scanner is still there for its reader', async () => {
    const { link } = await signInLink(server)
    const scanner = await visit(browser, server.url)
    await scanner.page.goto(link)
    await scanner.close()
    expect((await press(link)).status).toBe(303)
  })
})

test('all styles of the dashboard take at most 12 kB, its script with what it loads at most 3 kB', async () => {
  const folder = join(import.meta.dirname, '../../dist/web/assets')
  const names = readdirSync(folder)
  const total = async (...starts: string[]) => {
    const files = starts.map(
      (start) => names.find((name) => new RegExp(`^${start}-[^.]*\\.(?:css|js)\\.br$`).test(name))!,
    )
    return (await Promise.all(files.map((name) => readFile(join(folder, name))))).reduce(
      (sum, { length }) => sum + length,
      0,
    )
  }
  expect(await total('dashboardStyles', 'editorStyles', 'draftStyles')).toBeLessThan(12_000)
  const page = await (await signIn(server)).get('/start')
  const loaded = [...(await page.text()).matchAll(/\/assets\/([a-zA-Z]+)-[^".]*\.js"/g)].map(([, name]) => name!)
  expect(loaded).toContain('dashboard')
  expect(await total(...loaded)).toBeLessThan(3_000)
})
