import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { cookieOf, signInLink } from '../support/dashboard.ts'
import type { TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let server: TestServer
let browser: Browser
useStage(
  (stage) => {
    ;({ server, browser } = stage)
  },
  // So that a test can ask from any network.
  { server: () => ({ config: { trustedProxies: ['127.0.0.0/8', '::1/128'] } }) },
)
// Each test has its own hour, so that no limit is left over from another.
beforeEach(() => server.clock.advance(2 * HOUR_MS))

const post = (path: string, fields: Record<string, string>, cookie = '', from = '203.0.113.7') =>
  fetch(server.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: {
      origin: server.url,
      'sec-fetch-site': 'same-origin',
      accept: 'text/html',
      cookie,
      'x-forwarded-for': from,
    },
    redirect: 'manual',
  })

/** Asks for a mail; the window's cookie. */
async function ask(email: string): Promise<string> {
  const answer = await post('/sign-in', { email, next: '/documents?tab=signed' })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/sign-in/code?next=%2Fdocuments%3Ftab%3Dsigned',
  ])
  await server.work()
  return cookieOf(answer, 'countersign-window')!
}

/** Mails about signing in, the newest first. */
const mails = async () => (await server.outbox()).filter(({ subject }) => subject?.includes('is your code')).reverse()
const codeIn = ({ subject }: { subject: string | null }) => subject!.slice(0, 6)
const enter = (code: string, cookie: string) => post('/sign-in/code', { code, next: '/documents?tab=signed' }, cookie)
const somebody = async (email: string) => void (await signInLink(server, { email }))

describe('the code of the mail', () => {
  test('signs in once, however it is typed, in the window that asked for it', async () => {
    await somebody('Ada@example.com')
    const window = await ask('ada@EXAMPLE.com')
    const mail = (await mails())[0]!
    expect(mail.recipient).toBe('Ada@example.com')
    const code = codeIn(mail)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/)
    const typed = ` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`.replaceAll('0', 'o').replaceAll('1', 'l')
    const signedIn = await enter(typed, window)
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/documents?tab=signed'])
    expect(cookieOf(signedIn)).toMatch(/^countersign=[\w-]{43}$/)
    const again = await enter(code, window)
    expect([again.status, cookieOf(again)]).toEqual([422, null])
    expect(await again.text()).toContain('no longer works')
  })

  test('is of no use in another window, nor without one', async () => {
    await somebody('bob@example.com')
    const window = await ask('bob@example.com')
    const code = codeIn((await mails())[0]!)
    const [id] = window.split('=')[1]!.split('.')
    for (const other of [
      await ask('nobody@example.com'),
      '',
      `countersign-window=${id}.${'A'.repeat(43)}`,
      'countersign-window=x.y',
    ]) {
      const answer = await enter(code, other)
      expect([answer.status, cookieOf(answer)]).toEqual([422, null])
    }
    expect((await enter(code, window)).status).toBe(303)
  })

  test('is void after five wrong ones; the link of the mail still works', async () => {
    await somebody('cid@example.com')
    const window = await ask('cid@example.com')
    const mail = (await mails())[0]!
    const texts = []
    for (const wrong of ['000000', '', 'ÄÖÜ', 'x'.repeat(5000), '000000']) {
      const answer = await enter(wrong, window)
      expect([answer.status, cookieOf(answer)]).toEqual([422, null])
      texts.push((await answer.text()).includes('That code is not right'))
    }
    expect(texts).toEqual([true, true, true, true, false])
    expect((await enter(codeIn(mail), window)).status).toBe(422)
    const link = /http\S+\/sign-in\/link\/\S+/.exec(mail.body)![0]
    expect((await fetch(link)).status).toBe(200)
    expect((await post(new URL(link).pathname, {})).status).toBe(303)
  })

  test('counts tries at the same time', async () => {
    await somebody('dan@example.com')
    const window = await ask('dan@example.com')
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter('000000', window)))
    const told = await Promise.all(answers.map((answer) => answer.text()))
    expect(told.filter((text) => text.includes('That code is not right'))).toHaveLength(4)
  })

  test('ends after 15 minutes', async () => {
    await somebody('eve@example.com')
    const window = await ask('eve@example.com')
    server.clock.advance(15 * MINUTE_MS)
    expect((await enter(codeIn((await mails())[0]!), window)).status).toBe(422)
  })

  test('is in no row of the database, nor is the link', async () => {
    await somebody('fay@example.com')
    await ask('fay@example.com')
    const mail = (await mails())[0]!
    const rows = await server.ctx.db.selectFrom('sign_ins').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(codeIn(mail))
    expect(server.log()).not.toContain(codeIn(mail))
  })
})

describe('an address that nobody has', () => {
  test('gets the same answers, and no mail', async () => {
    await somebody('gus@example.com')
    const before = (await mails()).length
    const pages = []
    for (const email of ['gus@example.com', 'nobody@example.com']) {
      const window = await ask(email)
      const wrong = await enter('000000', window)
      pages.push([wrong.status, await wrong.text()])
    }
    expect(pages[0]).toEqual(pages[1])
    expect((await mails()).length).toBe(before + 1)
  })

  test('nor does somebody who belongs to no workspace any more', async () => {
    const { workspaceId } = await signInLink(server, { email: 'hal@example.com' })
    await server.ctx.db.deleteFrom('memberships').where('workspace_id', '=', workspaceId).execute()
    const before = (await mails()).length
    await ask('hal@example.com')
    expect((await mails()).length).toBe(before)
  })

  test.each(['', 'ada', 'a@b\r\nBcc: c@d', '<a@b>', `${'a'.repeat(300)}@example.com`])(
    'is asked for again: %j',
    async (email) => {
      const answer = await post('/sign-in', { email })
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([422, []])
      expect(await answer.text()).toContain('aria-describedby="email-hint email-problem"')
    },
  )
})

test('a network gets five mails an hour for an address and thirty for all, whoever has the address', async () => {
  const askFor = (email: string) => post('/sign-in', { email })
  for (let i = 0; i < 5; i++) expect((await askFor('many@example.com')).status).toBe(303)
  const refused = await askFor('MANY@example.com')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(await refused.text()).toContain('Too many attempts')
  for (let i = 0; i < 25; i++) expect((await askFor(`person-${i}@example.net`)).status).toBe(303)
  expect((await askFor('one-more@example.com')).status).toBe(429)
  // A flood of further ones holds no connection to the database: it is refused also while the table cannot be read.
  await server.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table sign_ins`.execute(tx)
    const flood = await Promise.all(Array.from({ length: 40 }, (_, i) => askFor(`flood-${i}@example.com`)))
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([429]))
  })
  server.clock.advance(HOUR_MS)
  expect((await askFor('many@example.com')).status).toBe(303)
})

test('a stranger cannot use up somebody’s mails', async () => {
  await somebody('eve@example.com')
  const received = async () => (await mails()).filter(({ recipient }) => recipient === 'eve@example.com').length
  const before = await received()
  const askFrom = async (from: string) => {
    server.clock.advance(1_000)
    return (await post('/sign-in', { email: 'eve@example.com' }, '', from)).status
  }
  const codes = async (from: string) => {
    const answer = await post('/sign-in', { email: 'eve@example.com' }, '', from)
    await server.work()
    return enter(codeIn((await mails())[0]!), cookieOf(answer, 'countersign-window')!)
  }
  for (let i = 0; i < 8; i++) await askFrom('198.51.100.1')
  expect(await askFrom('198.51.100.1')).toBe(429)
  // Eve was never here before.
  expect((await codes('192.0.2.1')).status).toBe(303)
  // Strangers in many networks reach the ceiling of the address.
  for (let network = 2; network < 6; network++) {
    for (let i = 0; i < 5; i++) await askFrom(`198.51.100.${network}`)
  }
  await server.work()
  const flooded = await received()
  expect(flooded - before).toBe(20)
  // Her window takes the code of the newest mail, once; a stranger's has taken none that she did not get.
  const late = [await post('/sign-in', { email: 'eve@example.com' }, '', '192.0.2.2')]
  late.push(await post('/sign-in', { email: 'eve@example.com' }, '', '192.0.2.3'))
  expect(late.map(({ status }) => status)).toEqual([303, 303])
  await server.work()
  expect(await received()).toBe(flooded)
  const enterLate = async (at: number) =>
    (await enter(codeIn((await mails())[0]!), cookieOf(late[at]!, 'countersign-window')!)).status
  expect([await enterLate(0), await enterLate(1)]).toEqual([303, 422])
  // Then there is one more mail, and none for ten minutes.
  for (let network = 10; network < 20; network++) expect(await askFrom(`198.51.100.${network}`)).toBe(303)
  await server.work()
  expect(await received()).toBe(flooded + 1)
  expect((await codes('192.0.2.4')).status).toBe(303)
  // Where she signed in she has mails of her own.
  expect(await askFrom('203.0.113.7')).toBe(303)
})

test('in a browser: from the page that was asked for, by the code, back to that page', async () => {
  await somebody('ida@example.com')
  const { page, complaints, foreign, close } = await visit(browser, server.url, { width: 375, height: 740 })
  await page.goto(`${server.url}/documents?tab=signed`)
  await page.getByLabel('Your email address').fill('ida@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await server.work()
  await page.getByLabel('Code of six characters').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('problems')
  expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  await page.getByLabel('Code of six characters').fill(codeIn((await mails())[0]!))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/documents?tab=signed')
  // The browser reports the status of the form that was refused.
  expect([complaints.filter((text) => !text.includes('422')), foreign]).toEqual([[], []])
  await close()
})
