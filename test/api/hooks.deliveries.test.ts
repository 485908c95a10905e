import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverDue } from '../../server/delivery/index.ts'
import { send } from '../support/flow.ts'
import { type HookBody, hooksOf } from '../support/hooks.ts'
import { answer, closeSocket, hang, ok, type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let server: TestServer
let receiver: Receiver
let key: TestKey
let hooks: ReturnType<typeof hooksOf>

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  receiver = await startReceiver({ clock: server.clock })
  key = await server.key({ workspaceId: (await server.workspace()).id })
  hooks = hooksOf(server, key)
})
afterEach(() => receiver.close())

/** Sends a document, so that `signing_request.sent` is delivered. */
async function event(): Promise<string> {
  const { documentId } = await send(server, key, {
    signers: [{ email: 'ada@example.com', role: 'tenant', reference: 'cust-17' }],
    send_emails: false,
    metadata: { order: '7731' },
  })
  return documentId
}

async function only(hook: Pick<HookBody, 'id'>) {
  const log = await hooks.log(hook.id)
  expect(log).toHaveLength(1)
  return log[0]!
}

describe('the delivery log', () => {
  it('shows the state of each delivery, and never the body that was sent', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    receiver.answer(answer(503, 'try later'))
    const documentId = await event()
    const created = server.clock.now().toISOString()
    expect(await only(hook)).toMatchObject({ status: 'pending', attempts: 0, response_body: '', next_retry_at: null })
    await server.work()
    expect(await only(hook)).toEqual({
      id: expect.any(String),
      event: 'signing_request.sent',
      event_id: receiver.deliveries[0]!.eventId,
      document_id: documentId,
      attempts: 1,
      response_status: 503,
      response_body: 'try later',
      latency_ms: expect.any(Number),
      attempt_log: [{ at: created, phase: 'response', status: 503, note: 'try later', latency_ms: expect.any(Number) }],
      status: 'pending',
      created_at: created,
      next_retry_at: new Date(server.clock.now().getTime() + MINUTE).toISOString(),
      completed_at: null,
    })
    receiver.answer(ok)
    server.clock.advance(MINUTE)
    await server.work()
    expect(await only(hook)).toMatchObject({
      status: 'success',
      attempts: 2,
      response_status: 200,
      next_retry_at: null,
      completed_at: server.clock.now().toISOString(),
    })
  })

  it('records a redirect and a missing answer', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    receiver.answer(answer(302, '', { location: 'https://elsewhere.example/' }), closeSocket)
    await event()
    await server.work()
    expect((await only(hook)).response_body).toBe(
      'redirect not followed: HTTP 302, Location: https://elsewhere.example/',
    )
    server.clock.advance(MINUTE)
    await server.work()
    expect(await only(hook)).toMatchObject({
      response_status: null,
      response_body: expect.stringMatching(/^network: /),
      attempts: 2,
    })
  })

  it('keeps the last 100, newest first', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    for (let n = 0; n < 105; n++) {
      if (n % 10 === 0) server.clock.advance(MINUTE)
      expect((await hooks.ping(hook.id)).status).toBe(200)
    }
    server.clock.advance(MINUTE)
    const log = await hooks.log(hook.id)
    expect(log).toHaveLength(100)
    expect(log[0]!.event_id).toBe(receiver.deliveries.at(-1)!.eventId)
    expect(
      await server.ctx.db.selectFrom('deliveries').select('id').where('hook_id', '=', hook.id).execute(),
    ).toHaveLength(100)
  })
})

describe('POST /hooks/{id}/test', () => {
  it('sends a signed ping whatever the hook subscribes to, and logs it', async () => {
    const hook = await hooks.subscribe(receiver, '/a', { events: ['document.completed'] })
    const { status, body } = await hooks.ping(hook.id)
    const [delivered] = receiver.deliveries
    expect([status, body]).toEqual([
      200,
      {
        delivery_id: expect.any(String),
        event_id: delivered!.eventId,
        status: 'success',
        response_status: 200,
        latency_ms: expect.any(Number),
      },
    ])
    expect(JSON.parse(delivered!.body)).toEqual({
      event: 'ping',
      event_id: delivered!.eventId,
      created_at: server.clock.now().toISOString(),
    })
    expect(await only(hook)).toMatchObject({ id: body.delivery_id, event: 'ping', document_id: null, attempts: 1 })
  })

  it('is the same for a minimal hook except for the user agent', async () => {
    const hook = await hooks.subscribe(receiver, '/a', { payload: 'minimal' })
    await hooks.ping(hook.id)
    expect(receiver.deliveries[0]!.userAgent).toBe('service-webhooks-minimal/1')
    expect(Object.keys(receiver.deliveries[0]!.event).sort()).toEqual(['created_at', 'event', 'event_id'])
  })

  it('is never retried, and can be redelivered once at a time', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    receiver.answer(answer(500))
    const { body } = await hooks.ping(hook.id)
    expect([body.status, body.response_status]).toEqual(['giving_up', 500])
    server.clock.advance(48 * HOUR)
    await server.work()
    expect(receiver.count()).toBe(1)
    const again = await hooks.redeliver(hook.id, body.delivery_id)
    expect([again.body.status, again.body.event_id]).toEqual(['giving_up', body.event_id])
    receiver.answer(ok)
    expect((await hooks.redeliver(hook.id, body.delivery_id)).body.status).toBe('success')
    expect(await only(hook)).toMatchObject({ attempts: 3, status: 'success' })
  })

  it('reports that no answer came', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    receiver.answer(closeSocket)
    expect((await hooks.ping(hook.id)).body).toMatchObject({ status: 'giving_up', response_status: null })
  })

  it('allows 10 a minute per hook, redeliveries included', async () => {
    const [a, b] = [await hooks.subscribe(receiver, '/a'), await hooks.subscribe(receiver, '/b')]
    const { body } = await hooks.ping(a.id)
    for (let n = 0; n < 9; n++) expect((await hooks.redeliver(a.id, body.delivery_id)).status).toBe(200)
    for (const refused of [await hooks.ping(a.id), await hooks.redeliver(a.id, body.delivery_id)]) {
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      expect(refused.headers.get('retry-after')).toBe('60')
      expect(refused.headers.get('ratelimit-limit')).toBeNull()
    }
    expect((await hooks.ping(b.id)).status).toBe(200)
    server.clock.advance(MINUTE)
    expect((await hooks.ping(a.id)).status).toBe(200)
  })

  it('refuses a hook that was replaced, and one that was registered over http before', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    const { body } = await hooks.ping(hook.id)
    await hooks.subscribe(receiver, '/a')
    for (const refused of [await hooks.ping(hook.id), await hooks.redeliver(hook.id, body.delivery_id)]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'hook_disabled'])
    }
    const old = (await hooks.create({ target_url: 'https://127.0.0.1/old' })).body
    const logged = randomUUID()
    const { db } = server.ctx
    await db.updateTable('hooks').set({ target_url: 'http://example.com/' }).where('id', '=', old.id).execute()
    const row = await db
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '=', body.delivery_id)
      .executeTakeFirstOrThrow()
    const { seq, attempt_log, ...copy } = { ...row, id: logged, hook_id: old.id, event_id: 'evt_old' }
    await db.insertInto('deliveries').values(copy).execute()
    for (const refused of [await hooks.ping(old.id), await hooks.redeliver(old.id, logged)]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'https_required'])
    }
  })
})

describe('redelivery', () => {
  it('sends the same event and bytes with a new signature, also of a delivered one', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    await event()
    await server.work()
    server.clock.advance(5_000)
    const { id } = await only(hook)
    expect((await hooks.redeliver(hook.id, id)).body).toMatchObject({ delivery_id: id, status: 'success' })
    const [first, second] = receiver.deliveries
    expect([second!.body, second!.eventId]).toEqual([first!.body, first!.eventId])
    expect(second!.t).toBe(first!.t + 5)
    receiver.answer(answer(500))
    expect((await hooks.redeliver(hook.id, id)).body.status).toBe('giving_up')
    server.clock.advance(48 * HOUR)
    await server.work()
    expect(receiver.count()).toBe(3)
  })

  it('leaves a delivery that is still being retried on its schedule when it fails', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    receiver.answer(answer(500))
    await event()
    await server.work()
    const before = await only(hook)
    server.clock.advance(30_000)
    expect((await hooks.redeliver(hook.id, before.id)).body.status).toBe('pending')
    expect(await only(hook)).toMatchObject({ attempts: 2, status: 'pending', next_retry_at: before.next_retry_at })
    server.clock.advance(30_000)
    await server.work()
    // The second attempt of the schedule: the third comes 5 minutes later, as scheduled.
    expect(await only(hook)).toMatchObject({
      attempts: 3,
      next_retry_at: new Date(server.clock.now().getTime() + 5 * MINUTE).toISOString(),
    })
    receiver.answer(ok)
    expect((await hooks.redeliver(hook.id, before.id)).body.status).toBe('success')
    server.clock.advance(48 * HOUR)
    await server.work()
    expect(receiver.count()).toBe(4)
  })

  it('finds only deliveries in the log of this hook', async () => {
    const [a, b] = [await hooks.subscribe(receiver, '/a'), await hooks.subscribe(receiver, '/b')]
    const { body } = await hooks.ping(a.id)
    for (const id of [randomUUID(), 'not-a-uuid']) expect((await hooks.redeliver(a.id, id)).status).toBe(404)
    expect((await hooks.redeliver(b.id, body.delivery_id)).status).toBe(404)
  })

  it('never overlaps another attempt of the same delivery', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    const { body } = await hooks.ping(hook.id)
    receiver.answer(hang)
    const first = hooks.redeliver(hook.id, body.delivery_id)
    await receiver.received(2)
    const second = await hooks.redeliver(hook.id, body.delivery_id)
    expect([second.status, second.body.code]).toEqual([409, 'delivery_in_progress'])
    await deliverDue(server.ctx)
    expect(receiver.count()).toBe(2)
    receiver.hangUp()
    expect((await first).body.status).toBe('giving_up')
  })

  it('signs with both secrets for 24 hours after a rotation, then with the new one', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    const older = hook.secret
    const { secret } = (await hooks.rotate(hook.id)).body
    // The receiver verifies with the old secret, then with the new one.
    const { body } = await hooks.ping(hook.id)
    receiver.secrets.set('/a', secret)
    await hooks.redeliver(hook.id, body.delivery_id)
    expect(receiver.deliveries).toHaveLength(2)
    for (const { headers } of receiver.deliveries) {
      expect(String(headers['x-service-signature']).match(/v1=/g)).toHaveLength(2)
    }
    server.clock.advance(24 * HOUR)
    await hooks.redeliver(hook.id, body.delivery_id)
    expect(String(receiver.deliveries[2]!.headers['x-service-signature']).match(/v1=/g)).toHaveLength(1)
    expect(older).not.toBe(secret)
  })

  it('drops the secret before last at once', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    const second = (await hooks.rotate(hook.id)).body.secret
    const third = (await hooks.rotate(hook.id)).body.secret
    for (const secret of [second, third]) {
      receiver.secrets.set('/a', secret)
      await hooks.ping(hook.id)
    }
    expect(receiver.deliveries).toHaveLength(2)
    receiver.secrets.set('/a', hook.secret)
    await hooks.ping(hook.id)
    expect(receiver.deliveries).toHaveLength(2)
    await expect(receiver.close()).rejects.toThrow('unverifiable')
    receiver = await startReceiver({ clock: server.clock })
  })
})

describe('a replaced hook', () => {
  it('passes on, with their ids, the retries its successor subscribes to, and gives up the rest', async () => {
    const first = await hooks.subscribe(receiver, '/a')
    receiver.answer(answer(500))
    await event()
    await server.work()
    const waiting = await only(first)
    receiver.answer(ok)
    const second = await hooks.subscribe(receiver, '/a', { events: ['signing_request.sent'] })
    expect(await hooks.log(first.id)).toEqual([])
    expect(await only(second)).toEqual(waiting)
    server.clock.advance(MINUTE)
    await server.work()
    expect(receiver.deliveries.at(-1)).toMatchObject({ eventId: waiting.event_id })
    expect(await only(second)).toMatchObject({ status: 'success', attempts: 2 })

    receiver.answer(answer(500))
    await event()
    await server.work()
    await hooks.subscribe(receiver, '/a', { events: ['document.completed'] })
    expect(await hooks.log(second.id)).toMatchObject([
      { status: 'giving_up', response_body: 'hook switched off', next_retry_at: null },
      { status: 'success' },
    ])
    server.clock.advance(48 * HOUR)
    const count = receiver.count()
    await server.work()
    expect(receiver.count()).toBe(count)
  })

  it('passes on a delivery that is being sent once the attempt ends', async () => {
    const first = await hooks.subscribe(receiver, '/a')
    await event()
    receiver.answer(hang)
    const attempt = server.work()
    await receiver.received(1)
    receiver.secrets.delete('/a')
    const second = (await hooks.create({ target_url: `${receiver.url}/a` })).body
    expect(await only(first)).toMatchObject({ status: 'pending' })
    receiver.answer(ok)
    receiver.hangUp()
    await attempt
    receiver.secrets.set('/a', second.secret)
    expect(await hooks.log(first.id)).toEqual([])
    expect(await only(second)).toMatchObject({ status: 'pending', attempts: 1 })
    server.clock.advance(MINUTE)
    await server.work()
    expect(await only(second)).toMatchObject({ status: 'success', attempts: 2 })
  })

  it('reduces deliveries still being retried when its successor is minimal, permanently', async () => {
    await hooks.subscribe(receiver, '/a')
    receiver.answer(answer(500))
    await event()
    await server.work()
    await hooks.subscribe(receiver, '/a', { payload: 'minimal' })
    await event()
    server.clock.advance(MINUTE)
    await server.work()
    const full = await hooks.subscribe(receiver, '/a', { payload: 'full' })
    server.clock.advance(5 * MINUTE)
    await server.work()
    expect(receiver.deliveries.map(({ userAgent }) => userAgent.includes('minimal'))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
    for (const { body, userAgent } of receiver.deliveries) {
      if (userAgent.includes('minimal')) expect(body).not.toMatch(/ada@|7731|workspace_id/)
    }
    // An explicit redelivery uses the current mode; the retries after it do not.
    const [newest] = await hooks.log(full.id)
    await hooks.redeliver(full.id, newest!.id)
    expect(receiver.deliveries.at(-1)!.body).toContain('ada@example.com')
    server.clock.advance(30 * MINUTE)
    await server.work()
    expect(receiver.deliveries.at(-1)!.userAgent).toBe('service-webhooks-minimal/1')
  })
})

it('a hook that is deleted while an event is being recorded does not block it', async () => {
  const hook = await hooks.subscribe(receiver, '/a')
  const [sent, removed] = await Promise.all([event(), hooks.remove(hook.id)])
  expect(sent).toEqual(expect.any(String))
  expect(removed.status).toBe(204)
  await server.work()
})
