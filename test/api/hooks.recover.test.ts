import { expect, it } from 'vitest'
import { send } from '../support/flow.ts'
import type { hooksOf } from '../support/hooks.ts'
import { answer, hang, ok, type Receiver } from '../support/receiver.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useHooks } from '../support/use-server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
let receiver: Receiver
let key: TestKey
let hooks: ReturnType<typeof hooksOf>

useHooks((stage) => {
  ;({ server, receiver, key, hooks } = stage)
})

const event = () => send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })

/** All eight attempts, none of which succeeds. */
async function giveUp(): Promise<void> {
  receiver.answer(answer(500))
  for (let attempt = 0; attempt < 8; attempt++) {
    await server.work()
    server.clock.advance(DAY)
  }
}

it('gives deliveries given up since then one more attempt, and leaves the rest unchanged', async () => {
  const hook = await hooks.subscribe(receiver, '/a')
  await event()
  await giveUp()
  const since = server.clock.now().toISOString()
  for (let n = 0; n < 3; n++) await event()
  await giveUp()
  await event()
  await server.work()
  const before = await hooks.log(hook.id)
  expect(before.map(({ status }) => status)).toEqual(['pending', ...Array(4).fill('giving_up')])

  receiver.answer(ok)
  expect(await hooks.recover(hook.id, { since })).toMatchObject({ status: 200, body: { recovered: 3 } })
  const seen = receiver.deliveries.length
  await server.work()
  const after = await hooks.log(hook.id)
  expect(after.map(({ status }) => status)).toEqual(['pending', 'success', 'success', 'success', 'giving_up'])
  expect(after.map(({ attempts }) => attempts)).toEqual([1, 9, 9, 9, 8])
  expect([after[0], after[4]]).toEqual([before[0], before[4]])
  expect(receiver.deliveries.slice(seen).map(({ eventId }) => eventId)).toEqual(
    [3, 2, 1].map((n) => before[n]!.event_id),
  )
})

it('gives up again when the attempt fails, and can be repeated', async () => {
  const hook = await hooks.subscribe(receiver, '/a')
  await event()
  await giveUp()
  const since = new Date(0).toISOString()
  for (const attempts of [9, 10]) {
    expect((await hooks.recover(hook.id, { since })).body).toEqual({ recovered: 1 })
    expect(await hooks.log(hook.id)).toMatchObject([{ status: 'pending', completed_at: null }])
    await server.work()
    expect(await hooks.log(hook.id)).toMatchObject([{ status: 'giving_up', attempts }])
    server.clock.advance(2 * DAY)
    await server.work()
    expect(await hooks.log(hook.id)).toMatchObject([{ status: 'giving_up', attempts }])
  }
})

it('recovers more than the log shows, in the current payload mode, but no ping', async () => {
  const hook = await hooks.subscribe(receiver, '/a')
  receiver.answer(answer(500))
  await hooks.ping(hook.id)
  for (let n = 0; n < 3; n++) await event()
  await giveUp()
  // 110 more than the log shows.
  const rows = await server.ctx.db.selectFrom('deliveries').selectAll().where('hook_id', '=', hook.id).execute()
  const { id, seq, attempt_log, ...one } = rows.find((row) => row.event !== 'ping')!
  for (let n = 0; n < 110; n++) {
    const copy = {
      ...one,
      id: crypto.randomUUID(),
      event_id: `evt_${String(n).padStart(32, '0')}`,
      mode: 'full' as const,
    }
    await server.ctx.db.insertInto('deliveries').values(copy).execute()
  }
  // The end of the attempt trims the log.
  await hooks.ping(hook.id)
  receiver.answer(ok)
  expect((await hooks.recover(hook.id, { since: new Date(0).toISOString() })).body).toEqual({ recovered: 113 })
})

it('reports what is wrong with a call', async () => {
  const hook = await hooks.subscribe(receiver, '/a')
  const since = '2026-10-12T09:00:00Z'
  for (const body of [{}, { since: 'yesterday' }, { since: 1 }, { since: '2026-10-12' }, []]) {
    expect(await hooks.recover(hook.id, body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  }
  expect(await hooks.recover(crypto.randomUUID(), { since })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  expect((await hooks.recover(hook.id, { since: '2026-10-12T09:00:00+02:00' })).body).toEqual({ recovered: 0 })
  await hooks.subscribe(receiver, '/a')
  expect(await hooks.recover(hook.id, { since })).toMatchObject({ status: 409, body: { code: 'hook_disabled' } })
  const old = (await hooks.create({ target_url: 'https://127.0.0.1/old' })).body
  await server.ctx.db.updateTable('hooks').set({ target_url: 'http://example.com/' }).where('id', '=', old.id).execute()
  expect(await hooks.recover(old.id, { since })).toMatchObject({ status: 409, body: { code: 'https_required' } })
})

it('neither recovery nor a refused redelivery counts towards the limit per minute', async () => {
  const hook = await hooks.subscribe(receiver, '/a')
  const { body } = await hooks.ping(hook.id)
  receiver.answer(hang)
  const running = hooks.redeliver(hook.id, body.delivery_id)
  await receiver.received(2)
  // All at once: on a slow machine the attempt would have ended before the last of them.
  const times = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 12 }, call))
  const [refusals, recoveries] = await Promise.all([
    times(() => hooks.redeliver(hook.id, body.delivery_id)),
    times(() => hooks.recover(hook.id, { since: '2026-10-12T09:00:00Z' })),
  ])
  expect(new Set(refusals.map((one) => one.body.code))).toEqual(new Set(['delivery_in_progress']))
  expect(new Set(recoveries.map(({ status }) => status))).toEqual(new Set([200]))
  receiver.answer(ok)
  receiver.hangUp()
  await running
  for (let n = 0; n < 8; n++) expect((await hooks.redeliver(hook.id, body.delivery_id)).status).toBe(200)
  const refused = await hooks.redeliver(hook.id, body.delivery_id)
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '60'])
  // The delivery is not locked after a refusal.
  server.clock.advance(60_000)
  expect((await hooks.redeliver(hook.id, body.delivery_id)).status).toBe(200)
})
