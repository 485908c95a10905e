import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../server/domain/records/workspaces/keys.ts'
import type { components } from '../../server/generated/openapi.ts'
import type { ErrorBody } from '../support/create.ts'
import { readRequest, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

type Minted = components['schemas']['EmbeddedSessionCreated']
type Session = components['schemas']['EmbeddedSession']

const PATH = '/v1/embedded/sign-sessions'
const ORIGIN = 'https://app.example.com'
const ADA = { email: 'ada@example.com', name: 'Ada Lovelace' }
const BOB = { email: 'bob@example.com', name: 'Bob Builder' }

let server: TestServer
let key: TestKey

beforeAll(async () => {
  server = await startServer()
  key = await server.key({ embedOrigins: [ORIGIN] })
})
afterAll(() => server.stop())

async function sent(fields: Record<string, unknown> = {}) {
  const sender = await server.key()
  const created = await send(server, sender, { signers: [ADA], send_emails: false, ...fields })
  return { ...created, sender, id: created.signers[0]!.signingRequestId, link: created.signers[0]!.signingUrl }
}

/** Each call uses its own key, so that no test meets the rate limit. */
async function mint(json: Record<string, unknown>, origins = [ORIGIN]) {
  const own = await server.key({ embedOrigins: origins })
  return { own, ...(await server.call<Minted & ErrorBody>(own, 'POST', PATH, { json })) }
}

async function minted(fields: Record<string, unknown> = {}) {
  const request = await sent(fields)
  const { body, own, status } = await mint({ signing_request_id: request.id, origin: ORIGIN })
  expect(status).toBe(201)
  return { request, own, body }
}

const read = async (id: string) => (await server.call<Session>(await server.key(), 'GET', `${PATH}/${id}`)).body

describe('POST /embedded/sign-sessions (contract 4.14)', () => {
  it('mints a session for one signer, whose token is stored only as a hash', async () => {
    const request = await sent()
    const { status, body } = await mint({ signing_request_id: request.id, origin: ORIGIN, locale: 'en' })
    const now = server.clock.now()
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      signing_request_id: request.id,
      document_id: request.documentId,
      embed_url: expect.stringMatching(`^${server.ctx.config.publicUrl}/embed/es_[A-Za-z0-9_-]{43}$`),
      origin: ORIGIN,
      locale: 'en',
      status: 'active',
      ttl_seconds: 300,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 300_000).toISOString(),
    })
    const token = body.embed_url.split('/').at(-1)!
    const row = await server.ctx.db
      .selectFrom('embedded_sessions')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(row.token_hash).toEqual(createHash('sha256').update(token).digest())
    expect(JSON.stringify(row)).not.toContain(token)
    expect(server.log()).not.toContain(token)
  })

  it.each([60, 900])('accepts %i seconds', async (ttl_seconds) => {
    const request = await sent()
    const { body } = await mint({ signing_request_id: request.id, origin: ORIGIN, ttl_seconds })
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(ttl_seconds * 1000)
  })

  it.each([
    [{ ttl_seconds: 59 }, 'ttl_seconds'],
    [{ ttl_seconds: 901 }, 'ttl_seconds'],
    [{ ttl_seconds: 60.5 }, 'ttl_seconds'],
    [{ ttl_seconds: '300' }, 'ttl_seconds'],
    [{ locale: 'tlh' }, 'locale'],
    [{ origin: 7 }, 'origin'],
    [{ origin: undefined }, 'origin'],
    [{ signing_request_id: undefined }, 'signing_request_id'],
    [{ role: 'tenant' }, ''],
  ])('refuses %j with 400 invalid_request', async (change, path) => {
    const { status, body } = await mint({ signing_request_id: 'x', origin: ORIGIN, ...change })
    expect([status, body.code, body.meta?.path]).toEqual([400, 'invalid_request', path])
  })

  it.each([
    ['app.example.com', 'scheme'],
    ['http://app.example.com', 'scheme'],
    ['http://localhost.example.com', 'scheme'],
    ['http://[::1]:4000', 'scheme'],
    ['http://localhost:4000/', 'path'],
    ['http://localhost:4000@example.com', 'credentials'],
    ['http://localhost:99999', 'host'],
    ['', 'scheme'],
    ['null', 'scheme'],
    ['https://app.example.com/', 'path'],
    ['https://app.example.com/sign', 'path'],
    ['https://app.example.com\\', 'path'],
    ['https://app.example.com?x=1', 'query'],
    ['https://app.example.com#x', 'fragment'],
    ['https://user:pass@app.example.com', 'credentials'],
    ['https://*.example.com', 'wildcard'],
    ['https://', 'host'],
    ['https://app example.com', 'host'],
    ['https://app.example.com ', 'host'],
    ['https://app.example.com:99999', 'host'],
    ['https://app.example.com;script-src', 'host'],
  ])('refuses the origin %j with 400 invalid_origin', async (origin, reason) => {
    const request = await sent()
    const { status, body } = await mint({ signing_request_id: request.id, origin })
    expect([status, body.code, body.meta]).toEqual([400, 'invalid_origin', { reason }])
  })

  it('normalizes the origin as browsers do, and compares it in that form', async () => {
    const request = await sent()
    const { body } = await mint({ signing_request_id: request.id, origin: 'HTTPS://App.Example.com:443' })
    expect(body.origin).toBe(ORIGIN)
    const { status } = await mint({ signing_request_id: request.id, origin: 'https://[2001:db8::1]:8443' }, [
      'https://[2001:db8::1]:8443',
    ])
    expect(status).toBe(201)
  })

  it.each([
    ['http://localhost', 'http://localhost'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['HTTP://127.0.0.1:80', 'http://127.0.0.1'],
  ])('takes %s, on the machine of a developer, for %s', async (text, origin) => {
    const request = await sent()
    const { status, body } = await mint({ signing_request_id: request.id, origin: text }, [origin])
    expect([status, body.origin]).toEqual([201, origin])
  })

  it.each(['http://localhost:4000', 'http://127.0.0.1:4000'])('refuses %s in production', async (origin) => {
    const production = await startServer({ config: { mode: 'production' }, overrides: { sealer: server.ctx.sealer } })
    const own = await production.key({ embedOrigins: [origin] })
    const json = { signing_request_id: randomUUID(), origin }
    const { status, body } = await production.call<ErrorBody>(own, 'POST', PATH, { json })
    expect([status, body.code, body.meta]).toEqual([400, 'invalid_origin', { reason: 'scheme' }])
    await production.stop()
  })

  it.each(['https://other.example.com', 'https://app.example.com:444', 'https://sub.app.example.com'])(
    'refuses %s, which is not registered on the key, with 400 origin_not_allowed',
    async (origin) => {
      const request = await sent()
      const { status, body } = await mint({ signing_request_id: request.id, origin })
      expect([status, body.code]).toEqual([400, 'origin_not_allowed'])
    },
  )

  it('answers 404 to a malformed id, an unknown one, and one of another workspace', async () => {
    const foreign = await server.key({ workspaceId: (await server.workspace()).id, embedOrigins: [ORIGIN] })
    const { id } = await sent()
    for (const [caller, signing_request_id] of [
      [key, 'x'],
      [key, '7b1a3a5e-3c1c-4a83-9f2e-0d1f2a3b4c5d'],
      [foreign, id],
    ] as const) {
      const json = { signing_request_id, origin: ORIGIN }
      const { status, body } = await server.call<ErrorBody>(caller, 'POST', PATH, { json })
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
  })

  it('mints for a viewed request, and in no state but pending and viewed', async () => {
    const states: Record<string, () => Promise<string>> = {
      viewed: async () => {
        const request = await sent()
        await new Signer(server, request.link).view()
        return request.id
      },
      queued: async () =>
        (await sent({ signers: [ADA, BOB], signing_mode: 'sequential' })).signers[1]!.signingRequestId,
      signed: async () => {
        const request = await sent()
        await new Signer(server, request.link).sign()
        return request.id
      },
      declined: async () => {
        const request = await sent()
        await new Signer(server, request.link).decline()
        return request.id
      },
      withdrawn: async () => {
        const request = await sent()
        await server.call(request.sender, 'POST', `/v1/signing-requests/${request.id}/withdraw`)
        return request.id
      },
    }
    for (const [state, make] of Object.entries(states)) {
      const { status, body } = await mint({ signing_request_id: await make(), origin: ORIGIN })
      if (state === 'viewed') expect(status).toBe(201)
      else expect([status, body.code, body.meta]).toEqual([409, 'request_not_signable', { status: state }])
    }
  })

  it('refuses a request past its expiry, before and after the hourly job', async () => {
    const own = await startServer()
    try {
      const caller = await own.key({ embedOrigins: [ORIGIN] })
      const created = await send(own, caller, { signers: [ADA], expires_in_days: 1 })
      own.clock.advance(24 * 3_600_000)
      const json = { signing_request_id: created.signers[0]!.signingRequestId, origin: ORIGIN }
      const before = await own.call(caller, 'POST', PATH, { json })
      await own.run('expire-requests', {})
      const after = await own.call(caller, 'POST', PATH, { json })
      for (const { status, body } of [before, after])
        expect([status, body]).toMatchObject([409, { code: 'request_not_signable', meta: { status: 'expired' } }])
    } finally {
      await own.stop()
    }
  })

  it('needs the Enterprise entitlement, which is checked before the rate limit and uses none of it', async () => {
    server.ctx.config.plans.basic = {
      document_cap: null,
      enterprise: false,
      sms_monthly: 0,
      requests_per_minute: 60,
      without: [],
    }
    const workspace = await server.workspace({ tier: 'basic' })
    const caller = await server.key({ workspaceId: workspace.id, embedOrigins: [ORIGIN] })
    const created = await send(server, caller, { signers: [ADA] })
    const json = { signing_request_id: created.signers[0]!.signingRequestId, origin: ORIGIN }
    const window = { bucket: `key:${caller.id}`, opened_at: server.clock.now(), used: 60 }
    await server.ctx.db.deleteFrom('rate_windows').where('bucket', '=', window.bucket).execute()
    await server.ctx.db.insertInto('rate_windows').values(window).execute()
    const refused = await server.call<ErrorBody>(caller, 'POST', PATH, { json })
    expect([refused.status, refused.body.code]).toEqual([402, 'enterprise-required'])
    expect(refused.headers.has('ratelimit-limit')).toBe(false)
    // Reading and revoking need no entitlement, so only the rate limit stops them.
    for (const method of ['GET', 'DELETE']) expect((await server.call(caller, method, `${PATH}/x`)).status).toBe(429)
  })

  it('answers 503 embedding_unavailable when the table is missing, and creates nothing', async () => {
    const request = await sent()
    await sql`alter table embedded_sessions rename to away`.execute(server.ctx.db)
    const refused = await mint({ signing_request_id: request.id, origin: ORIGIN }).finally(() =>
      sql`alter table away rename to embedded_sessions`.execute(server.ctx.db),
    )
    expect([refused.status, refused.body.code]).toEqual([503, 'embedding_unavailable'])
    expect(JSON.stringify(refused.body)).not.toMatch(/relation|embedded_sessions/)
    expect((await mint({ signing_request_id: request.id, origin: ORIGIN })).status).toBe(201)
    const { auditEvents } = await readRequest(server, request.sender, request.id)
    expect(auditEvents.filter(({ type }) => type === 'session_created')).toHaveLength(1)
  })
})

describe('a key that may only embed (contract 5)', () => {
  it('mints, reads and revokes, and nothing else', async () => {
    const request = await sent()
    const embedded = await server.key({ scope: 'embedded', embedOrigins: [ORIGIN] })
    const json = { signing_request_id: request.id, origin: ORIGIN }
    const { status, body } = await server.call<Minted>(embedded, 'POST', PATH, { json })
    expect(status).toBe(201)
    expect((await server.call(embedded, 'GET', `${PATH}/${body.id}`)).status).toBe(200)
    expect((await server.call(embedded, 'DELETE', `${PATH}/${body.id}`)).status).toBe(204)
    for (const [method, path] of [
      ['GET', '/v1/me'],
      ['GET', '/v1/hooks'],
      ['GET', `/v1/documents/${request.documentId}`],
      ['GET', `/v1/signing-requests/${request.id}`],
      ['POST', `/v1/signing-requests/${request.id}/withdraw`],
    ] as const) {
      const refused = await server.call<ErrorBody>(embedded, method, path)
      expect([refused.status, refused.body.code]).toEqual([401, 'invalid_key'])
    }
  })
})

describe('GET and DELETE /embedded/sign-sessions/{id}', () => {
  it('read the session without its address, and revoke it for good', async () => {
    const { body, own } = await minted()
    const { embed_url, ...shown } = body
    expect(await read(body.id)).toEqual({ ...shown, first_loaded_at: null, completed_at: null, revoked_at: null })
    const path = new URL(embed_url).pathname
    server.clock.advance(1000)
    const loaded = server.clock.now().toISOString()
    for (let load = 0; load < 2; load++) {
      expect((await server.call(null, 'POST', `${path}/loaded`, { json: {} })).status).toBe(200)
      server.clock.advance(1000)
    }
    expect(await read(body.id)).toMatchObject({ status: 'active', first_loaded_at: loaded })
    const revoked = server.clock.now().toISOString()
    for (let call = 0; call < 2; call++) {
      expect((await server.call(own, 'DELETE', `${PATH}/${body.id}`)).status).toBe(204)
      server.clock.advance(1000)
    }
    expect(await read(body.id)).toMatchObject({ status: 'revoked', revoked_at: revoked, first_loaded_at: loaded })
    const late = await server.call<ErrorBody>(null, 'POST', `${path}/loaded`, { json: {} })
    expect([late.status, late.body.code]).toEqual([410, 'session_revoked'])
  })

  it('answer 404 to a malformed id, and to another workspace', async () => {
    const { body } = await minted()
    const foreign = await server.key({ workspaceId: (await server.workspace()).id })
    for (const method of ['GET', 'DELETE']) {
      expect((await server.call(key, method, `${PATH}/x`)).status).toBe(404)
      expect((await server.call(foreign, method, `${PATH}/${body.id}`)).status).toBe(404)
    }
  })

  it('report how the session ended: completed, expired, revoked with its key', async () => {
    const signed = await minted()
    server.clock.advance(2000)
    const at = server.clock.now().toISOString()
    await new Signer(server, signed.request.link).sign()
    const withdrawn = await minted()
    await server.call(withdrawn.request.sender, 'POST', `/v1/signing-requests/${withdrawn.request.id}/withdraw`)
    const unkeyed = await minted()
    await revokeKey(server.ctx, server.ctx.db, unkeyed.own.id)
    const left = await minted()
    const states = async () => [
      await read(signed.body.id),
      await read(withdrawn.body.id),
      await read(unkeyed.body.id),
      await read(left.body.id),
    ]
    const soon = [
      { status: 'completed', completed_at: at, revoked_at: null },
      { status: 'completed', completed_at: at },
      { status: 'revoked', revoked_at: at, completed_at: null },
      { status: 'active' },
    ]
    expect(await states()).toMatchObject(soon)
    server.clock.advance(300_000)
    expect(await states()).toMatchObject([...soon.slice(0, 3), { status: 'expired', completed_at: null }])
    // Signing later by the mailed link does not change the state of the session.
    await new Signer(server, left.request.link).sign()
    expect(await read(left.body.id)).toMatchObject({ status: 'expired', completed_at: null })
  })

  it('find nothing 30 days after the session', async () => {
    const own = await startServer()
    try {
      const caller = await own.key({ embedOrigins: [ORIGIN] })
      const created = await send(own, caller, { signers: [ADA] })
      const json = { signing_request_id: created.signers[0]!.signingRequestId, origin: ORIGIN }
      const { body } = await own.call<Minted>(caller, 'POST', PATH, { json })
      own.clock.advance(30 * 24 * 3_600_000)
      await own.run('prune', {})
      expect((await own.call(caller, 'GET', `${PATH}/${body.id}`)).status).toBe(200)
      own.clock.advance(301_000)
      await own.run('prune', {})
      expect((await own.call(caller, 'GET', `${PATH}/${body.id}`)).status).toBe(404)
    } finally {
      await own.stop()
    }
  })
})

describe('a signer who acts through a session', () => {
  it('is in the audit trail: the session for its own acts, the link for its own', async () => {
    const { request, body } = await minted({ signers: [ADA, BOB] })
    const frame = new Signer(server, body.embed_url)
    expect((await frame.view()).status).toBe(200)
    expect((await frame.sign()).status).toBe(200)
    expect((await new Signer(server, request.signers[1]!.signingUrl).sign()).status).toBe(200)
    const ada = await readRequest(server, request.sender, request.id)
    const meta = (type: string, events = ada.auditEvents) => events.find((event) => event.type === type)?.meta
    const opened = { session_id: body.id, origin: ORIGIN, expires_at: body.expires_at }
    expect(meta('session_created')).toMatchObject({ ...opened, key_name: 'Test' })
    for (const type of ['viewed', 'consented', 'signed'])
      expect(meta(type)).toMatchObject({ access: 'embedded_session', session_id: body.id })
    const bob = await readRequest(server, request.sender, request.signers[1]!.signingRequestId)
    expect(meta('signed', bob.auditEvents)).toMatchObject({ access: 'link', link_version: 1 })
  })

  it('is that signer only, and only through the frame’s address', async () => {
    const { body } = await minted()
    const token = body.embed_url.split('/').at(-1)!
    expect((await server.fetch(`/sign/${token}`)).status).toBe(404)
    expect((await server.fetch(`/sign/${token}/document.pdf`)).status).toBe(404)
    const { link } = await sent()
    expect((await server.fetch(`/embed/${link.split('/').at(-1)}`)).status).toBe(404)
    expect((await server.fetch(`/embed/${link.split('/').at(-1)}/document.pdf`)).status).toBe(404)
    expect((await server.fetch(`/embed/${token}/document.pdf`)).status).toBe(200)
  })

  it('may do nothing once the key or the session is revoked, or the session has expired', async () => {
    const ends = {
      key_revoked: ({ own }: { own: TestKey }) => revokeKey(server.ctx, server.ctx.db, own.id),
      session_revoked: ({ own, body }: { own: TestKey; body: Minted }) =>
        server.call(own, 'DELETE', `${PATH}/${body.id}`),
      session_expired: () => Promise.resolve(server.clock.advance(300_000)),
    }
    for (const [code, end] of Object.entries(ends)) {
      const session = await minted()
      const frame = new Signer(server, session.body.embed_url)
      const { fields, consentVersion } = await frame.data()
      await end(session)
      const calls = [
        await frame.view(),
        await frame.display(),
        await frame.call('PUT', 'fields', { values: { [fields[0]!.id]: { type: 'typed', text: 'Ada' } } }),
        await frame.call('POST', 'complete', { consentVersion, values: {} }),
        await frame.decline(),
        await frame.call('GET', 'status'),
        await frame.call('GET', 'document.pdf'),
      ]
      for (const { status, body } of calls) expect([status, body]).toMatchObject([410, { code }])
      expect((await readRequest(server, session.request.sender, session.request.id)).status).toBe('pending')
    }
  })

  it('GET and HEAD of the address change nothing', async () => {
    const { body, request } = await minted()
    const path = new URL(body.embed_url).pathname
    for (const method of ['GET', 'HEAD']) expect((await server.fetch(path, { method })).status).toBe(200)
    expect(await read(body.id)).toMatchObject({ first_loaded_at: null })
    expect((await readRequest(server, request.sender, request.id)).status).toBe('pending')
  })
})
