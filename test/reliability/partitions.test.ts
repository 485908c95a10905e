import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeBackupLock } from '../../server/db/backup-lock.ts'
import { API_LOG } from '../../server/limits.ts'
import { send } from '../support/flow.ts'
import { startServer, type TestServer } from '../support/server.ts'

const WEEK_MS = 7 * 86_400_000
const LANES = 4
const CALLS = 40
/** Until those that were made first are past what is kept. */
const WEEKS = 9

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const prune = () => server.run('prune', {})

async function partitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relname ~ '^(api_log|deliveries)_[0-9]{8}$' order by 1`.execute(server.ctx.db)
  return rows.map(({ name }) => name)
}

it('are left to the next run while a backup reads, which nobody who writes then waits for', async () => {
  const backup = new pg.Client({ connectionString: server.ctx.db.url })
  await backup.connect()
  expect(await takeBackupLock(backup)).toBe(true)
  await prune()
  expect(await partitions()).toEqual([])
  await backup.end()
  await prune()
  expect(await partitions()).toHaveLength(11)
})

it('are made and dropped under load without a failed call or a lost row', async () => {
  const called: { id: string; at: number }[] = []
  const sent: string[] = []
  const callback = { callback_url: 'http://127.0.0.1:1/callback', send_emails: false, expires_in_days: 90 }
  const lane = async () => {
    const key = await server.key()
    sent.push((await send(server, key, { signers: [{ email: 'ada@example.com' }], ...callback })).documentId)
    for (let call = 0; call < CALLS; call++) {
      const at = server.clock.now().getTime()
      const { status, headers } = await server.call(key, 'GET', '/v1/me')
      expect(status).toBe(200)
      called.push({ id: headers.get('x-request-id')!, at })
    }
  }
  const first = await partitions()
  let writing = true
  const lanes = Promise.all(Array.from({ length: LANES }, lane)).finally(() => {
    writing = false
  })
  for (let week = 0; writing || week < WEEKS; week++) {
    server.clock.advance(WEEK_MS)
    await prune()
  }
  await lanes
  expect((await partitions()).filter((name) => first.includes(name))).toEqual([])
  const since = server.clock.now().getTime() - API_LOG.keptMs
  const { rows } = await sql<{ id: string }>`select request_id as id from api_log`.execute(server.ctx.db)
  const logged = new Set(rows.map(({ id }) => id))
  expect(called.filter(({ id, at }) => at >= since && !logged.has(id))).toEqual([])
  const deliveries = await server.ctx.db.selectFrom('deliveries').select('document_id').execute()
  expect(deliveries.map((delivery) => delivery.document_id).toSorted()).toEqual(sent.toSorted())
})
