import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { cookieOf, type DashboardUser, dashboardVisit, signIn, signInLink } from '../support/dashboard.ts'
import { send } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

const DAY_MS = 86_400_000

let server: TestServer
let browser: Browser
useStage((stage) => {
  ;({ server, browser } = stage)
})

const own = () => ({ origin: server.url, 'sec-fetch-site': 'same-origin', accept: 'text/html' })
const idOf = async (email: string) =>
  (await server.ctx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** The link of the latest invitation. */
async function invitedTo(email: string): Promise<string> {
  await server.work()
  const mail = (await server.outbox()).filter(({ recipient }) => recipient === email).at(-1)!
  return /http\S+\/sign-in\/join\/\S+/.exec(mail.body)![0]
}

const accept = (link: string, name = '') =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ name }), headers: own(), redirect: 'manual' })

describe('an invitation', () => {
  test('makes somebody a member by the link of the mail, once, and not by opening it', async () => {
    const owner = await signIn(server, { name: 'Olga' })
    const sent = await owner.post('/settings/people/invite', { email: 'New@example.com', role: 'member' })
    expect(await owner.follow(sent)).toContain('An invitation is on its way to New@example.com.')
    const link = await invitedTo('New@example.com')
    for (let i = 0; i < 2; i++) expect(await (await fetch(link)).text()).toContain('Olga invites you')
    const joined = await accept(link, 'Nina')
    expect([joined.status, joined.headers.get('location')]).toEqual([303, '/documents'])
    const page = await fetch(`${server.url}/settings/people`, { headers: { cookie: cookieOf(joined)! } })
    expect(await page.text()).toMatch(/Nina.*Member/s)
    for (const again of [await accept(link), await fetch(link)]) expect(again.status).toBe(410)
    const log = await (await owner.get('/settings/log')).text()
    expect(log.replace(/<[^>]+>/g, ' ')).toMatch(/Nina\s+joined as\s+member.*Olga\s+invited\s+New@example.com/s)
  })

  test('is refused where the server sends no mail, with the other way to let somebody in', async () => {
    const silent = await startServer({ config: { mailUrl: 'none:' } })
    try {
      const owner = await signIn(silent)
      const refused = await owner.post('/settings/people/invite', { email: 'new@example.com', role: 'member' })
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('countersign users link')])
      expect(await (await owner.get('/settings/people')).text()).not.toContain('new@example.com')
    } finally {
      await silent.stop()
    }
  })

  test('ends after seven days, when it is withdrawn, and when it is sent again', async () => {
    const owner = await signIn(server)
    const ask = async (email: string) => {
      expect((await owner.post('/settings/people/invite', { email, role: 'owner' })).status).toBe(303)
      return invitedTo(email)
    }
    const old = await ask('again@example.com')
    const current = await ask('AGAIN@example.com')
    expect([(await accept(old)).status, (await fetch(current)).status]).toEqual([410, 200])
    const people = await (await owner.get('/settings/people')).text()
    const [withdraw] = /\/settings\/people\/invitations\/[0-9a-f-]+\/withdraw/.exec(people)!
    expect((await owner.post(withdraw)).status).toBe(303)
    expect((await owner.post(withdraw)).status).toBe(404)
    expect((await accept(current)).status).toBe(410)
    const late = await ask('late@example.com')
    server.clock.advance(7 * DAY_MS)
    expect((await accept(late)).status).toBe(410)
  })

  test('is refused for a member, for what is no address, and after fifty a day', async () => {
    const owner = await signIn(server)
    const ask = async (email: string) => owner.post('/settings/people/invite', { email, role: 'member' })
    for (const [email, why] of [
      [owner.email.toUpperCase(), 'is in this workspace already'],
      ['nobody', 'enter an email address'],
    ]) {
      const refused = await ask(email!)
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(why!)])
    }
    // Each press is a mail, whoever gets it, and whatever becomes of the invitation.
    for (let i = 0; i < 50; i++) expect((await ask(`p${i % 5}@example.net`)).status).toBe(303)
    expect((await ask('p51@example.net')).status).toBe(429)
    server.clock.advance(DAY_MS / 2)
    await server.run('prune', {})
    expect((await ask('p51@example.net')).status).toBe(429)
    server.clock.advance(DAY_MS / 2)
    expect((await ask('p51@example.net')).status).toBe(303)
  })

  test('is refused for an address that is taken for another one, whose mail goes elsewhere', async () => {
    const mallory = await signIn(server)
    for (const [known, looksLike] of [
      ['ada@firm.com', 'ada@f\u0130rm.com'],
      ['kate@firm.com', '\u212Aate@firm.com'],
      ['IDA@firm.com', '\u0131da@firm.com'],
      ['ada@stra\u00DFe.de', 'ada@STRA\u1E9EE.de'],
      ['ada@full.com', 'ada@\uFF46ull.com'],
      ['ada@m\u00FCller.de', 'ada@mu\u0308ller.de'],
    ] as const) {
      await signIn(server, { email: known })
      const invited = await mallory.post('/settings/people/invite', { email: looksLike, role: 'member' })
      expect([looksLike, invited.status, await invited.text()]).toEqual([
        ...[looksLike, 422],
        expect.stringContaining('enter an email address'),
      ])
      expect((await mallory.post('/account/email', { email: looksLike })).status).toBe(422)
    }
    for (const email of ['Ada@MÜLLER.de', 'ada@例え.jp', 'josé@localhost'])
      expect((await mallory.post('/settings/people/invite', { email, role: 'member' })).status).toBe(303)
  })

  test('takes nothing from somebody who has become an owner meanwhile', async () => {
    const owner = await signIn(server)
    await owner.post('/settings/people/invite', { email: 'early@example.com', role: 'member' })
    const link = await invitedTo('early@example.com')
    const early = await signIn(server, { email: 'early@example.com', role: 'owner', workspaceId: owner.workspaceId })
    expect((await accept(link)).status).toBe(303)
    expect((await early.get('/settings/people/invite')).status).toBe(200)
  })

  test('ends when the person is removed, or gets another role', async () => {
    const owner = await signIn(server)
    for (const [email, path, fields] of [
      ['gone@example.com', 'remove', {}],
      ['lesser@example.com', 'role', { role: 'member' }],
    ] as const) {
      await owner.post('/settings/people/invite', { email, role: 'owner' })
      const link = await invitedTo(email)
      await signIn(server, { email, role: 'owner', workspaceId: owner.workspaceId })
      expect((await owner.post(`/settings/people/${await idOf(email)}/${path}`, fields)).status).toBe(303)
      expect((await accept(link)).status).toBe(410)
    }
  })

  test.each([
    ['remove', {}],
    ['role', { role: 'member' }],
  ] as const)('ends with the rights of whoever sent it: %s', async (path, fields) => {
    const owner = await signIn(server)
    const other = await signIn(server, { role: 'owner', workspaceId: owner.workspaceId })
    const email = `accomplice-${path}@example.com`
    await other.post('/settings/people/invite', { email, role: 'owner' })
    const link = await invitedTo(email)
    await owner.post('/settings/people/invite', { email: `friend-${path}@example.com`, role: 'member' })
    const kept = await invitedTo(`friend-${path}@example.com`)
    const to = `/settings/people/${await idOf(other.email)}/${path}`
    if (path === 'remove') expect(await (await owner.get(to)).text()).toContain('own invitations are void')
    expect((await owner.post(to, fields)).status).toBe(303)
    expect([(await accept(link)).status, (await accept(kept)).status]).toEqual([410, 303])
  })

  test('opens nothing once the person has signed out everywhere', async () => {
    const owner = await signIn(server)
    const email = 'elsewhere@example.com'
    const person = await signIn(server, { email, workspaceId: (await server.workspace()).id })
    await owner.post('/settings/people/invite', { email, role: 'member' })
    const link = await invitedTo(email)
    expect((await person.post('/account/sign-out-everywhere')).status).toBe(303)
    expect((await accept(link)).status).toBe(410)
  })
})

describe('whoever loses a right while a form is on its way', () => {
  /** A form of which only the first bytes arrive, and who sent it has been looked up; `finish` sends the others. */
  async function beginPost(user: DashboardUser, path: string, fields: Record<string, string>) {
    const body = new URLSearchParams(fields).toString()
    const headers = {
      ...own(),
      cookie: user.cookie,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
    }
    // A use is recorded once a minute.
    server.clock.advance(61_000)
    const sent = request(server.url + path, { method: 'POST', headers })
    const answered = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject))
    sent.write(body.slice(0, 3))
    const used = server.ctx.db.selectFrom('user_sessions').select('id').where('last_used_at', '=', server.clock.now())
    await expect.poll(() => used.executeTakeFirst()).toBeDefined()
    return {
      async finish() {
        sent.end(body.slice(3))
        const answer = await answered
        answer.resume()
        return answer.statusCode
      },
    }
  }

  describe.each([
    ['remove', {}, 409],
    ['role', { role: 'member' }, 403],
  ] as const)('does nothing with it: %s', (loss, lost, status) => {
    test.each([
      ['/settings/people/invite', { email: 'accomplice@example.com', role: 'owner' }],
      ['/keys', { name: 'backdoor', scope: 'full' }],
      ['/settings/people/:id/role', { role: 'owner' }],
    ] as const)('%s', async (path, fields) => {
      const owner = await signIn(server)
      const eve = await signIn(server, { role: 'owner', workspaceId: owner.workspaceId })
      const id = await idOf(eve.email)
      const begun = await beginPost(eve, path.replace(':id', id), fields)
      expect((await owner.post(`/settings/people/${id}/${loss}`, lost)).status).toBe(303)
      expect(await begun.finish()).toBe(status)
      expect(await (await owner.get('/settings/people')).text()).not.toContain('accomplice@example.com')
      expect(await (await owner.get('/keys')).text()).not.toContain('backdoor')
      expect((await eve.get('/settings/people/invite')).status).not.toBe(200)
    })
  })

  test('has sent invitations that are void, also where the operator takes the role', async () => {
    const owner = await signIn(server)
    const eve = await signIn(server, { role: 'owner', workspaceId: owner.workspaceId })
    await eve.post('/settings/people/invite', { email: 'late@example.com', role: 'owner' })
    const link = await invitedTo('late@example.com')
    await signInLink(server, { email: eve.email, role: 'member', workspaceId: owner.workspaceId })
    expect((await accept(link)).status).toBe(410)
  })
})

test('a form acts in the workspace in which it was opened, or not at all', async () => {
  const one = await signIn(server, { email: 'both@example.com' })
  const other = (await server.workspace()).id
  const filled: [string, Record<string, string>][] = []
  for (const [path, fields] of [
    ['/keys/new', { name: 'CI', scope: 'full' }],
    ['/webhooks/new', { target_url: 'https://example.com/hook', which: 'every', payload: 'full' }],
    ['/settings/people/invite', { email: 'x@example.com', role: 'owner' }],
    ['/start', {}],
    ['/fields/-/new', { key: 'rent', type: 'text' }],
    ['/settings', { name: 'Mine', slug: 'mine-alone', locale: 'en', signer_locale: 'en', region: 'eu' }],
  ] as const) {
    const html = await (await one.get(path)).text()
    const [, hidden] = /name="in_workspace" value="([^"]+)"/.exec(html)!
    expect(hidden).toBe(one.workspaceId)
    filled.push([path.replace(/(\/-)?\/new$/, ''), { ...fields, in_workspace: hidden! }])
  }
  await signIn(server, { email: 'both@example.com', workspaceId: other })
  expect((await one.post('/account/workspace', { workspace: other })).status).toBe(303)
  for (const [path, fields] of filled) {
    const refused = await one.post(path, fields, { referer: `${server.url}${path}?tab=other` })
    expect([path, refused.status]).toEqual([path, 409])
    const page = await refused.text()
    expect(page).toContain('>The form was opened in another workspace; you are in')
    expect(page).toMatch(new RegExp(`href="${path}\\?tab=other">\\s*Go back`))
  }
  const self = `/settings/people/${await idOf('both@example.com')}/remove`
  expect((await one.post(self, { in_workspace: one.workspaceId })).status).toBe(409)
  const pdf = new FormData()
  pdf.set('in_workspace', one.workspaceId)
  pdf.set('file', new File([new Uint8Array(makePdf())], 'lease.pdf'))
  for (const path of ['/documents/new', '/templates']) expect((await one.post(path, pdf)).status).toBe(409)
  const made = await Promise.all(
    (['api_keys', 'hooks', 'invitations', 'drafts', 'templates'] as const).map((table) =>
      server.ctx.db.selectFrom(table).select('id').where('workspace_id', '=', other).execute(),
    ),
  )
  expect(made.flat()).toEqual([])
})

test('a link to something of another workspace leads there, after a press', async () => {
  const first = await signIn(server, { name: 'Bo', email: 'bo@example.com' })
  const { id: second, name } = await server.workspace({ name: 'Zweite <GmbH>' })
  const key = await server.key({ workspaceId: second })
  const { documentId } = await send(server, key, { title: 'Of the second', signers: [{ email: 'ada@example.com' }] })
  const path = `/documents/${documentId}?page=1`
  const asked = async () => {
    const answer = await first.get(path)
    return [answer.status, await answer.text()] as const
  }
  // Whoever has one workspace alone.
  const [status, text] = await asked()
  expect([status, text.includes('another of your workspaces')]).toEqual([404, false])
  await signIn(server, { email: 'bo@example.com', workspaceId: second })
  const [still, offered] = await asked()
  expect([still, offered]).toEqual([404, expect.stringContaining(`value="${path}"`)])
  expect(offered).toContain(`Look in <bdi>${name.replace('<', '&lt;').replace('>', '&gt;')}</bdi>`)
  expect((await asked())[0]).toBe(404)
  // Nothing is said of what exists, and a form is not pressed again.
  const nothing = randomUUID()
  const other = await (await first.get(`/documents/${nothing}?page=1`)).text()
  expect(other.replaceAll(nothing, documentId)).toBe(offered)
  expect(await (await first.post(`/documents/${documentId}/withdraw`)).text()).not.toContain('of your workspaces')
  const moved = await first.post('/account/workspace', { workspace: second, next: path })
  expect([moved.status, moved.headers.get('location')]).toEqual([303, path])
  expect(await asked()).toEqual([200, expect.stringContaining('Of the second')])
})

test('the page that offers other workspaces is sound on a phone, also with long names', async () => {
  const visit = await dashboardVisit(browser, server, { email: 'cy@example.com', width: 375, phone: true })
  const { id } = await server.workspace({ name: `Zweite ${'Donaudampfschiff'.repeat(4)} mit langem Namen` })
  await signIn(server, { email: 'cy@example.com', workspaceId: id })
  await visit.page.goto(`${server.url}/review/${randomUUID()}`)
  expect([await axeViolations(visit.page), await sidewaysScroll(visit.page)]).toEqual([[], 0])
  await visit.page.getByRole('button', { name: 'Look in Zweite' }).click()
  await visit.page.waitForURL('**/review/*')
  await visit.page.getByText('It may be in another of your workspaces').waitFor()
  await visit.close()
})

describe('roles', () => {
  test('the last owner stays one, whoever asks at the same time', async () => {
    const one = await signIn(server, { email: 'one@example.com' })
    const two = await signIn(server, { email: 'two@example.com', workspaceId: one.workspaceId })
    const [first, second] = [await idOf('one@example.com'), await idOf('two@example.com')]
    const statuses = (
      await Promise.all([
        one.post(`/settings/people/${second}/remove`),
        two.post(`/settings/people/${first}/role`, { role: 'member' }),
      ])
    ).map(({ status }) => status)
    const owners = server.ctx.db.selectFrom('memberships').select('user_id').where('workspace_id', '=', one.workspaceId)
    expect([statuses.includes(303), (await owners.where('role', '=', 'owner').execute()).length]).toEqual([true, 1])
    const alone = await signIn(server, { email: 'alone@example.com' })
    for (const [path, fields] of [
      ['remove', {}],
      ['role', { role: 'member' }],
    ] as const) {
      const refused = await alone.post(`/settings/people/${await idOf('alone@example.com')}/${path}`, fields)
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('needs an owner')])
    }
  })

  test('a member sees people and log, and changes nothing', async () => {
    const owner = await signIn(server)
    const member = await signIn(server, { role: 'member', workspaceId: owner.workspaceId })
    const page = await (await member.get('/settings/people')).text()
    expect(page).toContain(owner.email)
    expect(page).not.toMatch(/Invite|Remove|Make /)
    expect((await member.get('/settings/log')).status).toBe(200)
    const id = await idOf(owner.email)
    for (const [path, fields] of [
      [`/settings/people/${id}/remove`, {}],
      [`/settings/people/${id}/role`, { role: 'member' }],
      ['/settings/people/invite', { email: 'x@example.com' }],
    ] as const) {
      const refused = await member.post(path, fields)
      expect([refused.status, await refused.text()]).toEqual([
        403,
        expect.stringContaining('You do not have permission'),
      ])
    }
  })

  test('who has not been seen for a month is not said to have never been', async () => {
    const owner = await signIn(server)
    await signIn(server, { name: 'Mia', role: 'member', workspaceId: owner.workspaceId })
    const seen = async (by: typeof owner) =>
      /Mia<.*?<\/tr>/s.exec(await (await by.get('/settings/people')).text())![0].replace(/<[^>]+>/g, ' ')
    expect(await seen(owner)).not.toContain('last 30 days')
    server.clock.advance(31 * DAY_MS)
    await server.run('prune', {})
    expect(await seen(await signIn(server, owner))).toMatch(/not in the last 30 days/)
  })

  test('people of another workspace are not found', async () => {
    const owner = await signIn(server)
    const foreign = await signIn(server)
    const id = await idOf(foreign.email)
    for (const path of [`/settings/people/${id}/remove`, '/settings/people/nothing/remove']) {
      expect([(await owner.get(path)).status, (await owner.post(path)).status]).toEqual([404, 404])
    }
    expect((await owner.post(`/settings/people/${id}/role`, { role: 'member' })).status).toBe(404)
    expect((await foreign.get('/documents')).status).toBe(200)
  })

  test('who is removed is out at once', async () => {
    const owner = await signIn(server)
    const member = await signIn(server, { role: 'member', workspaceId: owner.workspaceId })
    const removed = await owner.post(`/settings/people/${await idOf(member.email)}/remove`)
    expect(await owner.follow(removed)).toContain(`${member.email} no longer belongs to this workspace.`)
    expect((await member.get('/documents')).status).toBe(303)
  })
})

describe('the account', () => {
  test("ends one of the person's own sessions, or all of them", async () => {
    const here = await signIn(server, { email: 'sam@example.com' })
    const there = await signIn(server, { email: 'sam@example.com', workspaceId: here.workspaceId })
    const other = await signIn(server)
    const ends = [...(await (await here.get('/account')).text()).matchAll(/\/account\/sessions\/[0-9a-f-]+\/end/g)]
    expect(ends).toHaveLength(2)
    for (const [path] of ends) expect((await other.post(path)).status).toBe(404)
    expect((await other.post('/account/sessions/x/end')).status).toBe(404)
    expect((await here.post('/account/sign-out-everywhere')).status).toBe(303)
    const after = [await here.get('/account'), await there.get('/account'), await other.get('/account')]
    expect(after.map(({ status }) => status)).toEqual([303, 303, 200])
  })

  test('is signed in on a device that is named, or said to be unknown', async () => {
    const here = await signIn(server, { email: 'dora@example.com' })
    const { link } = await signInLink(server, { email: 'dora@example.com', workspaceId: here.workspaceId })
    const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0'
    await fetch(link, {
      method: 'POST',
      headers: {
        ...{ origin: server.url, 'sec-fetch-site': 'same-origin', 'user-agent': userAgent },
        'content-type': 'application/x-www-form-urlencoded',
      },
      redirect: 'manual',
    })
    const page = await (await here.get('/account')).text()
    expect([...page.matchAll(/<span class="title">(.*?)<\/span>/g)].map(([, device]) => device).sort()).toEqual([
      'Firefox on macOS',
      'Unknown device',
    ])
  })

  test('and every other form that is refused at its own address: loading that leads to the page with it', async () => {
    const owner = await signIn(server)
    const id = randomUUID()
    for (const [path, page] of [
      ['/account/name', '/account'],
      ['/account/email/code', '/account/email'],
      [`/settings/people/${id}/role`, '/settings/people'],
      [`/templates/${id}/lock`, `/templates/${id}`],
    ] as const) {
      const answer = await owner.get(path)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, page])
    }
  })

  test('has a name that is shown as text', async () => {
    const anna = await signIn(server)
    const named = await anna.post('/account/name', { name: ' <b>Anna</b> عربي ' })
    expect(await anna.follow(named)).toContain('Your name is changed.')
    expect(await (await anna.get('/settings/people')).text()).toContain('&lt;b&gt;Anna&lt;/b&gt; عربي')
    expect((await anna.post('/account/name', { name: 'x'.repeat(101) })).status).toBe(422)
  })
})

test.each([
  ['light', 1280],
  ['dark', 375],
] as const)('in a browser: invite, and what axe finds: %s, %i pixels wide', async (colorScheme, width) => {
  const { page, complaints, foreign, close } = await dashboardVisit(browser, server, { width, phone: width < 500 })
  await page.emulateMedia({ colorScheme })
  await page.goto(`${server.url}/settings/people`)
  await page.getByRole('link', { name: 'Invite' }).click()
  await page.getByLabel('Email address').fill(`somebody-with-a-long-name-${width}@department.example.com`)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByRole('status').waitFor()
  const found = []
  for (const path of ['/settings/people', '/settings/people/invite', '/settings/log', '/account']) {
    await page.goto(server.url + path)
    found.push([path, await axeViolations(page), await sidewaysScroll(page)])
  }
  expect(found).toEqual(found.map(([path]) => [path, [], 0]))
  expect([complaints, foreign]).toEqual([[], []])
  await close()
})
