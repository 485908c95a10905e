import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../server/db/database.ts'
import { failureCode } from '../../server/domain/failure.ts'
import { StorageError } from '../../server/storage/index.ts'
import { testDatabase } from '../support/database.ts'
import { callOf, keyed, nobody } from '../support/every-operation.ts'
import { startPostgresProxy } from '../support/postgres-proxy.ts'
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
  it('is reported as db_failed, with rolled_back on creating calls, and never with its own message', async () => {
    const key = await server.key()
    const [read, create] = await without('rate_windows', () =>
      Promise.all([
        server.call(key, 'GET', `/v1/documents/${randomUUID()}`),
        server.call(key, 'POST', '/v1/signing-requests', { json: {} }),
      ]),
    )
    expect(read).toMatchObject({ status: 500, body: { code: 'db_failed' } })
    expect(read.headers.get('Retry-After')).toBeNull()
    expect(create).toMatchObject({ status: 500, body: { code: 'db_failed', meta: { rolled_back: true } } })
    expect(JSON.stringify([read.body, create.body])).not.toContain('rate_windows')
    expect(server.log()).toContain('"code":"42P01"')
  })

  it('says when to call again while no primary can be reached, or the server has become a replica', async () => {
    const { db, url, close } = await testDatabase()
    const proxy = await startPostgresProxy(url)
    const away = createDatabase({ url: proxy.url })
    const other = await startServer({ overrides: { db: away } })
    const key = await other.key()
    const answers = async () => {
      const calls = [other.call(key, 'GET', '/v1/hooks'), other.call(key, 'POST', '/v1/signing-requests', { json: {} })]
      return (await Promise.all(calls)).map(({ status, body, headers }) => [status, body, headers.get('Retry-After')])
    }
    const expected = [
      [500, expect.objectContaining({ code: 'db_failed' }), '5'],
      [500, expect.objectContaining({ code: 'db_failed', meta: { rolled_back: true } }), '5'],
    ]
    const name = sql.id(new URL(url).pathname.slice(1))
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    await expect.poll(answers).toEqual(expected)
    await proxy.close()
    await expect.poll(answers).toEqual(expected)
    await other.stop()
    await Promise.all([away.destroy(), close()])
  })

  it('does not fail the call when only its API log row cannot be written', async () => {
    const key = await server.key()
    const answer = await without('api_log', () => server.call(key, 'GET', '/v1/me'))
    expect(answer.status).toBe(200)
  })

  it('is recognized when it cannot be reached at all', async () => {
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
  it('are distinguished: storage, and everything else', () => {
    expect(failureCode(new StorageError('failed', 'no space left'))).toBe('storage_failed')
    expect(failureCode(new TypeError('x is not a function'))).toBe('internal_error')
    expect(failureCode('thrown by mistake')).toBe('internal_error')
  })
})

describe('the Enterprise entitlement', () => {
  it.each(keyed.map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    server.ctx.config.plans.basic = {
      document_cap: null,
      enterprise: false,
      sms_monthly: 0,
      requests_per_minute: 60,
      without: [],
    }
    for (const [tier, entitled] of [
      ['basic', false],
      ['a tier that no plan names', false],
      ['self_hosted', true],
    ] as const) {
      const key = await server.key({ workspaceId: (await server.workspace({ tier })).id })
      const { status, body } = await server.call<{ code?: string }>(key, ...callOf(operation, nobody()))
      const refused = status === 402 && body?.code === 'enterprise-required'
      expect([tier, refused]).toEqual([tier, operation.entitlement !== null && !entitled])
    }
  })
})
