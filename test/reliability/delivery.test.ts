import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, transaction } from '../../server/db/database.ts'
import { deliverDue, startDelivery } from '../../server/delivery/index.ts'
import { addDeliveries } from '../../server/domain/deliveries/add.ts'
import { outcomeOf } from '../../server/domain/deliveries/outcome.ts'
import { claim as claimDue, LEASE_MS, makeReady, settle } from '../../server/domain/deliveries/queue.ts'
import { releaseHeld } from '../../server/domain/events/record.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import {
  callbackHook,
  type EngineContext,
  engineContext,
  record,
  seedDocument,
  workspaceHook,
} from '../support/engine.ts'
import * as receivers from '../support/receiver.ts'

let database: TestDatabase
let clock: TestClock
let ctx: EngineContext
let place: { workspaceId: string; documentId: string }
let receiver: receivers.Receiver

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  clock = testClock(new Date('2026-10-12T09:00:00Z'))
  ctx = await engineContext(database.db, clock)
  place = await seedDocument(database.db, { clock, metadata: { order: '7731' } })
  receiver = await receivers.startReceiver({ clock })
})
afterEach(async () => {
  await ctx.outbound.close()
  await receiver.close()
  await database.db.deleteFrom('delivery_queue').execute()
  await database.db.deleteFrom('deliveries').execute()
})

const viewed = () => ({ occurred_at: clock.now().toISOString() })
const rows = () => database.db.selectFrom('deliveries').selectAll().orderBy('seq').execute()
const row = async () => (await rows())[0]!
const MINUTE = 60_000

/** A document hook of the receiver, whose deliveries it verifies. */
async function hook(path = '/'): Promise<string> {
  const secret = await callbackHook(ctx, place, `${receiver.url}${path}`)
  receiver.secrets.set(path, secret)
  return secret
}

describe('the schedule', () => {
  test('eight attempts in 45 hours, each newly signed, then given up', async () => {
    await hook()
    const eventId = await record(ctx, place, 'signing_request.viewed', viewed())
    receiver.answer(receivers.answer(500, 'not today'))
    const start = clock.now().getTime()
    const gaps = [0, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400]
    for (const [attempt, gap] of gaps.entries()) {
      if (gap > 0) {
        clock.advance(gap * 1_000 - 1)
        expect(await deliverDue(ctx)).toBe(0)
        clock.advance(1)
      }
      expect(await deliverDue(ctx)).toBe(1)
      const next = gaps[attempt + 1]
      expect(await row()).toMatchObject({
        attempts: attempt + 1,
        status: next === undefined ? 'giving_up' : 'pending',
        response_status: 500,
        response_body: 'not today',
        next_retry_at: next === undefined ? null : new Date(clock.now().getTime() + next * 1_000),
        completed_at: next === undefined ? clock.now() : null,
      })
    }
    clock.advance(365 * 24 * 60 * MINUTE)
    expect(await deliverDue(ctx)).toBe(0)
    expect(receiver.count()).toBe(8)

    expect(receiver.deliveries.map((one) => one.t * 1_000 - start)).toEqual(
      gaps.map((_, i) => gaps.slice(0, i + 1).reduce((sum, gap) => sum + gap) * 1_000),
    )
    expect(new Set(receiver.deliveries.map((one) => one.body)).size).toBe(1)
    expect(new Set(receiver.deliveries.map((one) => one.eventId))).toEqual(new Set([eventId]))
  })

  test('a hook is never disabled for failing', async () => {
    await hook()
    receiver.answer(receivers.answer(410))
    for (let event = 0; event < 3; event++) {
      await record(ctx, place, 'signing_request.viewed', viewed())
      for (let attempt = 0; attempt < 8; attempt++) {
        await deliverDue(ctx)
        clock.advance(24 * 60 * MINUTE)
      }
    }
    expect((await rows()).map((one) => [one.status, one.attempts])).toEqual(Array(3).fill(['giving_up', 8]))
    receiver.answer(receivers.ok)
    await record(ctx, place, 'signing_request.viewed', viewed())
    await deliverDue(ctx)
    expect((await rows()).at(-1)).toMatchObject({ status: 'success', attempts: 1 })
  })

  test('counts from the end of an attempt, and any 2xx ends it', async () => {
    await hook()
    await record(ctx, place, 'signing_request.viewed', viewed())
    receiver.answer(
      (response) => {
        clock.advance(7_000)
        response.writeHead(503).end()
      },
      receivers.answer(299, 'fine'),
    )
    await deliverDue(ctx)
    expect((await row()).next_retry_at).toEqual(new Date(clock.now().getTime() + MINUTE))
    clock.advance(MINUTE)
    await deliverDue(ctx)
    expect(await row()).toMatchObject({
      status: 'success',
      attempts: 2,
      response_status: 299,
      response_body: 'fine',
      next_retry_at: null,
      completed_at: clock.now(),
    })
  })

  test('a ping is attempted once', async () => {
    const { id, secret } = await workspaceHook(ctx, place, `${receiver.url}/ping`)
    receiver.secrets.set('/ping', secret)
    const event_id = `evt_${'0'.repeat(32)}`
    const ping = {
      hook_id: id,
      workspace_id: place.workspaceId,
      event_id,
      event: 'ping',
      once: true,
      mode: 'full' as const,
      created_at: clock.now(),
      body: JSON.stringify({ event: 'ping', event_id, created_at: clock.now() }),
    }
    await addDeliveries(database.db, [ping], { at: clock.now(), ready: true })
    receiver.answer(receivers.answer(500))
    await deliverDue(ctx)
    expect(await row()).toMatchObject({ status: 'giving_up', attempts: 1, next_retry_at: null })
  })
})

describe('recording', () => {
  test('a rollback undoes the event and its deliveries', async () => {
    await hook()
    const undone = transaction(ctx.db, async (tx) => {
      await record({ ...ctx, db: tx as unknown as EngineContext['db'] }, place, 'signing_request.viewed', viewed())
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow()
    expect(await rows()).toEqual([])
  })

  test('each subscribed hook gets one delivery, signed with its own secret', async () => {
    const other = await seedDocument(database.db, { clock })
    const elsewhere = await seedDocument(database.db, { clock })
    const subscribe = async (path: string, options = {}) => {
      const { secret } = await workspaceHook(ctx, place, `${receiver.url}${path}`, options)
      receiver.secrets.set(path, secret)
    }
    await hook('/document')
    await subscribe('/all')
    await subscribe('/viewed', { events: ['signing_request.viewed', 'document.completed'] })
    await subscribe('/minimal', { payload: 'minimal' })
    await subscribe('/signed', { events: ['signing_request.signed'] })
    await subscribe('/off', { enabled: false })
    await callbackHook(ctx, { ...place, documentId: other.documentId }, `${receiver.url}/other-document`)
    await workspaceHook(ctx, elsewhere, `${receiver.url}/other-workspace`)
    await record(ctx, place, 'signing_request.viewed', viewed())
    await deliverDue(ctx)
    expect(receiver.deliveries.map((one) => one.path)).toEqual(['/document', '/all', '/viewed', '/minimal'])
    expect(new Set(receiver.deliveries.map((one) => one.eventId)).size).toBe(1)
    expect(receiver.deliveries.map((one) => one.userAgent)).toEqual([
      'service-webhooks/1.0',
      'service-webhooks/1.0',
      'service-webhooks/1.0',
      'service-webhooks-minimal/1',
    ])
  })

  test('characters that Postgres cannot store in JSON do not stop an event', async () => {
    await hook()
    await record(ctx, place, 'signing_request.declined', { ...viewed(), reason: 'no\0 \ud800 way' })
    await deliverDue(ctx)
    expect(receiver.deliveries[0]?.event.reason).toBe('no \ufffd way')
  })
})

describe('held deliveries', () => {
  const held = () => ({ heldUntil: new Date(clock.now().getTime() + 15_000) })
  const recordRelease = async () => {
    const hold = held()
    const own = {
      locale: 'en',
      channel: 'email' as const,
      source: 'sequential_release' as const,
      occurred_at: clock.now().toISOString(),
      emailed: false,
    }
    const sent = await record(ctx, place, 'signing_request.sent', own, hold)
    await record(ctx, place, 'signing_request.signed', { sha256: '0'.repeat(64) }, hold)
    return sent
  }
  const release = (eventId: string, emailed: boolean) =>
    transaction(ctx.db, (tx) => releaseHeld(ctx, tx, eventId, { emailed }))
  const delivered = () => receiver.deliveries.map(({ event }) => [event.event, event.emailed])

  test('wait for the outcome and are sent in the order of recording', async () => {
    await hook('/a')
    await hook('/b')
    const eventId = await recordRelease()
    expect(await deliverDue(ctx)).toBe(0)
    await release(eventId, true)
    await deliverDue(ctx)
    expect(receiver.deliveries.map((one) => [one.path, one.event.event, one.event.emailed])).toEqual([
      ['/a', 'signing_request.sent', true],
      ['/b', 'signing_request.sent', true],
      ['/a', 'signing_request.signed', undefined],
      ['/b', 'signing_request.signed', undefined],
    ])
    await release(eventId, false)
    expect(await deliverDue(ctx)).toBe(0)
  })

  test('are sent unchanged when no outcome comes', async () => {
    await hook()
    const eventId = await recordRelease()
    clock.advance(15_000)
    receiver.answer(receivers.answer(500))
    await deliverDue(ctx)
    expect(delivered()).toEqual([
      ['signing_request.sent', false],
      ['signing_request.signed', undefined],
    ])
    await release(eventId, true)
    clock.advance(MINUTE)
    await deliverDue(ctx)
    expect(delivered().slice(2)).toEqual(delivered().slice(0, 2))
    const event = await database.db
      .selectFrom('events')
      .select('payload')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
    expect(event.payload.emailed).toBe(false)
  })

  test('without any hook the outcome is still written into the event', async () => {
    const eventId = await recordRelease()
    await release(eventId, true)
    const event = await database.db
      .selectFrom('events')
      .select('payload')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
    expect(event.payload.emailed).toBe(true)
  })
})

describe('claims', () => {
  const limits = {
    slots: 10,
    perHook: 10,
    limits: new Map(),
    perWorkspace: 10,
    hooks: new Map(),
    workspaces: new Map(),
    slow: false,
    after: null,
  }
  const claim = async () => {
    await makeReady(ctx.db, clock.now())
    return (await claimDue(ctx.db, { ...limits, now: clock.now() })).claims[0]
  }
  const answer = { status: 200, text: 'ok', latencyMs: 1, at: new Date(0), phase: 'response' as const }

  beforeEach(async () => {
    await hook()
    await record(ctx, place, 'signing_request.viewed', viewed())
  })

  test('a lost lease cannot complete', async () => {
    const first = (await claim())!
    expect(await claim()).toBeUndefined()
    clock.advance(LEASE_MS)
    const second = (await claim())!
    expect(await settle(ctx.db, [outcomeOf(first, answer, clock.now())])).toBe(0)
    expect(await row()).toMatchObject({ status: 'pending', attempts: 0 })
    expect(await settle(ctx.db, [outcomeOf(second, answer, clock.now())])).toBe(1)
    expect(await settle(ctx.db, [outcomeOf(second, answer, clock.now())])).toBe(0)
    expect(await row()).toMatchObject({ status: 'success', attempts: 1 })
  })

  test('a crash costs no attempt and half a minute; the log shows the schedule, not the lease', async () => {
    receiver.answer(receivers.answer(500), receivers.ok)
    await deliverDue(ctx)
    const { next_retry_at } = await row()
    clock.advance(MINUTE)
    await claim()
    expect(await row()).toMatchObject({ attempts: 1, next_retry_at })
    expect(await deliverDue(ctx)).toBe(0)
    clock.advance(LEASE_MS)
    expect(await deliverDue(ctx)).toBe(1)
    expect(await row()).toMatchObject({ status: 'success', attempts: 2 })
  })

  test('three crashes in a row count as an attempt, so a delivery that kills its sender is eventually given up', async () => {
    for (let i = 0; i < 3; i++) {
      await claim()
      clock.advance(LEASE_MS)
    }
    await deliverDue(ctx)
    expect(receiver.count()).toBe(0)
    expect(await row()).toMatchObject({
      status: 'pending',
      attempts: 1,
      response_status: null,
      response_body: 'network: the attempt was cut off',
      next_retry_at: new Date(clock.now().getTime() + MINUTE),
    })
    clock.advance(MINUTE)
    await deliverDue(ctx)
    expect(await row()).toMatchObject({ status: 'success', attempts: 2 })
  })

  test('racing claimers never get the same delivery', async () => {
    for (let i = 0; i < 99; i++) await record(ctx, place, 'signing_request.viewed', viewed())
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => claimDue(ctx.db, { ...limits, now: clock.now() })),
    )
    const ids = claims.flatMap((one) => one.claims).map((one) => one.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(0)
  })
})

describe('the log', () => {
  test('keeps the last 100 of a hook, and all that are still being retried', async () => {
    await hook()
    receiver.answer(...Array<receivers.Behaviour>(5).fill(receivers.answer(500)), receivers.ok)
    for (let i = 0; i < 130; i++) await record(ctx, place, 'signing_request.viewed', viewed())
    await deliverDue(ctx)
    const kept = await rows()
    expect(kept.filter((one) => one.status === 'pending').length).toBe(5)
    expect(kept.filter((one) => one.status === 'success').length).toBe(100)
    expect(kept.at(-1)?.seq).toBe(kept[5]!.seq + 99)
  })

  const ENDLESS = [receivers.drip, receivers.dripHeaders, receivers.hang]

  test.each<[string, receivers.Behaviour, object]>([
    [
      'a page of text',
      receivers.answer(400, 'é'.repeat(600)),
      { response_status: 400, response_body: 'é'.repeat(500) },
    ],
    ['emoji', receivers.answer(400, '🖊'.repeat(600)), { response_status: 400, response_body: '🖊'.repeat(500) }],
    ['nothing', receivers.answer(400), { response_status: 400, response_body: '' }],
    ['NULs', receivers.answer(400, 'a\0b\0\0c'), { response_status: 400, response_body: 'abc' }],
    [
      'broken UTF-8',
      receivers.answer(400, Buffer.from([0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x62])),
      { response_body: 'a\ufffd\ufffd(\ufffd\ufffd\ufffdb' },
    ],
    ['an endless body', receivers.endlessBody, { response_status: 200, status: 'success' }],
    [
      'a body in drops',
      receivers.drip,
      { response_status: 200, status: 'success', response_body: expect.stringMatching(/^drip\.+$/) },
    ],
    ['a gzip bomb', receivers.gzipBomb, { response_status: 200, status: 'success' }],
    [
      'headers of 1 MB',
      receivers.hugeHeaders,
      { response_status: null, response_body: 'network: answer headers over 16 KB' },
    ],
    [
      'headers in drops',
      receivers.dripHeaders,
      { response_status: null, response_body: 'network: no answer within 1 seconds' },
    ],
    ['no answer', receivers.hang, { response_status: null, response_body: 'network: no answer within 1 seconds' }],
    [
      'a closed socket',
      receivers.closeSocket,
      { response_status: null, response_body: 'network: connection closed before an answer' },
    ],
    ['another protocol', receivers.nonsense, { response_status: null, response_body: 'network: answer is not HTTP' }],
    [
      'a redirect',
      receivers.answer(307, 'moved', { location: 'https://example.com/next' }),
      { response_status: 307, response_body: 'redirect not followed: HTTP 307, Location: https://example.com/next' },
    ],
    [
      'a redirect to nowhere',
      receivers.answer(304),
      { response_status: 304, response_body: 'redirect not followed: HTTP 304, Location: (none)' },
    ],
  ])('shows a receiver that answers %s', async (_, behaviour, expected) => {
    await hook()
    await record(ctx, place, 'signing_request.viewed', viewed())
    receiver.answer(behaviour)
    await deliverDue(ctx, { timeoutMs: ENDLESS.includes(behaviour) ? 1_000 : undefined })
    expect(await row()).toMatchObject({ status: 'pending', attempts: 1, ...expected })
    expect((await row()).response_body.length).toBeLessThanOrEqual(1_000)
  })

  test('shows targets that may not be reached', async () => {
    await callbackHook(ctx, place, 'https://10.0.0.1/')
    await callbackHook(ctx, place, 'https://printer.local/')
    await callbackHook(ctx, place, 'http://8.8.8.8/')
    await record(ctx, place, 'signing_request.viewed', viewed())
    await deliverDue(ctx)
    expect((await rows()).map((one) => one.response_body)).toEqual([
      'network: address is not public',
      'network: address is not public',
      'network: https required',
    ])
  })
})

describe('the engine', () => {
  const settled = async (n: number) => {
    await receiver.received(n)
    await engine?.stop()
    engine = undefined
  }
  let engine: ReturnType<typeof startDelivery> | undefined
  afterEach(() => engine?.stop())

  test('two of them share the work: each event is sent once and every result is recorded', async () => {
    await hook()
    for (let i = 0; i < 200; i++) await record(ctx, place, 'signing_request.viewed', viewed())
    const second = startDelivery(ctx)
    engine = startDelivery(ctx)
    await receiver.received(200)
    await second.stop()
    await settled(200)
    expect(receiver.count()).toBe(200)
    expect(new Set(receiver.deliveries.map((one) => one.eventId)).size).toBe(200)
    expect((await rows()).every((one) => one.status === 'success' && one.attempts === 1)).toBe(true)
  })

  test('is notified of a commit in this process and in others', async () => {
    await hook()
    engine = startDelivery(ctx)
    await record(ctx, place, 'signing_request.viewed', viewed())
    await receiver.received(1)
    const elsewhere = await engineContext(database.db, clock)
    await record(elsewhere, place, 'signing_request.viewed', viewed())
    await settled(2)
    await elsewhere.outbound.close()
  })

  test('loses nothing when its connections are killed', async () => {
    await hook()
    const own = createDatabase({ url: `${database.url}?application_name=engine` })
    engine = startDelivery({ ...ctx, db: own })
    const ids = new Set<string>()
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 20; i++) ids.add(await record(ctx, place, 'signing_request.viewed', viewed()))
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'engine'`.execute(ctx.db)
    }
    // A claim whose result was lost is free again after its lease.
    let before = 0
    const received = () => {
      const { size } = new Set(receiver.deliveries.map((one) => one.eventId))
      if (size === before) clock.advance(LEASE_MS)
      before = size
      ctx.deliveries.wake()
      return size
    }
    await expect.poll(received).toBe(ids.size)
    await engine.stop()
    engine = undefined
    await own.destroy()
    clock.advance(LEASE_MS)
    await deliverDue(ctx)
    expect((await rows()).every((one) => one.status === 'success')).toBe(true)
  })
})
