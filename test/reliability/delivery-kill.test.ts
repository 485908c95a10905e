import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import { LEASE_MS } from '../../server/domain/deliveries/queue.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type DeliveryProcess, startDeliveryProcess } from '../support/delivery-process.ts'
import { type EngineContext, engineContext, record, seedDocument, workspaceHook } from '../support/engine.ts'
import { isFullSize } from '../support/full-size.ts'
import * as receivers from '../support/receiver.ts'

/** `CHAOS=full` kills a process every 400 ms while 2,000 events are recorded; otherwise a shorter run. */
const FULL = isFullSize()
const KILLS = FULL ? 40 : 2
const EVENTS = FULL ? 2_000 : 100
const EVERY_MS = FULL ? 400 : 0
const PROCESSES = 3
const HOOKS = 20
const ANSWER_AFTER_MS = 20
/** Per kill: what the dead process had sent but not yet recorded. */
const DUPLICATES = 100

let database: TestDatabase
let ctx: EngineContext
let receiver: receivers.Receiver
let processes: DeliveryProcess[]

beforeAll(async () => {
  database = await testDatabase()
  ctx = await engineContext(database.db, systemClock)
  receiver = await receivers.startReceiver()
  receiver.answer((response) => void setTimeout(() => response.end('ok'), ANSWER_AFTER_MS))
  processes = Array.from({ length: PROCESSES }, () => startDeliveryProcess(database.url))
  await Promise.all(processes.map((one) => one.started))
})
afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()))
  await receiver.close()
  await ctx.outbound.close()
  await database.close()
})

/** Kills the process that has run longest and starts another. */
async function killOne(): Promise<void> {
  const victim = await Promise.any(processes.map((one) => one.started.then(() => one)))
  processes = [...processes.filter((one) => one !== victim), startDeliveryProcess(database.url)]
  await victim.kill()
}

test('no event is lost when processes are killed while delivering', async () => {
  const places = await Promise.all(Array.from({ length: HOOKS }, () => seedDocument(database.db, ctx)))
  for (const [n, place] of places.entries()) {
    const { secret } = await workspaceHook(ctx, place, `${receiver.url}/${n}`)
    receiver.secrets.set(`/${n}`, secret)
  }
  const recorded = new Set<string>()
  for (let kill = 0; kill < KILLS; kill++) {
    const before = receiver.deliveries.length
    const batch = Array.from({ length: EVENTS / KILLS }, async (_, n) => {
      const own = { occurred_at: systemClock.now().toISOString() }
      recorded.add(await record(ctx, places[n % HOOKS]!, 'signing_request.viewed', own))
    })
    await Promise.all([...batch, receiver.received(before + 1), delay(EVERY_MS)])
    await killOne()
  }

  // The leases of dead processes expire: those claimed before the last kill are moved into the past instead of waiting.
  const claimedUntil = new Date(systemClock.now().getTime() + LEASE_MS)
  await Promise.all(processes.map((one) => one.started))
  await sql`update delivery_queue set next_attempt_at = ${systemClock.now()}
    where claim_token is not null and next_attempt_at <= ${claimedUntil}`.execute(database.db)
  const unfinished = () =>
    database.db
      .selectFrom('deliveries')
      .select(['id', 'attempts', 'response_body'])
      .where('status', '<>', 'success')
      .limit(5)
      .execute()
  await expect.poll(unfinished, { interval: 250 }).toEqual([])

  const received = new Set(receiver.deliveries.map((one) => one.eventId))
  expect(received).toEqual(recorded)
  const duplicates = receiver.deliveries.length - received.size
  expect(duplicates).toBeLessThanOrEqual(DUPLICATES * KILLS)
  if (FULL)
    console.log(`${EVENTS} events, ${KILLS} kills: none lost, ${(duplicates / KILLS).toFixed(1)} twice per kill`)
})
