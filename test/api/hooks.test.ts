import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../server/domain/events/catalogue.ts'
import { ATTEMPT_TIMEOUT_MS } from '../../server/domain/hooks/attempt.ts'
import { loadSpec } from '../support/contract.ts'
import { send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { waitForLock } from '../support/locks.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const URL_A = 'https://127.0.0.1/a'
const HOUR = 3_600_000

let server: TestServer
let key: TestKey
let hooks: ReturnType<typeof hooksOf>

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  key = await server.key({ workspaceId: (await server.workspace()).id })
  hooks = hooksOf(server, key)
})

describe('POST /hooks', () => {
  it('answers 200 with the hook, its secret and what it replaced', async () => {
    const { status, body } = await hooks.create({
      target_url: URL_A,
      events: ['signing_request.signed', 'signing_request.signed'],
      payload: 'minimal',
      colour: 'an unknown key is ignored',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      target_url: URL_A,
      events: ['signing_request.signed'],
      enabled: true,
      created_at: server.clock.now().toISOString(),
      payload: 'minimal',
      standard_webhooks: false,
      secret: expect.stringMatching(/^whsec_[0-9a-f]{48}$/),
      secret_prefix: body.secret.slice(0, 12),
      previous_secret_valid_until: null,
      disabled_at: null,
      disabled_reason: null,
      replaced_by: null,
      replaced_hook_ids: [],
      warnings: [
        { field: 'colour', code: 'unknown_field', message: '"colour" is not a key of this call and was ignored' },
      ],
    })
  })

  it.each([undefined, null, []])('reads %j as every event', async (events) => {
    const { status, body } = await hooks.create({ target_url: URL_A, events })
    expect([status, body.events, body.payload]).toEqual([200, [], 'full'])
  })

  it.each<[string, unknown, string]>([
    ['no body of an object', [], 'invalid_request'],
    ['no target_url', {}, 'invalid_request'],
    ['no URL', { target_url: 'nowhere' }, 'invalid_request'],
    ['credentials', { target_url: 'https://user:secret@127.0.0.1/' }, 'invalid_request'],
    ['port 0', { target_url: 'https://127.0.0.1:0/' }, 'invalid_request'],
    ['2,049 characters', { target_url: `https://127.0.0.1/${'a'.repeat(2_031)}` }, 'invalid_request'],
    ['events that are no list', { target_url: URL_A, events: 'signing_request.sent' }, 'invalid_request'],
    ['events that are no names', { target_url: URL_A, events: [1] }, 'invalid_request'],
    ['11 events', { target_url: URL_A, events: EVENT_TYPES.slice(0, 11) }, 'invalid_request'],
    ['headers that are neither wanted nor not', { target_url: URL_A, standard_webhooks: 'yes' }, 'invalid_request'],
    ['another payload', { target_url: URL_A, payload: 'tiny' }, 'invalid_request'],
    ['http', { target_url: 'http://example.com/' }, 'https_required'],
    ['another scheme', { target_url: 'ftp://example.com/' }, 'https_required'],
    ['a private address', { target_url: 'https://10.0.0.1/' }, 'url_not_public'],
    ['a name of this machine', { target_url: 'https://printer/' }, 'url_not_public'],
    ['ping', { target_url: URL_A, events: ['ping'] }, 'unknown_event'],
  ])('refuses %s, and nothing is created', async (_, json, code) => {
    const { status, body } = await hooks.create(json)
    expect([status, body.code]).toEqual([400, code])
    expect(await hooks.list('?include_disabled=true')).toEqual([])
  })

  it('names the unknown events and the valid ones', async () => {
    const { body } = await hooks.create({ target_url: URL_A, events: ['document.completed', 'document.signed', 'x'] })
    expect(body.meta).toEqual({ unknown: ['document.signed', 'x'], valid_events: EVENT_TYPES })
  })

  it('accepts 2,048 characters, and a name that does not resolve at the moment', async () => {
    const long = `https://127.0.0.1/${'a'.repeat(2_030)}`
    // Characters of 3 bytes each, in random order, so that compression does not help.
    const wide = `https://127.0.0.1/${Array.from({ length: 2_030 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * n * 7919) % 20_000))).join('')}`
    for (const url of [long, wide]) expect((await hooks.create({ target_url: url })).body.target_url).toBe(url)
    expect((await hooks.create({ target_url: wide })).body.replaced_hook_ids).toHaveLength(1)
    expect((await hooks.create({ target_url: 'https://not-there.example.com/' })).status).toBe(200)
  })

  it('switches off the hook that had the address, and keeps its mode unless another is given', async () => {
    const first = (await hooks.create({ target_url: URL_A, payload: 'minimal' })).body
    const second = (await hooks.create({ target_url: URL_A })).body
    expect([second.payload, second.replaced_hook_ids]).toEqual(['minimal', [first.id]])
    expect(second.secret).not.toBe(first.secret)
    const third = (await hooks.create({ target_url: URL_A, payload: 'full' })).body
    expect([third.payload, third.replaced_hook_ids]).toEqual(['full', [second.id]])
    expect((await hooks.list()).map(({ id }) => id)).toEqual([third.id])
    expect((await hooks.list('?include_disabled=true')).map(({ id }) => id)).toEqual([third.id, second.id, first.id])
    expect((await hooks.list('?include_disabled=true'))[2]).toMatchObject({
      enabled: false,
      disabled_at: server.clock.now().toISOString(),
      disabled_reason: 'replaced',
      replaced_by: second.id,
    })
  })

  it('keeps the headers of Standard Webhooks unless told otherwise', async () => {
    const asked = [undefined, true, undefined, false, null]
    const got: boolean[] = []
    for (const standard_webhooks of asked) {
      got.push((await hooks.create({ target_url: URL_A, standard_webhooks })).body.standard_webhooks)
    }
    expect(got).toEqual([false, true, true, false, false])
    expect(await hooks.list()).toMatchObject([{ standard_webhooks: false }])
  })

  it('does not affect another workspace’s hook at the same address', async () => {
    const other = hooksOf(server, await server.key({ workspaceId: (await server.workspace()).id }))
    await other.create({ target_url: URL_A })
    expect((await hooks.create({ target_url: URL_A })).body.replaced_hook_ids).toEqual([])
    expect(await other.list()).toHaveLength(1)
  })

  it.each([
    ['host and scheme in capitals', 'https://hooks.example.com/A?b=C', 'HTTPS://Hooks.EXAMPLE.com/A?b=C'],
    ['the default port', 'https://hooks.example.com/', 'https://hooks.example.com:443/'],
    ['a dot at the end of the name', 'https://hooks.example.com/', 'https://hooks.example.com./'],
    ['no path', 'https://hooks.example.com/', 'https://hooks.example.com'],
    ['a fragment, which is never sent', 'https://hooks.example.com/', 'https://hooks.example.com/#here'],
  ])('a different spelling of the address replaces its hook: %s', async (_, target_url, spelled) => {
    const first = (await hooks.create({ target_url })).body
    const second = (await hooks.create({ target_url: spelled })).body
    expect(second).toMatchObject({ target_url: spelled, replaced_hook_ids: [first.id] })
  })

  it.each([
    ['another path', 'https://hooks.example.com/a'],
    ['a path in other case', 'https://hooks.example.com/A'],
    ['another port', 'https://hooks.example.com:8443/'],
    ['a query', 'https://hooks.example.com/?a'],
  ])('a different address gets its own hook: %s', async (_, target_url) => {
    await hooks.create({ target_url: 'https://hooks.example.com/' })
    await hooks.create({ target_url: 'https://hooks.example.com/b' })
    expect((await hooks.create({ target_url })).body.replaced_hook_ids).toEqual([])
  })

  it('leaves the newest of racing registrations', async () => {
    const racing = await Promise.all(Array.from({ length: 8 }, () => hooks.create({ target_url: URL_A })))
    expect(racing.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const all = await hooks.list('?include_disabled=true')
    expect(all.map(({ enabled }) => enabled)).toEqual([true, ...Array(7).fill(false)])
    expect(racing.flatMap(({ body }) => body.replaced_hook_ids)).toHaveLength(7)
  })
})

it('the events that can be subscribed to are those of the spec, without ping', () => {
  expect([...EVENT_TYPES, 'ping'].sort()).toEqual(Object.keys(loadSpec().webhooks).sort())
})

describe('GET /hooks', () => {
  it('lists newest first, without secrets; only the exact value true includes those that are switched off', async () => {
    const [a, b] = [
      (await hooks.create({ target_url: URL_A })).body,
      (await hooks.create({ target_url: `${URL_A}b` })).body,
    ]
    await hooks.create({ target_url: URL_A })
    for (const query of [
      '',
      '?include_disabled=TRUE',
      '?include_disabled=1',
      '?include_disabled=',
      '?include_disabled=x&include_disabled=true',
    ]) {
      const listed = await hooks.list(query)
      expect(listed).toHaveLength(2)
      expect(listed[1]!.id).toBe(b.id)
    }
    expect(JSON.stringify(await hooks.list('?include_disabled=true'))).not.toContain(a.secret)
  })
})

it('another workspace’s hook is not found and stays unchanged', async () => {
  const hook = (await hooks.create({ target_url: URL_A })).body
  const { body: ping } = await hooks.ping(hook.id)
  const log = await hooks.log(hook.id)
  const other = await server.key({ workspaceId: (await server.workspace()).id })
  const stranger = hooksOf(server, other)
  const calls = [
    () => stranger.rotate(hook.id),
    () => stranger.ping(hook.id),
    () => stranger.redeliver(hook.id, ping.delivery_id),
    () => server.call(other, 'GET', `/v1/hooks/${hook.id}/deliveries`),
  ]
  for (const call of calls) expect(await call()).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await hooks.log(hook.id)).toEqual(log)
  expect(await hooks.list()).toMatchObject([{ secret_prefix: hook.secret_prefix, previous_secret_valid_until: null }])
})

describe('a document’s own hook', () => {
  it('is neither listed nor reachable', async () => {
    await send(server, key, {
      signers: [{ email: 'ada@example.com' }],
      send_emails: false,
      callback_url: 'https://127.0.0.1/callback',
    })
    expect(await hooks.list('?include_disabled=true')).toEqual([])
    const own = await server.ctx.db
      .selectFrom('hooks')
      .select('id')
      .where('workspace_id', '=', key.workspaceId)
      .executeTakeFirstOrThrow()
    expect((await hooks.remove(own.id)).status).toBe(204)
    for (const call of [hooks.rotate, hooks.ping]) expect((await call(own.id)).status).toBe(404)
    expect((await server.call(key, 'GET', `/v1/hooks/${own.id}/deliveries`)).status).toBe(404)
    expect((await hooks.redeliver(own.id, randomUUID())).status).toBe(404)
    expect(await server.ctx.db.selectFrom('hooks').select('id').where('id', '=', own.id).execute()).toHaveLength(1)
  })
})

describe('DELETE /hooks/{id}', () => {
  it('deletes the hook with its log, and answers 204 to any other id', async () => {
    const { id } = (await hooks.create({ target_url: URL_A })).body
    const stranger = hooksOf(server, await server.key({ workspaceId: (await server.workspace()).id }))
    expect((await stranger.remove(id)).status).toBe(204)
    expect(await hooks.list()).toHaveLength(1)
    for (const target of [id, id, randomUUID(), 'not-a-uuid']) expect((await hooks.remove(target)).status).toBe(204)
    expect(await hooks.list('?include_disabled=true')).toEqual([])
    expect((await server.call(key, 'GET', `/v1/hooks/${id}/deliveries`)).status).toBe(404)
  })
})

describe('POST /hooks/{id}/rotate', () => {
  it('returns a new secret; the previous one stays valid for 24 hours', async () => {
    const hook = (await hooks.create({ target_url: URL_A })).body
    const { status, body } = await hooks.rotate(hook.id)
    const until = new Date(server.clock.now().getTime() + 24 * HOUR).toISOString()
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['id', 'previous_secret_valid_until', 'secret', 'secret_prefix'],
    ])
    expect(body.secret).not.toBe(hook.secret)
    expect(body).toMatchObject({ id: hook.id, previous_secret_valid_until: until })
    expect(body.secret.startsWith(body.secret_prefix)).toBe(true)
    expect((await hooks.list())[0]!.previous_secret_valid_until).toBe(until)
    server.clock.advance(24 * HOUR)
    expect((await hooks.list())[0]!.previous_secret_valid_until).toBeNull()
  })

  it('works on a hook that is switched off', async () => {
    const { id } = (await hooks.create({ target_url: URL_A })).body
    await hooks.create({ target_url: URL_A })
    expect((await hooks.rotate(id)).status).toBe(200)
  })

  it('lets one of two racing calls win and refuses the other', async () => {
    const { id } = (await hooks.create({ target_url: URL_A })).body
    // Both have read the hook before either can write.
    const { db } = server.ctx
    const holder = await db.startTransaction().execute()
    await holder.selectFrom('hooks').select('id').where('id', '=', id).forUpdate().execute()
    const racing = [hooks.rotate(id), hooks.rotate(id)]
    await waitForLock(db, { sessions: 2, statement: 'update "hooks"%' })
    await holder.commit().execute()
    const answers = await Promise.all(racing)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('rotation_conflict')
  })
})

it('an attempt has the 10 seconds of the contract', () => {
  expect(ATTEMPT_TIMEOUT_MS).toBe(10_000)
})
