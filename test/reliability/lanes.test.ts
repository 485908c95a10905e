import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import { startDelivery } from '../../server/delivery/index.ts'
import { Lanes } from '../../server/delivery/lanes.ts'
import type { Claim } from '../../server/domain/deliveries/queue.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { startNameServer } from '../support/dns.ts'
import { callbackHook, engineContext, record, seedDocument, workspaceHook } from '../support/engine.ts'
import * as receivers from '../support/receiver.ts'

const claim = (workspace_id: string, hook_id: string = randomUUID()) => ({ workspace_id, hook_id }) as Claim

describe('how many attempts run at a time', () => {
  test('a hook: four at a time, in either lane', () => {
    const lanes = new Lanes()
    expect(lanes.shared('fast')).toMatchObject({ slots: 600, perHook: 4 })
    expect(lanes.shared('slow')).toMatchObject({ slots: 150, perHook: 4 })
  })

  test('a workspace: a quarter of a lane, and of the idle slots as many as leave a quarter free', () => {
    const lanes = new Lanes()
    for (let i = 0; i < 150; i++) lanes.enter(claim('one'), 'fast')
    expect(lanes.shared('fast')).toMatchObject({ slots: 450, perWorkspace: 150 })
    expect(lanes.shared('fast').workspaces.get('one')).toBe(150)
    expect(lanes.spare('fast')?.slots).toBe(300)
    for (let i = 0; i < 300; i++) lanes.enter(claim('one'), 'fast')
    expect(lanes.spare('fast')).toBeNull()
    expect(lanes.shared('fast').slots).toBe(150)
  })

  test('a slow attempt uses no slot of either lane, up to an overall limit', () => {
    const lanes = new Lanes()
    for (let i = 0; i < 2; i++) {
      const entered = Array.from({ length: 600 }, () => lanes.enter(claim('one'), 'fast'))
      expect(lanes.room('fast')).toBe(0)
      for (const running of entered) lanes.releaseSlot(running)
    }
    expect(lanes.room('slow')).toBe(150)
    expect(lanes.room('fast')).toBe(300)
  })

  test('everything is free again at the end', () => {
    const lanes = new Lanes()
    const running = [lanes.enter(claim('one'), 'fast'), lanes.enter(claim('two'), 'slow')]
    lanes.releaseSlot(running[0]!)
    for (const one of running) lanes.leave(one)
    expect(lanes.running).toBe(0)
    expect(lanes.shared('fast')).toMatchObject({ slots: 600, hooks: new Map(), workspaces: new Map() })
    expect(lanes.shared('slow')).toMatchObject({ slots: 150, hooks: new Map(), workspaces: new Map() })
  })
})

describe('how many attempts a hook may have at a time', () => {
  const quick = { status: 200, latencyMs: 200 }
  /** Runs this many attempts together; returns how many the hook may have next. */
  const round = (lanes: Lanes, attempts: number, result: { status: number | null; latencyMs: number }) => {
    const running = Array.from({ length: attempts }, () => lanes.enter(claim('one', 'hook'), 'fast'))
    for (const one of running) lanes.leave(one, result)
    return lanes.shared('fast').limits.get('hook')
  }
  /** Lanes with one attempt still in progress: an idle hook would start over. */
  const busy = () => {
    const lanes = new Lanes()
    lanes.enter(claim('one', 'hook'), 'fast')
    return lanes
  }

  test('doubles from round to round while it answers quickly and well, up to 64', () => {
    const lanes = busy()
    const rounds = [3, 7, 15, 31, 63, 63].map((attempts) => round(lanes, attempts, quick))
    expect(rounds).toEqual([7, 14, 29, 60, 64, 64])
  })

  test.each([
    ['an error', { status: 500, latencyMs: 900 }, 32],
    ['no response', { status: null, latencyMs: 900 }, 32],
    ['a slow response', { status: 200, latencyMs: 1_000 }, 32],
    ['a response that is neither quick nor slow', { status: 200, latencyMs: 700 }, 64],
  ])('after %s', (_, result, expected) => {
    const lanes = busy()
    for (let n = 0; n < 4; n++) round(lanes, 63, quick)
    expect(round(lanes, 40, result)).toBe(expected)
  })

  test('never less than four, and four in the slow lane', () => {
    const lanes = busy()
    round(lanes, 63, quick)
    expect(lanes.shared('slow')).toMatchObject({ perHook: 4, limits: new Map() })
    for (let n = 0; n < 8; n++) round(lanes, 1, { status: 503, latencyMs: 0 })
    expect(lanes.shared('fast').limits.get('hook')).toBe(4)
  })

  test('does not grow beyond twice what is used, and starts over when idle', () => {
    const lanes = busy()
    for (let n = 0; n < 50; n++) round(lanes, 2, quick)
    expect(lanes.shared('fast').limits.get('hook')).toBe(7)
    const idle = new Lanes()
    round(idle, 64, quick)
    expect(idle.shared('fast').limits).toEqual(new Map())
  })
})

const HOSTILE: Record<string, receivers.Behaviour> = {
  endlessBody: receivers.endlessBody,
  drip: receivers.drip,
  gzipBomb: receivers.gzipBomb,
  closeAfterAnswer: receivers.closeAfterAnswer,
  nuls: receivers.answer(500, 'a\0'.repeat(3_000)),
  brokenUtf8: receivers.answer(500, Buffer.alloc(3_000, 0xe2)),
  hugeHeaders: receivers.hugeHeaders,
  dripHeaders: receivers.dripHeaders,
  closeSocket: receivers.closeSocket,
  nonsense: receivers.nonsense,
}

describe('a healthy hook', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  test('is served while 300 others of its workspace never answer, even before any of them times out', async () => {
    const ctx = await engineContext(database.db, systemClock)
    const place = await seedDocument(database.db, { clock: systemClock })
    const own = { occurred_at: systemClock.now().toISOString() }
    const dead = await receivers.startReceiver()
    dead.answer(receivers.hang)
    for (let i = 0; i < 300; i++) await workspaceHook(ctx, place, `${dead.url}/${i}`)
    for (let i = 0; i < 5; i++) await record(ctx, place, 'signing_request.viewed', own)
    const healthy = await receivers.startReceiver()
    const { secret } = await workspaceHook(ctx, place, healthy.url)
    healthy.secrets.set('*', secret)
    for (let i = 0; i < 10; i++) await record(ctx, place, 'signing_request.viewed', own)

    // The slots of the fast lane cannot hold four attempts of each: only moving to the slow lane frees them.
    const engine = startDelivery(ctx, { timeoutMs: 120_000 })
    await healthy.received(10)
    const ended = await database.db.selectFrom('deliveries').select('id').where('attempts', '>', 0).execute()
    expect(ended.length).toBeLessThanOrEqual(10)
    await dead.close()
    await engine.stop()
    await healthy.close()
    await ctx.outbound.close()
    await database.db.deleteFrom('delivery_queue').execute()
    await database.db.deleteFrom('deliveries').execute()
  })

  test('that was slow before is served at once, not when the engine looks again', async () => {
    const ctx = await engineContext(database.db, systemClock)
    const receiver = await receivers.startReceiver()
    const engine = startDelivery(ctx, {})
    const startedAt = performance.now()
    for (let n = 1; n <= 6; n++) {
      const place = await seedDocument(database.db, { clock: systemClock })
      receiver.secrets.set(`/${n}`, await callbackHook(ctx, place, `${receiver.url}/${n}`))
      const slow = { slow_since: systemClock.now() }
      await database.db.updateTable('hooks').set(slow).where('document_id', '=', place.documentId).execute()
      await record(ctx, place, 'signing_request.viewed', { occurred_at: systemClock.now().toISOString() })
      await receiver.received(n)
    }
    const took = performance.now() - startedAt
    await engine.stop()
    await receiver.close()
    await ctx.outbound.close()
    await database.db.deleteFrom('deliveries').execute()
    // The engine looks by itself once a second.
    expect(took).toBeLessThan(3_000)
  })

  test('is served while the DNS lookups of eight others hang', async () => {
    const dns = await startNameServer()
    const ctx = await engineContext(database.db, systemClock, { dnsServers: [dns.address] })
    const place = await seedDocument(database.db, { clock: systemClock })
    for (let i = 0; i < 8; i++) {
      dns.names.set(`hangs-${i}.test`, 'silent')
      await workspaceHook(ctx, place, `https://hangs-${i}.test/`)
    }
    dns.names.set('healthy.test', ['127.0.0.1'])
    const healthy = await receivers.startReceiver()
    const { secret } = await workspaceHook(ctx, place, `http://healthy.test:${healthy.port}/`)
    healthy.secrets.set('*', secret)
    const own = { occurred_at: systemClock.now().toISOString() }
    for (let i = 0; i < 10; i++) await record(ctx, place, 'signing_request.viewed', own)

    const engine = startDelivery(ctx)
    await healthy.received(10)
    const ended = await database.db.selectFrom('deliveries').select('id').where('attempts', '>', 0).execute()
    expect(ended.length).toBeLessThanOrEqual(10)
    dns.answerSilent()
    await engine.stop()
    await healthy.close()
    await dns.close()
    await ctx.outbound.close()
    await database.db.deleteFrom('delivery_queue').execute()
    await database.db.deleteFrom('deliveries').execute()
  })

  test('is served alongside receivers that answer in every hostile way, none of which harms the engine', async () => {
    const ctx = await engineContext(database.db, systemClock)
    const place = await seedDocument(database.db, { clock: systemClock })
    const hostile = await Promise.all(
      Object.values(HOSTILE).map(async (behaviour) => {
        const receiver = await receivers.startReceiver()
        receiver.answer(behaviour)
        await workspaceHook(ctx, place, receiver.url)
        return receiver
      }),
    )
    const healthy = await receivers.startReceiver()
    const { secret } = await workspaceHook(ctx, place, healthy.url)
    healthy.secrets.set('*', secret)
    const own = { occurred_at: systemClock.now().toISOString() }
    for (let i = 0; i < 10; i++) await record(ctx, place, 'signing_request.viewed', own)

    const engine = startDelivery(ctx, { timeoutMs: 2_000 })
    await healthy.received(10)
    await expect.poll(() => hostile.every((one) => one.count() >= 10)).toBe(true)
    await record(ctx, place, 'signing_request.viewed', own)
    await healthy.received(11)
    await engine.stop()

    const ways = Object.keys(HOSTILE)
    const logs = await Promise.all(
      hostile.map(async (one, n) => {
        const rows = await database.db
          .selectFrom('deliveries')
          .innerJoin('hooks', 'hooks.id', 'deliveries.hook_id')
          .where('target_url', '=', one.url)
          .where('attempts', '>', 0)
          .select(['response_status', 'response_body'])
          .execute()
        expect(rows.every((row) => [...row.response_body].length <= 500)).toBe(true)
        return [ways[n], new Set(rows.map((row) => row.response_status))] as const
      }),
    )
    expect(Object.fromEntries(logs)).toEqual({
      endlessBody: new Set([200]),
      drip: new Set([200]),
      gzipBomb: new Set([200]),
      closeAfterAnswer: new Set([200]),
      nuls: new Set([500]),
      brokenUtf8: new Set([500]),
      hugeHeaders: new Set([null]),
      dripHeaders: new Set([null]),
      closeSocket: new Set([null]),
      nonsense: new Set([null]),
    })
    await Promise.all(hostile.map((one) => one.close()))
    await healthy.close()
    await ctx.outbound.close()
    await database.db.deleteFrom('delivery_queue').execute()
    await database.db.deleteFrom('deliveries').execute()
  })

  test('gets more and more attempts at a time while it answers quickly', async () => {
    const ctx = await engineContext(database.db, systemClock)
    const place = await seedDocument(database.db, { clock: systemClock })
    const receiver = await receivers.startReceiver()
    const { secret } = await workspaceHook(ctx, place, receiver.url)
    receiver.secrets.set('*', secret)
    let busy = 0
    let most = 0
    receiver.answer((response) => {
      busy += 1
      most = Math.max(most, busy)
      setTimeout(() => {
        busy -= 1
        response.end('ok')
      })
    })
    const own = { occurred_at: systemClock.now().toISOString() }
    const engine = startDelivery(ctx)
    const busier = async () => {
      await Promise.all(Array.from({ length: 40 }, () => record(ctx, place, 'signing_request.viewed', own)))
      return most
    }
    await expect.poll(busier).toBeGreaterThan(4)
    await engine.stop()
    expect(most).toBeLessThanOrEqual(64)
    await receiver.close()
    await ctx.outbound.close()
    await database.db.deleteFrom('delivery_queue').execute()
    await database.db.deleteFrom('deliveries').execute()
  })

  test('is not taken for slow because this process was too busy to read its response', async () => {
    const ctx = await engineContext(database.db, systemClock)
    const place = await seedDocument(database.db, { clock: systemClock })
    const receiver = await receivers.startReceiver()
    const { id, secret } = await workspaceHook(ctx, place, receiver.url)
    receiver.secrets.set('*', secret)
    receiver.answer((response) => {
      response.end('ok')
      const until = performance.now() + 1_500
      while (performance.now() < until);
    })
    const own = { occurred_at: systemClock.now().toISOString() }
    await record(ctx, place, 'signing_request.viewed', own)
    const engine = startDelivery(ctx)
    await receiver.received(1)
    await engine.stop()
    const hook = await database.db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(hook.slow_since).toBeNull()
    await receiver.close()
    await ctx.outbound.close()
  })

  test('returns from the slow lane with its first answer in time', async () => {
    const ctx = await engineContext(database.db, systemClock)
    const place = await seedDocument(database.db, { clock: systemClock })
    const receiver = await receivers.startReceiver()
    const { id, secret } = await workspaceHook(ctx, place, receiver.url)
    receiver.secrets.set('*', secret)
    await database.db.updateTable('hooks').set({ slow_since: systemClock.now() }).where('id', '=', id).execute()
    const own = { occurred_at: systemClock.now().toISOString() }
    await record(ctx, place, 'signing_request.viewed', own)
    const engine = startDelivery(ctx)
    await receiver.received(1)
    await engine.stop()
    const hook = await database.db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(hook.slow_since).toBeNull()
    await receiver.close()
    await ctx.outbound.close()
  })
})
