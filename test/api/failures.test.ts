import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../server/db/database.ts'
import { failureCode } from '../../server/domain/failure.ts'
import { type Operation, operations } from '../../server/generated/operations.ts'
import { entitlement } from '../../server/http/entitlement.ts'
import { onError } from '../../server/http/respond.ts'
import type { State } from '../../server/http/state.ts'
import { StorageError } from '../../server/storage/index.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Runs `work` while a table is missing: every statement on it fails. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await sql`alter table ${sql.table(table)} rename to hidden`.execute(server.ctx.db)
  try {
    return await work()
  } finally {
    await sql`alter table hidden rename to ${sql.table(table)}`.execute(server.ctx.db)
  }
}

describe('a database that fails', () => {
  it('is told as db_failed, on creating calls with rolled_back, and never in its own words', async () => {
    const key = await server.key()
    const [read, create] = await without('rate_windows', () =>
      Promise.all([
        server.call(key, 'GET', `/v1/documents/${randomUUID()}`),
        server.call(key, 'POST', '/v1/signing-requests', { json: {} }),
      ]),
    )
    expect(read).toMatchObject({ status: 500, body: { code: 'db_failed' } })
    expect(create).toMatchObject({ status: 500, body: { code: 'db_failed', meta: { rolled_back: true } } })
    expect(JSON.stringify([read.body, create.body])).not.toContain('rate_windows')
    expect(server.log()).toContain('"code":"42P01"')
  })

  it('does not fail the call when only its API log row cannot be written', async () => {
    const key = await server.key()
    const answer = await without('api_log', () => server.call(key, 'GET', '/v1/me'))
    expect(answer.status).toBe(200)
  })

  it('is recognised when it cannot be reached at all', async () => {
    const db = createDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
    const error = await sql`select 1`.execute(db).then(
      () => null,
      (failure: unknown) => failure,
    )
    expect(failureCode(error)).toBe('db_failed')
    await db.destroy()
  })
})

describe('other failures', () => {
  it('are told apart: storage, and all the rest', () => {
    expect(failureCode(new StorageError('failed', 'no space left'))).toBe('storage_failed')
    expect(failureCode(new TypeError('x is not a function'))).toBe('internal_error')
    expect(failureCode('thrown by mistake')).toBe('internal_error')
  })
})

describe('the Enterprise entitlement', () => {
  const call = async (tier: string, gate: Operation['entitlement']) => {
    const app = new Hono<State>()
    app.onError(onError(server.ctx))
    app.use(async (c, next) => {
      c.set('operation', { ...operations.createSigningRequest, entitlement: gate })
      c.set('apiKey', { id: 'k', workspaceId: 'w', scope: 'full', allowIps: [], tier, revoked: false })
      await next()
    })
    app.get('/', entitlement(server.ctx), (c) => c.text('done'))
    return app.request('/')
  }

  it('is asked of the plan, and only where the operation wants it', async () => {
    server.ctx.config.plans.basic = { document_cap: null, enterprise: false, sms_monthly: 0, without: [] }
    const refused = await call('basic', 'enterprise')
    expect(refused.status).toBe(402)
    expect(await refused.json()).toMatchObject({ code: 'enterprise-required' })
    expect((await call('a tier that no plan names', 'enterprise')).status).toBe(402)
    expect((await call('basic', null)).status).toBe(200)
    expect((await call('self_hosted', 'enterprise')).status).toBe(200)
  })
})
