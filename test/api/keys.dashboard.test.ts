import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import { changeKey } from '../../server/domain/keys/change.ts'
import { issueKey } from '../../server/domain/keys/issue.ts'
import { workspaceKeys } from '../../server/domain/keys/list.ts'
import type { KeyRequest } from '../../server/domain/keys/request.ts'
import { revokeWorkspaceKey } from '../../server/domain/keys/revoke.ts'
import { groupCallErrors, type LogQuery, readApiLog } from '../../server/domain/records/calls/read-log.ts'
import { listWork } from '../../server/domain/records/workspaces/log.ts'
import { send } from '../support/flow.ts'
import { personOf } from '../support/people.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const PLAIN: KeyRequest = { name: 'Production', scope: 'full', allowIps: [], embedOrigins: [], returnOrigins: [] }
const EVERYTHING: LogQuery = {
  since: null,
  status: null,
  code: null,
  method: null,
  route: null,
  keyId: null,
  find: null,
  before: null,
}
const NOBODY = '0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34'

let server: TestServer
let owner: UserActor

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  owner = await personOf(server, await server.workspace())
})

const issue = async (request: Partial<KeyRequest> = {}): Promise<TestKey> => ({
  ...(await issueKey(server.ctx, owner, { ...PLAIN, ...request }, '')),
  workspaceId: owner.workspaceId,
})
const call = (key: TestKey, path: string, method = 'GET') => server.call<Record<string, unknown>>(key, method, path)

describe('keys', () => {
  it('are in the log of the workspace when a person makes or revokes one', async () => {
    const key = await issue({ name: 'CI' })
    for (let i = 0; i < 2; i += 1) await revokeWorkspaceKey(server.ctx, owner, key.id)
    const { entries } = await listWork(server.ctx, owner, null)
    expect(entries).toMatchObject([
      { who: 'Olga', action: 'key.revoked', target: 'CI' },
      { who: 'Olga', action: 'key.created', target: 'CI' },
    ])
  })

  it('work at once, are listed without the secret, and end when revoked', async () => {
    const key = await issue({ allowIps: ['127.0.0.0/8', '::1'], embedOrigins: ['https://App.example.com/'] })
    expect(key.key).toMatch(/^cs_live_[0-9a-f]{32}$/)
    expect((await call(key, '/v1/me')).status).toBe(200)
    const [listed] = await workspaceKeys(server.ctx, owner)
    expect(listed).toMatchObject({
      id: key.id,
      name: 'Production',
      display: key.key.slice(0, 16),
      scope: 'full',
      allowIps: ['127.0.0.0/8', '::1'],
      embedOrigins: ['https://app.example.com'],
      lastUsedAt: server.clock.now(),
      revokedAt: null,
    })
    expect(JSON.stringify(listed)).not.toContain(key.key)

    expect(await revokeWorkspaceKey(server.ctx, owner, key.id)).toMatchObject({ name: 'Production' })
    expect((await call(key, '/v1/me')).status).toBe(401)
    server.clock.advance(HOUR)
    await revokeWorkspaceKey(server.ctx, owner, key.id)
    const newer = await issue()
    const [first, second] = await workspaceKeys(server.ctx, owner)
    expect([first!.id, second!.id]).toEqual([newer.id, key.id])
    expect(second!.revokedAt).toEqual(new Date(server.clock.now().getTime() - HOUR))
  })

  it('show the calls of 24 hours, the share of errors and the newest refusals', async () => {
    const key = await issue()
    const quiet = await issue({ name: 'Quiet' })
    await call(key, `/v1/documents/${NOBODY}`)
    server.clock.advance(DAY + 1_000)
    await call(key, '/v1/me')
    for (const path of ['/v1/documents/x', `/v1/documents/${NOBODY}`, '/v1/templates/x', '/v1/signing-requests/x']) {
      server.clock.advance(1_000)
      await call(key, path)
    }
    const keys = await workspaceKeys(server.ctx, owner)
    const found = keys.find(({ id }) => id === key.id)!
    expect([found.calls, found.errors]).toEqual([5, 4])
    expect(found.refusals.map(({ route, status, code }) => [route, status, code])).toEqual([
      ['/signing-requests/{id}', 404, 'not_found'],
      ['/templates/{id}', 404, 'not_found'],
      ['/documents/{id}', 404, 'not_found'],
    ])
    expect(keys.find(({ id }) => id === quiet.id)).toMatchObject({ calls: 0, errors: 0, refusals: [] })
  })

  it('are changed in place, with calls bound by the change at once and the scope as it was', async () => {
    const key = await issue({ scope: 'read', embedOrigins: ['https://old.example.com'] })
    const settings = { ...PLAIN, name: ' Reports ', allowIps: ['203.0.113.0/24'] }
    expect(await changeKey(server.ctx, owner, key.id, settings)).toEqual({ name: 'Reports' })
    expect((await call(key, '/v1/me')).body).toMatchObject({ code: 'ip_not_allowed' })
    const wide = { ...settings, allowIps: [], embedOrigins: ['https://App.example.com/'], scope: 'full' as const }
    for (let i = 0; i < 2; i += 1) await changeKey(server.ctx, owner, key.id, wide)
    expect((await call(key, '/v1/hooks', 'POST')).body).toMatchObject({ code: 'insufficient_scope' })
    expect((await workspaceKeys(server.ctx, owner))[0]).toMatchObject({
      name: 'Reports',
      scope: 'read',
      allowIps: [],
      embedOrigins: ['https://app.example.com'],
    })
    const { entries } = await listWork(server.ctx, owner, null)
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['key.changed', 'Reports'],
      ['key.changed', 'Reports'],
      ['key.created', 'Production'],
    ])
  })

  it('are not changed where the change is wrong, the key revoked or of another workspace', async () => {
    const key = await issue()
    const change = (by = owner, settings: Partial<KeyRequest> = {}, id = key.id) =>
      changeKey(server.ctx, by, id, { ...PLAIN, name: 'Other', ...settings })
    const wrong = { code: 'invalid_request', meta: { path: 'embed_origins' } }
    await expect(change(owner, { embedOrigins: ['http://app.example.com'] })).rejects.toMatchObject(wrong)
    const stranger = await personOf(server, await server.workspace())
    await expect(change(stranger)).rejects.toMatchObject({ code: 'not_found' })
    await expect(change(owner, {}, 'x')).rejects.toMatchObject({ code: 'not_found' })
    await revokeWorkspaceKey(server.ctx, owner, key.id)
    await expect(change()).rejects.toMatchObject({ code: 'not_found' })
    expect((await workspaceKeys(server.ctx, owner))[0]).toMatchObject({ name: 'Production' })
  })

  it('take a page on this machine for frames, in development only', async () => {
    const embedOrigins = ['http://localhost:4000/', 'http://127.0.0.1']
    const key = await issue({ embedOrigins })
    const kept = ['http://localhost:4000', 'http://127.0.0.1']
    expect(await workspaceKeys(server.ctx, owner)).toMatchObject([{ embedOrigins: kept }])
    const production = { ...server.ctx, config: { ...server.ctx.config, mode: 'production' as const } }
    const wrong = { code: 'invalid_request', meta: { path: 'embed_origins' } }
    await expect(changeKey(production, owner, key.id, { ...PLAIN, embedOrigins })).rejects.toMatchObject(wrong)
    await expect(issueKey(production, owner, { ...PLAIN, embedOrigins }, '')).rejects.toMatchObject(wrong)
  })

  it.each<[string, Partial<KeyRequest>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\nb' }],
    ['allow_ips', { allowIps: ['203.0.113.0/33'] }],
    // Short forms of C, octal, and a block in which no caller is.
    ['allow_ips', { allowIps: ['203.0.113'] }],
    ['allow_ips', { allowIps: ['203.0.113/24'] }],
    ['allow_ips', { allowIps: ['010.1.2.3'] }],
    ['allow_ips', { allowIps: ['010.0.0.0/8'] }],
    ['allow_ips', { allowIps: ['3405803783'] }],
    ['allow_ips', { allowIps: ['::ffff:0:0/96'] }],
    ['allow_ips', { allowIps: Array(51).fill('127.0.0.1') }],
    ['embed_origins', { embedOrigins: ['http://app.example.com'] }],
    ['embed_origins', { embedOrigins: ['http://localhost:4000/path'] }],
    ['return_origins', { returnOrigins: ['https://app.example.com/path'] }],
    ['return_origins', { returnOrigins: ['http://localhost:4000'] }],
  ])('refuse a bad %s', async (path, request) => {
    await expect(issue(request)).rejects.toMatchObject({ code: 'invalid_request', meta: { path } })
    expect(await workspaceKeys(server.ctx, owner)).toEqual([])
  })
})

describe('the API log', () => {
  const read = async (query: Partial<LogQuery>) =>
    (await readApiLog(server.ctx, owner, { ...EVERYTHING, ...query })).calls
  const routes = async (query: Partial<LogQuery>) =>
    (await read(query)).map(({ method, route, status }) => `${method} ${route} ${status}`)

  it('is filtered by status, method, route, key, request and document, and groups errors', async () => {
    const key = await issue()
    const other = await issue({ name: 'Other' })
    const sent = await send(server, key, {
      signers: [{ email: 'ada@example.com' }],
      send_emails: false,
      title: 'Lease',
    })
    server.clock.advance(1_000)
    await call(other, `/v1/documents/${sent.documentId}`)
    server.clock.advance(1_000)
    const missing = await server.fetch(`/v1/documents/${NOBODY}`, { headers: { authorization: `Bearer ${key.key}` } })
    server.clock.advance(1_000)
    await call(key, '/v1/hooks/x/test', 'POST')

    const everything = [
      'POST /hooks/{id}/test 404',
      'GET /documents/{id} 404',
      'GET /documents/{id} 200',
      'POST /signing-requests 201',
    ]
    expect(await routes({})).toEqual(everything)
    expect(await routes({ status: 'failed' })).toEqual(everything.slice(0, 2))
    expect(await routes({ status: 2 })).toEqual(everything.slice(2))
    expect(await routes({ status: 404, method: 'GET' })).toEqual([everything[1]])
    expect(await routes({ route: '/signing-requests' })).toEqual([everything[3]])
    expect(await routes({ keyId: other.id })).toEqual([everything[2]])
    expect(await routes({ find: missing.headers.get('x-request-id') })).toEqual([everything[1]])
    expect(await routes({ find: sent.documentId })).toEqual([everything[2], everything[3]])
    for (const nothing of [{ find: 'lease' }, { keyId: 'x' }, { find: key.id }])
      expect(await routes(nothing)).toEqual([])
    expect((await read({ status: 201 }))[0]).toMatchObject({ title: 'Lease', keyName: 'Production', code: null })

    const groups = await groupCallErrors(server.ctx, owner, EVERYTHING)
    expect(groups).toEqual([{ status: 404, code: 'not_found', count: 2, lastAt: server.clock.now() }])
    expect(await groupCallErrors(server.ctx, owner, { ...EVERYTHING, method: 'GET' })).toMatchObject([{ count: 1 }])
    server.clock.advance(DAY)
    expect(await groupCallErrors(server.ctx, owner, EVERYTHING)).toMatchObject([{ count: 1 }])
  })

  it('is read 50 calls at a time, without a gap where calls came at the same time', async () => {
    const key = await issue()
    for (let n = 0; n < 4; n++) {
      await Promise.all(Array.from({ length: 26 }, () => call(key, '/v1/me')))
      server.clock.advance(n === 2 ? 0 : 1_000)
    }
    const first = await readApiLog(server.ctx, owner, EVERYTHING)
    const second = await readApiLog(server.ctx, owner, { ...EVERYTHING, before: first.before })
    const third = await readApiLog(server.ctx, owner, { ...EVERYTHING, before: second.before })
    expect([first, second, third].map(({ calls }) => calls.length)).toEqual([50, 50, 4])
    expect(third.before).toBe(null)
    const ids = [first, second, third].flatMap(({ calls }) => calls.map(({ requestId }) => requestId))
    expect(new Set(ids).size).toBe(104)
    for (const before of ['', 'x', '1-', '999999999999999-999999999999999'])
      expect((await readApiLog(server.ctx, owner, { ...EVERYTHING, before })).calls).toHaveLength(50)
  })

  it('ends after 30 days, and holds nothing of another workspace', async () => {
    const key = await issue()
    await call(key, '/v1/me')
    expect(await readApiLog(server.ctx, await personOf(server, await server.workspace()), EVERYTHING)).toEqual({
      calls: [],
      before: null,
    })
    server.clock.advance(30 * DAY)
    expect(await read({})).toHaveLength(1)
    server.clock.advance(1)
    expect(await read({})).toEqual([])
  })
})
