import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  afterCommit,
  createDatabase,
  type Db,
  enqueue,
  sqlState,
  type Tx,
  transaction,
} from '../../server/db/database.ts'
import { migrate, pendingMigrations } from '../../server/db/migrate.ts'
import { testClock } from '../support/clock.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { seedDocument } from '../support/engine.ts'
import { adminQuery, databaseUrl } from '../support/postgres.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await sql`create table counters (id integer primary key, n bigint not null)`.execute(db)
  await sql`insert into counters values (1, 0), (2, 0)`.execute(db)
})
afterAll(() => database.close())

const add = (tx: Tx, id: number) => sql`update counters set n = n + 1 where id = ${id}`.execute(tx)
const count = async (id: number) =>
  (await sql<{ n: number }>`select n from counters where id = ${id}`.execute(db)).rows[0]?.n
const jobs = async () =>
  (await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(db)).rows[0]?.n

/** Resolves for all callers once it has been called `n` times. */
function barrier(n: number): () => Promise<void> {
  let waiting = n
  let open = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    if (--waiting === 0) open()
    return all
  }
}

test('a bigint is a number, a timestamp a Date', async () => {
  const { rows } = await sql`select count(*) as n, timestamptz '2026-10-10T12:00:00Z' as at from counters`.execute(db)
  expect(rows).toEqual([{ n: 2, at: new Date('2026-10-10T12:00:00Z') }])
})

test('two transactions in a deadlock both succeed, the one rolled back by running again', async () => {
  const both = barrier(2)
  let runs = 0
  const inOrder = (first: number, second: number) => {
    let tries = 0
    return transaction(db, async (tx) => {
      runs++
      await add(tx, first)
      if (tries++ === 0) await both()
      await add(tx, second)
    })
  }
  await Promise.all([inOrder(1, 2), inOrder(2, 1)])
  // One is rolled back, or both when each detects the deadlock at the same moment.
  expect(runs).toBeGreaterThanOrEqual(3)
  expect([await count(1), await count(2)]).toEqual([2, 2])
})

test('a transaction within a transaction is a part of it: committed, run again and followed up once, by the outer one', async () => {
  const before = await count(1)
  const followed: string[] = []
  let outerRuns = 0
  let innerRuns = 0
  const part = (tx: Tx, name: string) =>
    transaction(tx, async (inner) => {
      innerRuns++
      expect(inner).toBe(tx)
      await add(inner, 1)
      afterCommit(inner, () => followed.push(name))
    })
  await transaction(db, async (tx) => {
    await part(tx, `first ${++outerRuns}`)
    expect(await count(1)).toBe(before)
    await part(tx, `second ${outerRuns}`)
    expect(followed).toEqual([])
    // Postgres reports a deadlock the same way.
    if (outerRuns === 1) await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(tx)
  })
  expect({ outerRuns, innerRuns }).toEqual({ outerRuns: 2, innerRuns: 4 })
  expect(await count(1)).toBe(before! + 2)
  expect(followed).toEqual(['first 2', 'second 2'])
})

test('a part that fails makes the whole transaction fail, also when the error is caught', async () => {
  const before = await count(1)
  const followed: string[] = []
  const whole = transaction(db, async (tx) => {
    await add(tx, 1)
    afterCommit(tx, () => followed.push('outer'))
    await transaction(tx, async (inner) => {
      await add(inner, 1)
      throw new Error('the part failed')
    }).catch(() => {})
    return 'done'
  })
  await expect(whole).rejects.toThrow('the part failed')
  expect(await count(1)).toBe(before)
  expect(followed).toEqual([])

  // Only a transaction opened by `transaction` can be joined: the hooks of any other would never run.
  const foreign = db.transaction().execute((tx) => transaction(tx, () => add(tx, 1)))
  await expect(foreign).rejects.toThrow('opened by transaction()')
  expect(await count(1)).toBe(before)
})

test('a transaction whose session is killed runs again, unless its commit was in progress', async () => {
  const before = await count(1)
  let runs = 0
  await transaction(db, async (tx) => {
    await add(tx, 1)
    if (++runs < 3) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  expect(runs).toBe(3)
  expect(await count(1)).toBe(before! + 1)

  await sql`
    create function die() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$
  `.execute(db)
  await sql`
    create constraint trigger die after update on counters deferrable initially deferred for each row execute function die()
  `.execute(db)
  runs = 0
  const dying = transaction(db, async (tx) => {
    runs++
    await add(tx, 1)
  })
  await expect(dying).rejects.toThrow(/terminat/)
  expect(runs).toBe(1)
  await sql`drop trigger die on counters`.execute(db)
})

test('an error that a retry would not fix is thrown at once', async () => {
  let runs = 0
  const failing = transaction(db, async (tx) => {
    runs++
    await sql`insert into counters values (1, 0)`.execute(tx)
  })
  await expect(failing).rejects.toSatisfy((error) => sqlState(error) === '23505')
  expect(runs).toBe(1)
})

test('hooks run after the commit and never after a rollback, a job stays or goes with its transaction', async () => {
  const ran: string[] = []
  const ctx = { clock: testClock(), sandbox: null }
  await transaction(db, async (tx) => {
    await enqueue(ctx, tx, 'seal-document', { documentId: 'a' })
    afterCommit(tx, () => ran.push('committed'))
    expect(ran).toEqual([])
  })
  expect([ran, await jobs()]).toEqual([['committed'], 1])
  const undone = transaction(db, async (tx) => {
    await enqueue(ctx, tx, 'seal-document', { documentId: 'b' })
    afterCommit(tx, () => ran.push('rolled back'))
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect([ran, await jobs()]).toEqual([['committed'], 1])
})

test('waiting for a locked row ends with 55P03 instead of blocking the request forever', async () => {
  const impatient = createDatabase({ url: database.url })
  await sql`set lock_timeout = 50`.execute(impatient)
  await transaction(db, async (tx) => {
    await add(tx, 1)
    await expect(transaction(impatient, (other) => add(other, 1))).rejects.toSatisfy(
      (error) => sqlState(error) === '55P03',
    )
  })
  const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(db)
  expect(rows[0]?.lock_timeout).toBe('5s')
  await impatient.destroy()
})

test('sessions killed by the server end their queries, not the process, and the pool keeps working', async () => {
  const errors: Error[] = []
  const pool = createDatabase({ url: database.url, onError: (error) => errors.push(error) })
  await sql`select 1`.execute(pool)
  const victim = pool.connection().execute((session) => sql`select pg_sleep(30)`.execute(session))
  const failed = expect(victim).rejects.toSatisfy((error) => sqlState(error) === '57P01')
  await expect
    .poll(async () => {
      const { rows } = await sql<{ killed: number }>`
        select count(pg_terminate_backend(pid)) as killed from pg_stat_activity where query like 'select pg_sleep(30)%'
      `.execute(db)
      return rows[0]?.killed
    })
    .toBe(1)
  await failed
  // The dead session may be handed out once more before its end is noticed.
  await expect.poll(() => sql`select 1 as one`.execute(pool).then((result) => result.rows)).toEqual([{ one: 1 }])
  await pool.destroy()
})

test('processes that start at the same time migrate an empty database once', async () => {
  const url = databaseUrl(database.url, `${new URL(database.url).pathname.slice(1)}_empty`)
  await adminQuery(database.url, `create database ${new URL(url).pathname.slice(1)}`)
  const all = Array.from({ length: 4 }, () => createDatabase({ url, max: 3 }))
  const names = await pendingMigrations(all[0]!)
  expect(names[0]).toBe('0001_foundation')
  await Promise.all(all.map((one) => migrate(one)))
  await migrate(all[0]!)
  expect(await pendingMigrations(all[0]!)).toEqual([])
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(all[0]!)
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(await all[0]!.selectFrom('documents').selectAll().execute()).toEqual([])
  await Promise.all(all.map((one) => one.destroy()))
})

test('the audit trail cannot be changed by any statement', async () => {
  const { documentId } = await seedDocument(db, { clock: testClock() })
  const event = { document_id: documentId, seq: 1, type: 'sent', at: new Date(), body: '{}', prev_hash: '', hash: '' }
  await db
    .insertInto('audit_events')
    .values({ ...event, signing_request_id: null })
    .execute()
  for (const statement of [`update audit_events set type = 'x'`, 'delete from audit_events', 'truncate audit_events']) {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')
  }
})
