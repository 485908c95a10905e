import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../server/db/database.ts'
import { type Claimed, claim, makeReady } from '../../server/domain/deliveries/queue.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import {
  callbackHooks,
  type EngineContext,
  engineContext,
  record,
  seedDocument,
  workspaceHook,
} from '../support/engine.ts'

const HOUR_MS = 3_600_000
const NOBODY = 'https://dead.example.com/'

let database: TestDatabase
let clock: TestClock
let ctx: EngineContext

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  clock = testClock(new Date('2026-10-12T09:00:00Z'))
  ctx = await engineContext(database.db, clock)
})
afterEach(async () => {
  await ctx.outbound.close()
  await database.db.deleteFrom('delivery_queue').execute()
})

const none: ReadonlyMap<string, number> = new Map()
const limits = { slots: 10, perHook: 10, perWorkspace: 10, limits: none, hooks: none, workspaces: none }

/** One delivery of a separate hook. */
async function healthy(): Promise<string> {
  const place = await seedDocument(ctx.db, ctx)
  await workspaceHook(ctx, place, 'https://healthy.example.com/')
  return record(ctx, place, 'signing_request.viewed', { occurred_at: clock.now().toISOString() })
}

/** A claim, and how many rows of the queue it and the search for due deliveries touched. */
async function counted(): Promise<{ claimed: Claimed; touched: number }> {
  return ctx.db.transaction().execute(async (tx) => {
    // Postgres reports what a session does once a second, and until then counts it here too.
    const touchedBefore = await touchedBy(tx)
    await makeReady(tx, clock.now())
    const claimed = await claim(tx, { ...limits, now: clock.now(), slow: false, after: null })
    return { claimed, touched: (await touchedBy(tx)) - touchedBefore }
  })
}

async function touchedBy(tx: Tx): Promise<number> {
  const { rows } = await sql<{ touched: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as touched
    from pg_stat_xact_user_tables where relname = 'delivery_queue'`.execute(tx)
  return Number(rows[0]!.touched)
}

test('a claim touches only due deliveries, however many are waiting', async () => {
  const first = await healthy()
  const alone = await counted()
  await callbackHooks(ctx, 2_000, { url: NOBODY, at: new Date(clock.now().getTime() + HOUR_MS) })
  const second = await healthy()
  const beside = await counted()
  expect([alone, beside].map(({ claimed }) => claimed.claims.map((one) => one.event_id))).toEqual([[first], [second]])
  // Of 2,000 waiting rows; the exact number depends on the planner.
  expect(Math.max(alone.touched, beside.touched)).toBeLessThan(20)
})

test('a claim knows that it left a delivery, also when attempts end meanwhile', async () => {
  const place = await seedDocument(ctx.db, ctx)
  const hook = await workspaceHook(ctx, place, NOBODY)
  for (let i = 0; i < 3; i++) {
    await record(ctx, place, 'signing_request.viewed', { occurred_at: clock.now().toISOString() })
  }
  const hooks = new Map([[hook.id, 3]])
  const claiming = claim(ctx.db, { ...limits, perHook: 5, hooks, now: clock.now(), slow: false, after: null })
  hooks.clear()
  expect(await claiming).toMatchObject({ claims: { length: 2 }, left: true })
})

test('waiting deliveries are claimed when they are due, even thousands at once', async () => {
  await callbackHooks(ctx, 2_500, { url: NOBODY, at: new Date(clock.now().getTime() + HOUR_MS) })
  expect((await counted()).claimed.claims).toEqual([])
  clock.advance(HOUR_MS)
  const rounds = [await makeReady(ctx.db, clock.now()), await makeReady(ctx.db, clock.now())]
  rounds.push(await makeReady(ctx.db, clock.now()))
  expect(rounds).toEqual([
    { ready: 1_000, more: true, waiting: true },
    { ready: 1_000, more: true, waiting: true },
    { ready: 500, more: false, waiting: true },
  ])
  const options = { ...limits, slots: 5_000, perWorkspace: 5_000, now: clock.now(), slow: false }
  const claimed = new Set<string>()
  let after: string | null = null
  do {
    const round: Claimed = await claim(ctx.db, { ...options, after })
    after = round.after
    for (const { id } of round.claims) claimed.add(id)
  } while (after !== null)
  expect(claimed.size).toBe(2_500)
})

test('one claim checks some of the hooks of the other lane, and the rounds still reach all of them', async () => {
  await callbackHooks(ctx, 1_200, { url: NOBODY, at: clock.now(), slow: true })
  await makeReady(ctx.db, clock.now())
  await makeReady(ctx.db, clock.now())
  const eventId = await healthy()
  const rounds: string[][] = []
  let after: string | null = null
  do {
    const round: Claimed = await claim(ctx.db, { ...limits, now: clock.now(), slow: false, after })
    after = round.after
    rounds.push(round.claims.map((one) => one.event_id))
  } while (after !== null)
  expect(rounds.length).toBe(3)
  expect(rounds.flat()).toEqual([eventId])
})

test('thousands that come at once are not claimed by a plan that was made for an empty queue', async () => {
  await callbackHooks(ctx, 2_000, { url: NOBODY, at: clock.now() })
  await ctx.db.deleteFrom('delivery_queue').execute()
  // Whoever reads at that moment, such as autovacuum in another table, keeps the rows: then the queue is not empty yet.
  const pages = async () => {
    await sql`vacuum analyze delivery_queue`.execute(ctx.db)
    const { rows } = await sql<{ pages: number }>`
      select relpages as pages from pg_class where oid = 'delivery_queue'::regclass`.execute(ctx.db)
    return rows[0]!.pages
  }
  await expect.poll(pages).toBe(0)
  // After five runs Postgres may keep a plan.
  for (let run = 0; run < 8; run++) await counted()
  await sql`
    insert into delivery_queue (delivery_id, seq, hook_id, workspace_id, period, next_attempt_at, ready)
    select id, seq, hook_id, workspace_id, period, ${clock.now()}, true from deliveries`.execute(ctx.db)
  const { claimed, touched } = await counted()
  expect(claimed.claims.length).toBe(limits.slots)
  // It visits 500 hooks; to read all rows for each is a million.
  expect(touched).toBeLessThan(1_000)
})
