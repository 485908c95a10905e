import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../server/domain/records/workspaces/keys.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
const NOWHERE = `/v1/documents/${randomUUID()}`
const HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy']

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const get = (key: TestKey, path = NOWHERE, headers?: Record<string, string>) =>
  server.call(key, 'GET', path, { headers })
const limits = (headers: Headers) => HEADERS.map((name) => headers.get(name))

async function spend(key: TestKey, count: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: count }, () => get(key)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
}

/** A document, so that there is something to read. */
async function documentOf(key: TestKey): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(makePdf())], { type: 'application/pdf' }), 'a.pdf')
  form.set('signers', JSON.stringify([{ email: 'ada@example.com' }]))
  form.set('send_emails', 'false')
  const created = await server.call<{ documentId: string }>(key, 'POST', '/v1/signing-requests', { form })
  expect(created.status).toBe(201)
  expect(limits(created.headers)).toEqual(['60', '59', '60', '60;w=60'])
  return `/v1/documents/${created.body.documentId}`
}

describe('60 requests in a fixed window of 60 seconds (contract 8)', () => {
  it('opens with the first request, counts down, refuses the 61st and starts again', async () => {
    const key = await server.key()
    const path = await documentOf(key)
    server.clock.advance(10_400)
    const second = await get(key, path)
    expect(second.status).toBe(200)
    expect(limits(second.headers)).toEqual(['60', '58', '50', '60;w=60'])
    await spend(key, 57)
    expect(limits((await get(key, path)).headers)).toEqual(['60', '0', '50', '60;w=60'])

    server.clock.advance(49_500)
    const refused = await get(key, path)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'rate_limited' })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(limits(refused.headers)).toEqual(['60', '0', '1', '60;w=60'])

    server.clock.advance(100)
    const anew = await get(key, path)
    expect(anew.status).toBe(200)
    expect(limits(anew.headers)).toEqual(['60', '59', '60', '60;w=60'])
  })

  it('does not count what it refuses', async () => {
    const key = await server.key()
    await spend(key, 60)
    for (let i = 0; i < 5; i++) expect((await get(key)).status).toBe(429)
    server.clock.advance(60_000)
    await spend(key, 60)
  })

  it('admits exactly 60 of 100 simultaneous requests', async () => {
    const key = await server.key()
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(key)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(404), count(429)]).toEqual([60, 40])
  })

  it('is one bucket across both bases and every route, one for each key', async () => {
    const [key, other] = [await server.key(), await server.key()]
    await spend(key, 30)
    await Promise.all(Array.from({ length: 30 }, () => get(key, `/api/v1/signing-requests/${randomUUID()}`)))
    expect((await get(key)).status).toBe(429)
    expect((await get(other)).status).toBe(404)
  })

  it('exempts GET /me, which carries no headers', async () => {
    const key = await server.key()
    const answers = await Promise.all(Array.from({ length: 61 }, () => get(key, '/v1/me')))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(limits((await get(key, '/v1/me')).headers)).toEqual([null, null, null, null])
    await spend(key, 60)
  })

  it('leaves the headers off other refusals', async () => {
    const key = await server.key()
    expect(limits((await get(key)).headers)).toEqual([null, null, null, null])
    const invalid = await server.call(key, 'POST', '/v1/signing-requests', { json: {} })
    expect(invalid.status).toBe(400)
    expect(limits(invalid.headers)).toEqual([null, null, null, null])
  })

  it('counts validation errors, HEAD and 304, but not what earlier checks refuse', async () => {
    const key = await server.key()
    const path = await documentOf(key)
    await server.call(key, 'POST', '/v1/signing-requests', { json: {} })
    await server.fetch(path, { method: 'HEAD', headers: { Authorization: `Bearer ${key.key}` } })
    const file = await get(key, `${path}/file`)
    expect((await get(key, `${path}/file`, { 'If-None-Match': file.headers.get('etag')! })).status).toBe(304)
    await server.call(key, 'POST', '/v1/documents')
    await server.call(key, 'DELETE', path)
    await get(key, '/v1/nothing')
    expect(limits((await get(key, path)).headers)[1]).toBe('54')

    await revokeKey(server.ctx, server.ctx.db, key.id)
    expect((await get(key)).status).toBe(401)
  })
})

it('allows as many requests as the plan of the workspace says, to keys with an address list too', async () => {
  const { plans } = server.ctx.config
  server.ctx.config.plans = { ...plans, busy: { ...plans.self_hosted!, requests_per_minute: 100 } }
  const { id: workspaceId } = await server.workspace({ tier: 'busy' })
  for (const allowIps of [[], ['127.0.0.0/8']]) {
    const key = await server.key({ workspaceId, allowIps })
    await spend(key, 99)
    const last = await get(key, '/v1/hooks')
    expect([last.status, ...limits(last.headers)]).toEqual([200, '100', '0', '60', '100;w=60'])
    const refused = await get(key)
    expect([refused.status, ...limits(refused.headers)]).toEqual([429, '100', '0', '60', '100;w=60'])
  }
  const { id: unknown } = await server.workspace({ tier: 'not in PLANS' })
  const key = await server.key({ workspaceId: unknown })
  await spend(key, 60)
  expect((await get(key)).status).toBe(429)
})
