import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { answer, ok, type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const DAY_MS = 24 * 3_600_000

let server: TestServer
let receiver: Receiver
let key: TestKey
beforeEach(async () => {
  server = await startServer()
  receiver = await startReceiver({ clock: server.clock })
  key = await server.key()
})
afterEach(async () => {
  await receiver.close()
  await server.stop()
})

const prune = () => server.run('prune', {})
const sendOne = () => send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
const daysFrom = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** The existing partitions of a table, without the default. */
async function partitions(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relname ~ ${`^${table}_[0-9]{8}$`} order by 1`.execute(
    server.ctx.db,
  )
  return rows.map(({ name }) => name)
}

describe('the API log', () => {
  const named = (day: string) => `api_log_${day.replaceAll('-', '')}`
  const calls = () => server.ctx.db.selectFrom('api_log').select(['at', 'route']).orderBy('at').execute()
  const inDefault = async () => (await sql`select from api_log_default`.execute(server.ctx.db)).rows.length

  test('has its partitions created ahead, and moves in rows that were written before there was one', async () => {
    await server.call(key, 'GET', '/v1/me')
    expect(await inDefault()).toBe(1)
    await prune()
    expect(await inDefault()).toBe(0)
    expect(await calls()).toHaveLength(1)
    expect(await partitions('api_log')).toEqual(Array.from({ length: 8 }, (_, n) => named(daysFrom(n))))
    for (let day = 0; day < 7; day++) {
      server.clock.advance(DAY_MS)
      await server.call(key, 'GET', '/v1/me')
    }
    expect(await inDefault()).toBe(0)
    await prune()
    expect(await partitions('api_log')).toHaveLength(15)
  })

  test('is kept for 30 days and dropped by the day', async () => {
    await prune()
    await server.call(key, 'GET', '/v1/me')
    const first = named(daysFrom(0))
    server.clock.advance(30 * DAY_MS)
    await server.call(key, 'GET', '/v1/me')
    await prune()
    expect(await partitions('api_log')).toContain(first)
    expect(await calls()).toHaveLength(2)
    server.clock.advance(DAY_MS)
    await prune()
    expect(await partitions('api_log')).not.toContain(first)
    expect(await calls()).toHaveLength(1)
  })

  test('drops a partition that an earlier run had only detached', async () => {
    await prune()
    const old = named(daysFrom(0))
    await sql`alter table api_log detach partition ${sql.table(old)}`.execute(server.ctx.db)
    await prune()
    expect(await partitions('api_log')).not.toContain(old)
  })

  test('leaves a locked table to the next run', async () => {
    const reader = await server.ctx.db.startTransaction().execute()
    await reader.selectFrom('api_log').selectAll().execute()
    await sql`lock table api_log_default in row exclusive mode`.execute(reader)
    await prune()
    expect(await partitions('api_log')).toEqual([])
    expect((await server.call(key, 'GET', '/v1/me')).status).toBe(200)
    await reader.commit().execute()
    await prune()
    expect(await partitions('api_log')).toHaveLength(8)
  })
})

describe('deliveries of callbacks', () => {
  const sendWithCallback = (fields = {}) =>
    send(server, key, {
      signers: [{ email: 'ada@example.com', name: 'Ada' }],
      send_emails: false,
      callback_url: `${receiver.url}/callback`,
      ...fields,
    })
  const rows = async () =>
    (await server.ctx.db.selectFrom('deliveries').select('document_id').execute()).map((row) => row.document_id)
  const hookRows = () =>
    server.ctx.db.selectFrom('hooks').select('document_id').where('scope', '=', 'document').execute()
  const inDefault = async () => (await sql`select from deliveries_default`.execute(server.ctx.db)).rows.length
  const days = async (count: number) => {
    for (let left = count; left > 0; left -= 7) {
      server.clock.advance(Math.min(7, left) * DAY_MS)
      await server.run('expire-requests', {})
      await server.work()
      await prune()
    }
  }

  test('have partitions created ahead, and are deleted with their hook 30 days after their document ends', async () => {
    await prune()
    expect(await partitions('deliveries')).toHaveLength(3)
    const ended = await sendWithCallback({ expires_in_days: 5 })
    const open = await sendWithCallback({ expires_in_days: 90 })
    await server.work()
    expect(await inDefault()).toBe(0)
    await days(28)
    expect(new Set(await rows())).toEqual(new Set([ended.documentId, open.documentId]))
    await days(28)
    expect(new Set(await rows())).toEqual(new Set([open.documentId]))
    expect(await hookRows()).toEqual([{ document_id: open.documentId }])
    await days(56)
    expect(await rows()).not.toEqual([])
    await days(21)
    expect([await rows(), await hookRows()]).toEqual([[], []])
    expect(await inDefault()).toBe(0)
  })

  test('of weeks past are deleted from where a restore puts them', async () => {
    await sendWithCallback({ expires_in_days: 5 })
    await server.work()
    expect(await inDefault()).toBe(1)
    server.clock.advance(5 * DAY_MS)
    await server.run('expire-requests', {})
    await server.work()
    server.clock.advance(60 * DAY_MS)
    await prune()
    expect([await rows(), await hookRows(), await inDefault()]).toEqual([[], [], 0])
  })

  test('without a partition are delivered, and moved into one later', async () => {
    receiver.answer(answer(500))
    const { documentId } = await sendWithCallback()
    await server.work()
    expect(await inDefault()).toBe(1)
    await prune()
    expect([await inDefault(), await rows()]).toEqual([0, [documentId]])
    receiver.answer(ok)
    server.clock.advance(60_000)
    await server.work()
    const { attempts, status } = (await server.ctx.db
      .selectFrom('deliveries')
      .select(['attempts', 'status'])
      .executeTakeFirst())!
    expect([attempts, status]).toEqual([2, 'success'])
  })
})

describe('events', () => {
  const events = () => server.ctx.db.selectFrom('events').select(['id', 'type']).orderBy('seq').execute()

  test('are deleted after 90 days unless a log references them', async () => {
    await sendOne()
    server.clock.advance(90 * DAY_MS)
    await prune()
    expect(await events()).toHaveLength(1)
    server.clock.advance(1)
    await prune()
    expect(await events()).toEqual([])
  })

  test('from two years ago can still be redelivered from a log, all hundred of them', async () => {
    const hooks = hooksOf(server, key)
    const hook = await hooks.subscribe(receiver, '/a')
    await sendOne()
    await server.work()
    const { db } = server.ctx
    const { seq, ...event } = (await db.selectFrom('events').selectAll().executeTakeFirst())!
    const { seq: _, attempt_log, ...delivery } = (await db.selectFrom('deliveries').selectAll().executeTakeFirst())!
    for (let n = 1; n < 100; n++) {
      const id = `evt_${String(n).padStart(32, '0')}`
      await db
        .insertInto('events')
        .values({ ...event, id, payload: JSON.stringify(event.payload) })
        .execute()
      await db
        .insertInto('deliveries')
        .values({ ...delivery, id: randomUUID(), event_id: id })
        .execute()
    }
    server.clock.advance(2 * 365 * DAY_MS)
    await prune()
    const log = await hooks.log(hook.id)
    expect(log).toHaveLength(100)
    // Minimal now, so that every body is built again from its event.
    await db.updateTable('hooks').set({ payload: 'minimal' }).where('id', '=', hook.id).execute()
    receiver.answer(ok)
    for (const [n, { id, event_id }] of log.entries()) {
      if (n % 10 === 0) server.clock.advance(60_000)
      const own = n % 50 === 0 ? hooksOf(server, await server.key()) : hooks
      expect(await own.redeliver(hook.id, id)).toMatchObject({ status: 200, body: { status: 'success', event_id } })
    }
    expect(receiver.deliveries).toHaveLength(101)
  })
})
