import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { revokeKey } from '../../server/domain/records/workspaces/keys.ts'
import { PAGE_RENDERS, REFUSALS, SIGNER_CALLS } from '../../server/limits.ts'
import { Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const BUDGET = REFUSALS.requests
const WINDOW_MS = REFUSALS.windowSeconds * 1000

let server: TestServer
let key: TestKey
let link: string

beforeAll(async () => {
  server = await startServer({ config: { trustedProxies: ['127.0.0.0/8', '::1'] } })
  key = await server.key()
  const sent = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }], send_emails: false })
  link = new URL(sent.signers[0]!.signingUrl).pathname
})
afterAll(() => server.stop())
beforeEach(() => server.clock.advance(WINDOW_MS))

const from = (ip: string) => ({ 'X-Forwarded-For': ip })
const call = (bearer: string | null, ip: string, path = '/v1/me') =>
  server.fetch(path, { headers: { ...from(ip), ...(bearer !== null && { Authorization: `Bearer ${bearer}` }) } })
const unknownKey = () => `cs_live_${randomUUID().replaceAll('-', '')}`
const guess = () => `/sign/${Buffer.from(Array.from({ length: 48 }, () => Math.random() * 256)).toString('base64url')}`
const open = (path: string, ip: string, accept = 'text/html') =>
  server.fetch(path, { headers: { ...from(ip), Accept: accept } })

/** How many rows each table has; the counters of the limiter are bounded by the networks, not by the calls. */
async function rows(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'rate_windows'
  `.execute(server.ctx.db)
  const counts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(server.ctx.db)
    return [name, rows[0]!.n] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const windows = async (like: string) =>
  (await sql<{ n: number }>`select count(*) as n from rate_windows where bucket like ${like}`.execute(server.ctx.db))
    .rows[0]!.n
const lines = () =>
  server
    .log()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"')).length
async function counted(kind: 'key' | 'link'): Promise<number> {
  const text = await server.ctx.metrics.registry.metrics()
  const values = [
    ...text.matchAll(new RegExp(`^countersign_refused_callers_total\\{kind="${kind}".*\\} (\\d+)$`, 'gm')),
  ]
  return values.reduce((sum, [, value]) => sum + Number(value), 0)
}

describe('callers without a valid key (decision 0450)', () => {
  it('leave no row, whatever they send, and beyond their budget no line; each is counted', async () => {
    const ip = '192.0.2.1'
    const before = { rows: await rows(), lines: lines(), counted: await counted('key') }
    const bearers = [null, 'nothing', 'cs_live_short', unknownKey()]
    const paths = ['/v1/me', `/v1/documents/${randomUUID()}`, '/api/v1/hooks']
    const total = 200
    for (let n = 0; n < total; n += 20) {
      const flood = Array.from({ length: 20 }, (_, i) => call(bearers[i % 4]!, ip, paths[i % 3]))
      for (const answer of await Promise.all(flood)) {
        expect(answer.status).toBe(401)
        expect(answer.headers.get('retry-after')).toBeNull()
        expect(await answer.json()).toMatchObject({ code: 'invalid_key' })
      }
    }
    expect(await rows()).toEqual(before.rows)
    expect(await windows(`refused-key:${ip}`)).toBe(1)
    expect(lines() - before.lines).toBe(BUDGET)
    expect((await counted('key')) - before.counted).toBe(total)
    expect((await call(key.key, ip)).status).toBe(200)
    expect((await call(key.key, ip, '/v1/hooks')).status).toBe(200)
  })

  it('have a budget of their own per network: an IPv4 address, an IPv6 /64, and ten times that per /48', async () => {
    const written = async (ip: string, calls: number) => {
      const before = lines()
      await Promise.all(Array.from({ length: calls }, () => call(null, ip)))
      return lines() - before
    }
    expect(await written('192.0.2.2', BUDGET + 5)).toBe(BUDGET)
    expect(await written('192.0.2.3', 5)).toBe(5)
    // One /64, many addresses.
    expect(await written('2001:db8:1:1::1', BUDGET)).toBe(BUDGET)
    expect(await written('2001:db8:1:1:ffff::2', 5)).toBe(0)
    expect(await written('2001:db8:1:2::1', 5)).toBe(5)
    // All of a /48.
    let ofSite = 0
    for (let subnet = 0; subnet < 12; subnet++) ofSite += await written(`2001:db8:2:${subnet}::1`, BUDGET)
    expect(ofSite).toBe(REFUSALS.widerNetwork * BUDGET)
    expect(await windows('refused-key:2001:db8:2:%')).toBeLessThanOrEqual(REFUSALS.widerNetwork + 1)
    expect(await written('2001:db8:3:1::1', 5)).toBe(5)
    server.clock.advance(WINDOW_MS)
    expect(await written('2001:db8:2:1::1', 5)).toBe(5)
  })

  it('are logged with a key that is known: revoked within the budget, refused by its addresses or scope always', async () => {
    const ip = '192.0.2.4'
    const logged = async ({ id }: TestKey) =>
      server.ctx.db.selectFrom('api_log').select(['status', 'code']).where('key_id', '=', id).execute()
    const revoked = await server.key()
    await revokeKey(server.ctx, server.ctx.db, revoked.id)
    for (let n = 0; n < BUDGET + 10; n++) expect((await call(revoked.key, ip)).status).toBe(401)
    expect(await logged(revoked)).toEqual(Array(BUDGET).fill({ status: 401, code: 'invalid_key' }))

    const elsewhere = await server.key({ allowIps: ['198.51.100.0/24'] })
    const embedded = await server.key({ scope: 'embedded' })
    for (let n = 0; n < 3; n++) {
      expect((await call(elsewhere.key, ip)).status).toBe(403)
      expect((await call(embedded.key, ip)).status).toBe(401)
    }
    expect(await logged(elsewhere)).toEqual(Array(3).fill({ status: 403, code: 'ip_not_allowed' }))
    expect(await logged(embedded)).toEqual(Array(3).fill({ status: 401, code: 'invalid_key' }))
  })

  it('are refused as before while they cannot be counted', async () => {
    await sql`alter table rate_windows rename to hidden`.execute(server.ctx.db)
    try {
      expect((await call(null, '192.0.2.5')).status).toBe(401)
    } finally {
      await sql`alter table hidden rename to rate_windows`.execute(server.ctx.db)
    }
  })
})

describe('callers with a guessed link', () => {
  it('get 429 beyond their budget and leave nothing; a valid link from there works', async () => {
    const ip = '192.0.2.10'
    const before = { rows: await rows(), lines: lines(), counted: await counted('link') }
    const statuses: number[] = []
    for (let n = 0; n < 100; n += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => open(guess(), ip)))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(BUDGET)
    expect(statuses.filter((status) => status === 429)).toHaveLength(100 - BUDGET)
    expect(await rows()).toEqual(before.rows)
    expect(lines() - before.lines).toBe(BUDGET)
    expect((await counted('link')) - before.counted).toBe(100)

    const page = await open(guess(), ip)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await page.text()).toContain('This link does not work')
    const json = await open(`${guess()}/status`, ip, 'application/json')
    expect([json.status, await json.json()]).toMatchObject([429, { code: 'rate_limited' }])
    expect((await open(`/embed/es_${'A'.repeat(43)}`, ip)).status).toBe(429)

    expect((await open(link, ip)).status).toBe(200)
    expect((await open(`${link}/status`, ip)).status).toBe(200)
    expect((await open(guess(), '192.0.2.11')).status).toBe(404)
    server.clock.advance(WINDOW_MS)
    expect((await open(guess(), ip)).status).toBe(404)
  })
})

describe('before a body is read', () => {
  const forged = { sign: guess(), embed: `/embed/es_${'B'.repeat(43)}` }
  const calls = [
    ...['viewed', 'displayed', 'printed', 'preview.pdf', 'complete', 'hand-over', 'decline'],
    ...['sms/code', 'sms/verify'],
  ].map((path) => ['POST', path])
  const bodies = { 'no JSON': '{"values":', 'too large': 'x'.repeat(4 * 1024 * 1024 + 1) }
  const sendTo = (path: string, method: string, body: string, ip: string) =>
    server.fetch(path, { method, body, headers: { ...from(ip), 'Content-Type': 'application/json' } })

  it.each([...calls, ['PUT', 'fields'], ['POST', 'loaded']])('%s %s judges the link', async (method, path) => {
    for (const [root, base] of Object.entries(forged)) {
      if (path === 'loaded' && root === 'sign') continue
      for (const body of Object.values(bodies)) {
        const answer = await sendTo(`${base}/${path}`, method!, body, '192.0.2.30')
        expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }])
      }
    }
  })

  it('a guessed link beyond the budget of its network is told so', async () => {
    for (let n = 0; n < BUDGET; n++) await open(guess(), '192.0.2.31')
    const answer = await sendTo(`${forged.sign}/fields`, 'PUT', bodies['no JSON'], '192.0.2.31')
    expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'rate_limited' }])
  })

  it('the link of a proposal is judged', async () => {
    const path = guess().replace('/sign/', '/hand-over/')
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await server.fetch(path, { method: 'POST', body: `phone=${'1'.repeat(9_000)}`, headers: form })
    expect(answer.status).toBe(404)
  })

  it('the calls of one valid link are counted, whatever they send', async () => {
    const { signers } = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
    const path = `${new URL(signers[0]!.signingUrl).pathname}/fields`
    const put = () => sendTo(path, 'PUT', bodies['no JSON'], '192.0.2.32')
    for (let n = 0; n < SIGNER_CALLS.requests; n += 40) {
      const answers = await Promise.all(Array.from({ length: 40 }, put))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    }
    const refused = await put()
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate_limited' }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await open(new URL(signers[0]!.signingUrl).pathname, '192.0.2.32')).status).toBe(200)
    server.clock.advance(SIGNER_CALLS.windowSeconds * 1000)
    expect((await put()).status).toBe(400)
  })
})

describe('the page of a valid link', () => {
  it('is always served; beyond the link’s budget it is rendered once a second', async () => {
    const { signers } = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
    const { pathname } = new URL(signers[0]!.signingUrl)
    const signer = new Signer(server, signers[0]!.signingUrl)
    const opened = () => open(pathname, '192.0.2.20')
    for (let n = 0; n < PAGE_RENDERS.requests; n++) expect((await opened()).status).toBe(200)
    const before = await (await opened()).text()
    expect(before).toContain('id="data"')
    expect((await signer.call('POST', 'decline', {})).status).toBe(200)
    expect(await (await opened()).text()).toBe(before)
    expect((await signer.call('GET', 'status')).body).toMatchObject({ state: 'declined' })
    expect(await (await open(`${pathname}?lang=de`, '192.0.2.20')).text()).not.toContain('id="data"')
    server.clock.advance(PAGE_RENDERS.reusedMs)
    const after = await opened()
    expect(after.status).toBe(200)
    expect(await after.text()).not.toContain('id="data"')
    // Another link has a budget of its own.
    expect(await (await open(link, '192.0.2.20')).text()).toContain('id="data"')
  })
})
