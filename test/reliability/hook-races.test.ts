import { beforeEach, describe, expect, it } from 'vitest'
import { type Tx, transaction } from '../../server/db/database.ts'
import { startDelivery } from '../../server/delivery/index.ts'
import { LEASE_MS } from '../../server/domain/deliveries/queue.ts'
import { releaseHeld } from '../../server/domain/events/record.ts'
import { record } from '../support/engine.ts'
import { send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { waitForLock } from '../support/locks.ts'
import { answer, type Behaviour, ok, type Receiver } from '../support/receiver.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useReceiver } from '../support/use-server.ts'

let server: TestServer
let receiver: Receiver
let key: TestKey
let hooks: ReturnType<typeof hooksOf>
/** Number of deliveries of earlier tests. */
let seen = 0

useReceiver((started) => {
  ;({ server, receiver } = started)
})
beforeEach(async () => {
  seen = receiver.deliveries.length
  // Removes what earlier tests have left.
  receiver.secrets.clear()
  receiver.answer(ok)
  key = await server.key({ workspaceId: (await server.workspace()).id })
  hooks = hooksOf(server, key)
})

const sendOne = () => send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })

const delivered = () => receiver.deliveries.slice(seen).map(({ path, event }) => [path, event.event])

/** Locks rows of a hook while `during` runs; it gets `waitForLock`. */
async function holding(
  hookId: string,
  lock: (tx: Tx, hookId: string) => Promise<unknown>,
  during: (blocked: (statement: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const holder = await server.ctx.db.startTransaction().execute()
  try {
    await lock(holder as unknown as Tx, hookId)
    await during((statement) => waitForLock(server.ctx.db, { statement }))
  } finally {
    await holder.commit().execute()
  }
}

const remove = (tx: Tx, id: string) => tx.deleteFrom('hooks').where('id', '=', id).execute()
const lockQueued = (tx: Tx, hookId: string) =>
  tx.selectFrom('delivery_queue').select('delivery_id').where('hook_id', '=', hookId).forUpdate().execute()

it('an event reaches the hook that replaces one while the recording waits for another hook that is being deleted', async () => {
  const other = await hooks.subscribe(receiver, '/other')
  await hooks.subscribe(receiver, '/replaced')
  let sending: Promise<unknown> | undefined
  await holding(other.id, remove, async (blocked) => {
    sending = sendOne()
    await blocked('%for key share%')
    await hooks.subscribe(receiver, '/replaced')
  })
  await sending
  await server.work()
  expect(delivered()).toEqual([['/replaced', 'signing_request.sent']])
})

/** A receiver that answers 500 on demand. */
function slow(): { behaviour: Behaviour; finish(): void } {
  let finish = () => {}
  const behaviour: Behaviour = (response, request) => {
    finish = () => answer(500)(response, request)
  }
  return { behaviour, finish: () => finish() }
}

describe('a hook that is replaced during a delivery to it', () => {
  it('passes on, after the attempt, a redelivery of an event that was still being retried', async () => {
    const first = await hooks.subscribe(receiver, '/slow')
    const { behaviour, finish } = slow()
    receiver.answer(answer(500), behaviour)
    await sendOne()
    await server.work()
    const [waiting] = await hooks.log(first.id)
    const redelivery = hooks.redeliver(first.id, waiting!.id)
    await receiver.received(seen + 2)
    const second = await hooks.subscribe(receiver, '/slow')
    expect(await hooks.log(first.id)).toMatchObject([{ id: waiting!.id, status: 'pending' }])
    finish()
    expect((await redelivery).body).toMatchObject({ status: 'pending', response_status: 500 })
    expect(await hooks.log(first.id)).toEqual([])
    const { event_id, next_retry_at } = waiting!
    expect(await hooks.log(second.id)).toMatchObject([{ id: waiting!.id, event_id, next_retry_at, attempts: 2 }])
  })

  it('never passes on a ping, not even one whose sender died long ago', async () => {
    const first = await hooks.subscribe(receiver, '/slow')
    const { behaviour, finish } = slow()
    receiver.answer(behaviour, ok)
    const ping = hooks.ping(first.id)
    await receiver.received(seen + 1)
    server.clock.advance(LEASE_MS)
    const second = await hooks.subscribe(receiver, '/slow')
    await server.work()
    finish()
    await ping
    expect(await hooks.log(first.id)).toMatchObject([{ event: 'ping', status: 'giving_up' }])
    expect(await hooks.log(second.id)).toEqual([])
    expect(delivered()).toHaveLength(1)
  })
})

it('no event is lost or sent twice while its hook is replaced again and again under load', async () => {
  const place = { workspaceId: key.workspaceId, documentId: (await sendOne()).documentId }
  const url = `${receiver.url}/restless`
  const accepted = new Set<string>()
  let refusing = true
  let requests = 0
  receiver.answer((response, request) => {
    requests += 1
    const refused = refusing && requests % 3 === 0
    if (!refused) accepted.add(String(request.headers['x-service-event-id']))
    response.writeHead(refused ? 500 : 200).end()
  })
  await hooks.create({ target_url: url })
  const engine = startDelivery(server.ctx)
  const recorded: string[] = []
  const recording = Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let n = 0; n < 20; n++) {
        const occurred_at = server.clock.now().toISOString()
        recorded.push(await record(server.ctx, place, 'signing_request.viewed', { occurred_at }))
      }
    }),
  )
  for (let n = 0; n < 12; n++) {
    const payload = n % 2 === 0 ? 'minimal' : 'full'
    expect((await hooks.create({ target_url: url, payload })).status).toBe(200)
  }
  await recording
  refusing = false
  const pending = () =>
    server.ctx.db
      .selectFrom('deliveries')
      .select('id')
      .where('workspace_id', '=', key.workspaceId)
      .where('status', '=', 'pending')
      .execute()
  const left = () => {
    server.clock.advance(60_000)
    server.ctx.deliveries.wake()
    return pending()
  }
  await expect.poll(left).toEqual([])
  await engine.stop()
  const deliveries = await server.ctx.db
    .selectFrom('deliveries')
    .select(['event_id', 'status'])
    .where('event_id', 'in', recorded)
    .execute()
  expect(deliveries.map(({ event_id }) => event_id).sort()).toEqual([...recorded].sort())
  expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['success']))
  expect(recorded.filter((id) => !accepted.has(id))).toEqual([])
})

it('a delivery that is held for the outcome of an invitation is not redelivered before it is released', async () => {
  const { id } = await hooks.subscribe(receiver, '/held')
  const { documentId } = await sendOne()
  await server.work()
  const place = { workspaceId: key.workspaceId, documentId }
  const occurred_at = server.clock.now().toISOString()
  const own = {
    locale: 'en',
    channel: 'email' as const,
    source: 'sequential_release' as const,
    occurred_at,
    emailed: false,
  }
  const heldUntil = new Date(server.clock.now().getTime() + 15_000)
  const eventId = await record(server.ctx, place, 'signing_request.sent', own, { heldUntil })
  const [held] = await hooks.log(id)
  expect(await hooks.redeliver(id, held!.id)).toMatchObject({ status: 409, body: { code: 'delivery_in_progress' } })
  await transaction(server.ctx.db, (tx) => releaseHeld(server.ctx, tx, eventId, { emailed: true }))
  expect(await hooks.redeliver(id, held!.id)).toMatchObject({ status: 200, body: { status: 'success' } })
  expect(receiver.deliveries.slice(seen).map(({ event }) => event.emailed)).toEqual([undefined, true])
})

describe('a hook that is deleted just before a delivery to it', () => {
  it('is not found by a ping', async () => {
    const { id } = await hooks.subscribe(receiver, '/deleted')
    let ping: ReturnType<typeof hooks.ping> | undefined
    await holding(id, remove, async (blocked) => {
      ping = hooks.ping(id)
      await blocked('%for key share%')
    })
    expect(await ping).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(delivered()).toEqual([])
  })

  /** A hook to which one delivery has failed. */
  async function failing() {
    const { id } = await hooks.subscribe(receiver, '/going')
    receiver.answer(answer(500))
    await sendOne()
    await server.work()
    const [delivery] = await hooks.log(id)
    return { id, redeliver: () => hooks.redeliver(id, delivery!.id) }
  }

  it('is not found by a redelivery', async () => {
    const { id, redeliver } = await failing()
    let redelivery: ReturnType<typeof redeliver> | undefined
    await holding(id, remove, async (blocked) => {
      redelivery = redeliver()
      await blocked('%for key share%')
    })
    expect(await redelivery).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(delivered()).toHaveLength(1)
  })

  it('is off for a redelivery while its log is being deleted', async () => {
    const { id, redeliver } = await failing()
    let deleting: Promise<unknown> | undefined
    await holding(id, lockQueued, async (blocked) => {
      deleting = hooks.remove(id)
      await blocked('delete from delivery_queue%')
      expect(await redeliver()).toMatchObject({ status: 409, body: { code: 'hook_disabled' } })
    })
    await deleting
    expect(await redeliver()).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(delivered()).toHaveLength(1)
  })

  it('is replaced for a redelivery', async () => {
    const { id, redeliver } = await failing()
    let replacing: Promise<unknown> | undefined
    let redelivery: ReturnType<typeof redeliver> | undefined
    await holding(id, lockQueued, async (blocked) => {
      replacing = hooks.subscribe(receiver, '/going')
      await blocked('%order by seq limit%for update%')
      redelivery = redeliver()
      await blocked('select "next_attempt_at"%for update%')
    })
    await replacing
    expect(await redelivery).toMatchObject({ status: 409, body: { code: 'hook_disabled' } })
    expect(delivered()).toHaveLength(1)
  })
})
