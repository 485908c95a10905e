import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type Db } from '../../server/db/database.ts'
import { testDatabaseUrl } from '../support/database.ts'
import { createForm } from '../support/flow.ts'
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let url: string
let proxy: PostgresProxy
let db: Db
let server: TestServer
let key: TestKey

beforeAll(async () => {
  url = await testDatabaseUrl()
  proxy = await startPostgresProxy(url)
  db = createDatabase({ url: proxy.url })
  server = await startServer({ overrides: { db } })
  key = await server.key()
})
afterAll(async () => {
  await server.stop()
  await db.destroy()
  await proxy.close()
})

it('keeps the files of a document whose commit succeeded but was never confirmed, and reports what is left', async () => {
  const form = () => createForm({ signers: [{ email: 'ada@example.com', name: 'Ada' }] })
  const headers = { 'Idempotency-Key': 'lost' }
  proxy.loseNextCommit()
  type Failure = { code: string; meta: { rolled_back: boolean; document_id: string } }
  const failed = await server.call<Failure>(key, 'POST', '/v1/signing-requests', { form: form(), headers })
  expect([failed.status, failed.body]).toEqual([
    500,
    expect.objectContaining({ code: 'db_failed', meta: { rolled_back: false, document_id: expect.any(String) } }),
  ])
  const id = failed.body.meta.document_id
  expect((await server.call(key, 'GET', `/v1/documents/${id}/file`)).status).toBe(200)
  const again = await server.call<{ documentId: string }>(key, 'POST', '/v1/signing-requests', {
    form: form(),
    headers,
  })
  expect([again.status, again.body.documentId, again.headers.get('idempotent-replayed')]).toEqual([201, id, 'true'])
})

it('hands out no session that Postgres has ended, also before its socket closes', async () => {
  proxy.lingers = true
  const other = new pg.Client(url)
  await other.connect()
  await other.query('begin; lock table workspaces in access exclusive mode')
  const me = () => server.call<{ code: string }>(key, 'GET', '/v1/me')
  const waiting = me()
  await expect
    .poll(async () => {
      const { rowCount } = await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`)
      return rowCount
    })
    .toBeGreaterThan(0)
  const lost = await waiting
  await other.query('rollback')
  await other.end()
  expect([lost.status, lost.body.code]).toEqual([500, 'db_failed'])
  const next = await me()
  proxy.lingers = false
  expect(next.status).toBe(200)
})
