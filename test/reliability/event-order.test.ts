import { randomInt } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type Db, transaction } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { ApiKeyActor } from '../../server/domain/actor.ts'
import { listEvents } from '../../server/domain/events/list.ts'
import { type EngineContext, record, seedDocument } from '../support/engine.ts'
import { sized } from '../support/full-size.ts'
import { startServer, type TestServer } from '../support/server.ts'

const WRITERS = 8
const EVENTS = sized(2_000, 100_000)
/** For what never comes, if one was skipped. */
const PATIENCE_MS = sized(60_000, 900_000)
/** As they would otherwise wait for connections that writers hold. */
const CONNECTIONS = WRITERS + 12

let server: TestServer
let db: Db
let engine: EngineContext

beforeAll(async () => {
  server = await startServer()
  db = createDatabase({ url: String(server.ctx.db.pool.options.connectionString), max: CONNECTIONS })
  engine = { ...server.ctx, db }
})
afterAll(async () => {
  await db.destroy()
  await server.stop()
})

async function reader(workspaceId: string) {
  const { id: keyId } = await server.key({ workspaceId })
  const origin = { ip: null, userAgent: null }
  const named = { keyName: 'Test', keyPrefix: 'cs_live_', scope: 'read' as const, tier: 'self_hosted', liveId: null }
  const actor: ApiKeyActor = { kind: 'apiKey', workspaceId, keyId, origin, ...named }
  const read = (after: string | null, limit: number, wait: number) =>
    listEvents({ ...server.ctx, db }, actor, { after, limit, wait, payload: 'minimal' }, new AbortController().signal)
  /** Follows from the start until it has seen `count`, in pages of any size, and starts anew from where it was. */
  return async function follow(count: number, restarts: boolean): Promise<string[]> {
    const seen: string[] = []
    const until = performance.now() + PATIENCE_MS
    for (let after: string | null = null; seen.length < count && performance.now() < until; ) {
      const page = await read(after, randomInt(1, 101), restarts ? 0 : 1)
      seen.push(...page.events.map(({ event_id }) => String(event_id)))
      after = seen.at(-1) ?? null
      if (page.events.length === 0) await turn()
    }
    return seen
  }
}

it(`skips none of ${EVENTS} events and gives none twice, however late each commits`, async () => {
  const place = await seedDocument(db, server)
  const written: string[] = []
  let left = EVENTS

  async function write(): Promise<void> {
    while (left > 0) {
      const batch = Math.min(left, randomInt(1, 4))
      left -= batch
      const isLost = randomInt(20) === 0
      const ids: string[] = []
      await transaction(db, async (tx) => {
        const inside = { ...engine, db: tx as unknown as Db }
        // Some hold an id of a transaction long before they write, some long after.
        if (randomInt(4) === 0) await sql`select pg_current_xact_id()`.execute(tx)
        if (randomInt(8) === 0) await sql`select pg_sleep(${randomInt(40) / 1_000})`.execute(tx)
        for (let n = 0; n < batch; n++) {
          ids.push(
            await record(inside, place, 'signing_request.viewed', { occurred_at: server.clock.now().toISOString() }),
          )
        }
        if (randomInt(8) === 0) await sql`select pg_sleep(${randomInt(40) / 1_000})`.execute(tx)
        if (isLost) throw new Error('lost')
      }).catch((error: Error) => {
        if (error.message !== 'lost') throw error
        left += ids.length
        ids.length = 0
      })
      written.push(...ids)
    }
  }

  const follow = await reader(place.workspaceId)
  const following = [follow(EVENTS, false), follow(EVENTS, true), follow(EVENTS, true)]
  await Promise.all(Array.from({ length: WRITERS }, write))
  const [first, ...others] = await Promise.all(following)
  expect(written).toHaveLength(EVENTS)
  expect(first!.toSorted()).toEqual(written.toSorted())
  // All see one order, also whoever reads when all is over.
  for (const other of [...others, await follow(EVENTS, true)]) expect(other).toEqual(first)
})

it('keeps the order of what depends on each other, whichever transaction began first', async () => {
  const place = await seedDocument(db, server)
  const at = { occurred_at: server.clock.now().toISOString() }
  const order: string[] = []
  for (let round = 0; round < 20; round++) {
    await transaction(db, async (early) => {
      await sql`select pg_current_xact_id()`.execute(early)
      order.push(await record(engine, place, 'signing_request.viewed', at))
      order.push(await record({ ...engine, db: early as unknown as Db }, place, 'signing_request.viewed', at))
    })
  }
  expect(await (await reader(place.workspaceId))(order.length, false)).toEqual(order)
})

it('goes on after the events were moved to another Postgres, whose transactions count from the start', async () => {
  const place = await seedDocument(db, server)
  const at = { occurred_at: server.clock.now().toISOString() }
  const order = [await record(engine, place, 'signing_request.viewed', at)]
  order.push(await record(engine, place, 'signing_request.viewed', at))
  await sql`update events set position = position + 1000000000000 where workspace_id = ${place.workspaceId}`.execute(db)
  await migrate(db)
  order.push(await record(engine, place, 'signing_request.viewed', at))
  expect(await (await reader(place.workspaceId))(order.length, false)).toEqual(order)
})
