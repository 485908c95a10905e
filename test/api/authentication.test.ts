import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../server/domain/records/workspaces/keys.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const call = (authorization: string | undefined, path = '/v1/me', method = 'GET') =>
  server.fetch(path, { method, headers: authorization === undefined ? {} : { Authorization: authorization } })

/** A key of the older prefix, as issued before the service was renamed. */
async function olderKey(): Promise<string> {
  const secret = `ls_live_${randomBytes(16).toString('hex')}`
  await server.ctx.db
    .insertInto('api_keys')
    .values({
      id: randomUUID(),
      workspace_id: key.workspaceId,
      name: 'older',
      hash: createHash('sha256').update(secret).digest(),
      display: secret.slice(0, 16),
      scope: 'full',
      created_at: server.clock.now(),
    })
    .execute()
  return secret
}

describe('API keys (contract 5)', () => {
  it('accepts both prefixes and any spelling of the scheme', async () => {
    expect((await call(`Bearer ${key.key}`)).status).toBe(200)
    expect((await call(`bearer ${key.key}`)).status).toBe(200)
    expect((await call(`Bearer ${await olderKey()}`)).status).toBe(200)
  })

  it('answers the same 401 to anything that is not a key', async () => {
    const revoked = await server.key()
    await revokeKey(server.ctx, server.ctx.db, revoked.id)
    const embedded = await server.key({ scope: 'embedded' })
    const unknown = `cs_live_${'0'.repeat(32)}`
    const wrong = [
      undefined,
      '',
      key.key,
      'Bearer',
      'Bearer ',
      `Basic ${key.key}`,
      `Bearer ${key.key.toUpperCase()}`,
      `Bearer ${key.key}0`,
      `Bearer ${key.key} x`,
      `Bearer cs_test_${key.key.slice(8)}`,
      `Bearer ls_live_${key.key.slice(8)}`,
      `Bearer ${unknown}`,
      `Bearer ${revoked.key}`,
      `Bearer ${embedded.key}`,
      'Bearer \u00e4',
    ]
    const answers = await Promise.all(wrong.map((authorization) => call(authorization)))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 401))
    expect(new Set(bodies).size).toBe(1)
    expect(JSON.parse(bodies[0]!)).toMatchObject({ code: 'invalid_key' })
  })

  it('refuses embedded-only keys everywhere except /embedded', async () => {
    const { key: embedded } = await server.key({ scope: 'embedded' })
    for (const [method, path] of [
      ['GET', '/v1/me'],
      ['GET', `/v1/documents/${randomUUID()}`],
      ['POST', '/v1/signing-requests'],
    ] as const) {
      expect((await call(`Bearer ${embedded}`, path, method)).status, path).toBe(401)
    }
  })

  it('lets a key with scope read call read operations only', async () => {
    const { key: reader } = await server.key({ scope: 'read' })
    expect((await call(`Bearer ${reader}`, `/v1/documents/${randomUUID()}`)).status).toBe(404)
    expect((await call(`Bearer ${reader}`, `/v1/documents/${randomUUID()}`, 'HEAD')).status).toBe(404)
    const refused = await call(`Bearer ${reader}`, '/v1/signing-requests', 'POST')
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'insufficient_scope' })
  })

  it('answers the retired routes without reading the key', async () => {
    for (const [path, code] of [
      ['/v1/documents', 'placement_retired'],
      ['/api/v1/embedded/sessions', 'embedded_sessions_retired'],
      ['/v1/embedded/sessions', 'embedded_sessions_retired'],
    ] as const) {
      const answer = await call(undefined, path, 'POST')
      expect(answer.status).toBe(410)
      expect(await answer.json()).toMatchObject({ code })
    }
  })

  it('records the last use of a key, at most once a minute', async () => {
    const used = await server.key()
    const lastUse = async () => {
      await server.call(used, 'GET', '/v1/me')
      const row = await server.ctx.db
        .selectFrom('api_keys')
        .select('last_used_at')
        .where('id', '=', used.id)
        .executeTakeFirstOrThrow()
      return row.last_used_at
    }
    const first = server.clock.now()
    expect(await lastUse()).toEqual(first)
    server.clock.advance(59_999)
    expect(await lastUse()).toEqual(first)
    server.clock.advance(1)
    expect(await lastUse()).toEqual(server.clock.now())
  })

  it('stores nothing from which a key could be recovered', async () => {
    const row = await server.ctx.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow()
    const secret = key.key.slice('cs_live_'.length)
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row.display).toBe(key.key.slice(0, 16))
  })
})

describe('the log and the API log', () => {
  it('contain no key, and identify the caller by ids', async () => {
    await call(`Bearer ${key.key}`)
    await call(`Bearer cs_live_${'1'.repeat(32)}`)
    expect(server.log()).not.toContain(key.key)
    expect(server.log()).not.toContain('1'.repeat(32))
    expect(server.log()).toContain(key.id)
  })

  it('keep a row for every call with a known key, including refused ones and those of an unknown path', async () => {
    const caller = await server.key()
    const id = randomUUID()
    await server.call(caller, 'GET', '/v1/me')
    await server.call(caller, 'GET', `/api/v1/documents/${id}`)
    await server.call(caller, 'POST', '/v1/signing-requests', { json: [] })
    await server.call(caller, 'GET', '/v1/nothing')
    const rows = await server.ctx.db
      .selectFrom('api_log')
      .select(['method', 'route', 'status', 'code', 'document_id', 'workspace_id'])
      .where('key_id', '=', caller.id)
      .orderBy('id')
      .execute()
    const workspace_id = caller.workspaceId
    expect(rows).toEqual([
      { method: 'GET', route: '/me', status: 200, code: null, document_id: null, workspace_id },
      { method: 'GET', route: '/documents/{id}', status: 404, code: 'not_found', document_id: id, workspace_id },
      {
        method: 'POST',
        route: '/signing-requests',
        status: 400,
        code: 'invalid_request',
        document_id: null,
        workspace_id,
      },
      { method: 'GET', route: '/nothing', status: 404, code: 'not_found', document_id: null, workspace_id },
    ])
  })
})
