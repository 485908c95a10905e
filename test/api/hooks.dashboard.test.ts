import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import { EVENT_TYPES } from '../../server/domain/events/catalogue.ts'
import { changeHook } from '../../server/domain/hooks/change.ts'
import { checkSignature } from '../../server/domain/hooks/check-signature.ts'
import { attemptAsCurl } from '../../server/domain/hooks/curl.ts'
import { deleteHook } from '../../server/domain/hooks/delete.ts'
import { sendExample } from '../../server/domain/hooks/example.ts'
import { hookSummaries, readHook } from '../../server/domain/hooks/read.ts'
import { recoverHook } from '../../server/domain/hooks/recover.ts'
import { redeliverHookDelivery } from '../../server/domain/hooks/redeliver.ts'
import { createHook } from '../../server/domain/hooks/register.ts'
import { rotateHookSecret } from '../../server/domain/hooks/rotate.ts'
import { signatureHeader } from '../../server/domain/hooks/sign.ts'
import { switchHook } from '../../server/domain/hooks/switch.ts'
import { listWork } from '../../server/domain/records/workspaces/log.ts'
import { Signer, send } from '../support/flow.ts'
import { waitForLock } from '../support/locks.ts'
import { personOf } from '../support/people.ts'
import { answer, ok, type Receiver } from '../support/receiver.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { type HookStage, useHooks } from '../support/use-server.ts'

const MINUTE = 60_000
const ALL = { tab: 'all', event: null } as const

let server: TestServer
let receiver: Receiver
let key: TestKey
let owner: UserActor
let hooks: HookStage['hooks']

useHooks(async (stage) => {
  ;({ server, receiver, key, hooks } = stage)
  owner = await personOf(server, stage.workspace)
})

const event = () => send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })

describe('switching off and on', () => {
  it('ends what waits, keeps the log and receives what happens afterwards', async () => {
    const { id } = await hooks.subscribe(receiver, '/a')
    receiver.answer(answer(500))
    await event()
    await server.work()
    expect(await switchHook(server.ctx, owner, id, false)).toMatchObject({
      enabled: false,
      disabled_reason: 'dashboard',
      disabled_at: server.clock.now(),
    })
    expect(await hooks.log(id)).toMatchObject([{ status: 'giving_up', response_body: 'hook switched off' }])
    expect(await hooks.list()).toEqual([])
    expect(await hooks.list('?include_disabled=true')).toMatchObject([{ id, disabled_reason: 'dashboard' }])
    expect(await hooks.ping(id)).toMatchObject({ status: 409, body: { code: 'hook_disabled' } })
    await event()

    receiver.answer(ok)
    expect(await switchHook(server.ctx, owner, id, true)).toMatchObject({
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
    })
    await event()
    await server.work()
    expect((await hooks.log(id)).map(({ status }) => status)).toEqual(['success', 'giving_up'])
  })

  it('changes nothing the second time', async () => {
    const { id } = await hooks.subscribe(receiver, '/a')
    await switchHook(server.ctx, owner, id, true)
    const { disabled_at } = await switchHook(server.ctx, owner, id, false)
    server.clock.advance(MINUTE)
    expect((await switchHook(server.ctx, owner, id, false)).disabled_at).toEqual(disabled_at)
  })

  it('does not switch on a replaced hook, nor a second one for an address', async () => {
    const first = await hooks.subscribe(receiver, '/a')
    const second = await hooks.subscribe(receiver, '/a')
    await expect(switchHook(server.ctx, owner, first.id, true)).rejects.toMatchObject({ code: 'hook_disabled' })
    await switchHook(server.ctx, owner, second.id, false)
    const third = await hooks.subscribe(receiver, '/a')
    await expect(switchHook(server.ctx, owner, second.id, true)).rejects.toMatchObject({ code: 'hook_disabled' })
    await switchHook(server.ctx, owner, third.id, false)
    const both = await Promise.allSettled([second.id, third.id].map((id) => switchHook(server.ctx, owner, id, true)))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await hooks.list()).toHaveLength(1)
  })
})

describe('changing in place', () => {
  it('cuts down what is still being retried when switched to minimal, and nothing when switched back', async () => {
    const { id } = await hooks.subscribe(receiver, '/a')
    receiver.answer(answer(500))
    await event()
    await server.work()
    const [full] = receiver.deliveries
    await changeHook(server.ctx, owner, id, { payload: 'minimal' })
    server.clock.advance(MINUTE)
    await server.work()
    const [, minimal] = receiver.deliveries
    expect(minimal).toMatchObject({ eventId: full!.eventId, userAgent: 'service-webhooks-minimal/1' })
    expect(Object.keys(minimal!.event).sort()).toEqual(
      ['created_at', 'document_id', 'event', 'event_id', 'reference', 'role', 'signing_request_id'].sort(),
    )

    expect((await changeHook(server.ctx, owner, id, { payload: 'full' })).payload).toBe('full')
    receiver.answer(ok)
    server.clock.advance(5 * MINUTE)
    await event()
    await server.work()
    const [, , retried, fresh] = receiver.deliveries
    expect(retried).toMatchObject({ eventId: full!.eventId, body: minimal!.body })
    expect(fresh!.event).toHaveProperty('workspace_id')
  })

  it('cuts down a queue without keeping others from recording events', async () => {
    const { id } = await hooks.subscribe(receiver, '/a')
    receiver.answer(answer(500))
    await event()
    await server.work()
    const { db } = server.ctx
    const { changed } = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('delivery_queue').selectAll().where('hook_id', '=', id).forUpdate().execute()
      const changed = changeHook(server.ctx, owner, id, { payload: 'minimal' })
      await waitForLock(db)
      await event()
      return { changed }
    })
    expect((await changed).payload).toBe('minimal')
    server.clock.advance(MINUTE)
    await server.work()
    // That of the attempt before, and then of both events.
    expect(receiver.deliveries.map(({ userAgent }) => userAgent.includes('minimal'))).toEqual([false, true, true])
  })

  it('keeps id, secret and log, and sends the new choice of events', async () => {
    const { id } = await hooks.subscribe(receiver, '/a', { events: ['document.completed'] })
    await event()
    const changed = await changeHook(server.ctx, owner, id, {
      events: ['signing_request.sent', 'signing_request.sent', 'document.completed'],
    })
    expect(changed.events).toEqual(['signing_request.sent', 'document.completed'])
    await event()
    await server.work()
    expect(receiver.deliveries.map((delivery) => delivery.event.event)).toEqual(['signing_request.sent'])
  })

  it.each([
    ['an unknown event', ['ping'], 'unknown_event'],
    ['11 events', EVENT_TYPES.slice(0, 11), 'invalid_request'],
  ])('refuses %s', async (_, events, code) => {
    const { id } = await hooks.subscribe(receiver, '/a', { events: ['document.completed'] })
    await expect(changeHook(server.ctx, owner, id, { events })).rejects.toMatchObject({ code })
    const other = { targetUrl: `${receiver.url}/b`, events, payload: null }
    await expect(createHook(server.ctx, owner, other)).rejects.toMatchObject({ code })
    expect(await hooks.list()).toMatchObject([{ events: ['document.completed'] }])
  })
})

describe('examples', () => {
  it.each(['full', 'minimal'] as const)(
    'of every event are valid %s deliveries, whatever is subscribed',
    async (mode) => {
      const { id } = await hooks.subscribe(receiver, '/a', { payload: mode, events: ['document.completed'] })
      for (const name of EVENT_TYPES) {
        expect(await sendExample(server.ctx, owner, id, name)).toMatchObject({ status: 'success' })
        server.clock.advance(MINUTE)
      }
      expect(receiver.deliveries.map((delivery) => delivery.event.event)).toEqual(EVENT_TYPES)
      expect((await hooks.log(id)).map(({ document_id }) => document_id)).toEqual(EVENT_TYPES.map(() => null))
    },
  )

  it('are not retried, and count as pings', async () => {
    const { id } = await hooks.subscribe(receiver, '/a')
    receiver.answer(answer(503))
    for (let n = 0; n < 10; n++) {
      expect(await sendExample(server.ctx, owner, id, 'document.completed')).toMatchObject({ status: 'giving_up' })
    }
    await expect(sendExample(server.ctx, owner, id, 'document.completed')).rejects.toMatchObject({
      code: 'rate_limited',
    })
    expect(await hooks.ping(id)).toMatchObject({ status: 429 })
    server.clock.advance(MINUTE)
    await server.work()
    expect(receiver.deliveries).toHaveLength(10)
    expect(await readHook(server.ctx, owner, id, { tab: 'given_up', event: null })).toMatchObject({
      givenUp: 0,
      deliveries: [],
    })
    expect(await recoverHook(server.ctx, owner, id, new Date(0))).toBe(0)
    await expect(sendExample(server.ctx, owner, id, 'ping')).rejects.toMatchObject({ code: 'unknown_event' })
  })
})

describe('an attempt as curl', () => {
  it('runs as it is, with the body of the log, and passes the check of the signature', async () => {
    const { id, secret } = await hooks.subscribe(receiver, `/a'b?x=[1]&y={z}`)
    // A quote, a line of its own and what a shell would expand.
    const metadata = { note: 'It\'s $HOME `id` \\ "é🖊" !' }
    await send(server, key, { signers: [{ email: 'ada@example.com', name: "O'Hara $(id)" }], metadata })
    await server.work()
    const [sent] = receiver.deliveries
    const [logged] = await hooks.log(id)
    server.clock.advance(10 * MINUTE)

    const command = await attemptAsCurl(server.ctx, owner, { hookId: id, deliveryId: logged!.id })
    expect(command).not.toContain(secret)
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`])
    expect(stdout).toContain('200 OK')
    const [, again] = receiver.deliveries
    expect(again).toMatchObject({
      path: sent!.path,
      eventId: sent!.eventId,
      body: sent!.body,
      userAgent: sent!.userAgent,
    })
    expect(again!.t - sent!.t).toBe(600)
    // It is the receiver's own: nothing is added to the log.
    expect(await hooks.log(id)).toEqual([logged])
  })

  it('has the minimal body of a hook that was changed to it, as a delivery that is sent again', async () => {
    const { id } = await hooks.subscribe(receiver, '/a')
    await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] })
    await server.work()
    const [logged] = await hooks.log(id)
    await changeHook(server.ctx, owner, id, { payload: 'minimal' })
    await redeliverHookDelivery(server.ctx, owner, { hookId: id, deliveryId: logged!.id })
    const { headers, body } = receiver.deliveries.at(-1)!
    const command = await attemptAsCurl(server.ctx, owner, { hookId: id, deliveryId: logged!.id })
    expect(command).toContain(`--data-binary '${body}'`)
    expect(command.toLowerCase()).toContain(`'user-agent: ${headers['user-agent']}'`)
    expect(command).not.toContain('Lovelace')
  })

  it.each(['nothing', '0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34'])('is not found for %s', async (deliveryId) => {
    const { id } = await hooks.subscribe(receiver, '/a')
    await expect(attemptAsCurl(server.ctx, owner, { hookId: id, deliveryId })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('why a signature check fails', () => {
  let id: string
  let secret: string
  let body: string
  let eventId: string

  beforeEach(async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Zoë 🖊' }], send_emails: false })
    await server.work()
    const [sent] = receiver.deliveries
    id = hook.id
    secret = hook.secret
    body = sent!.body
    eventId = sent!.eventId
  })

  const headers = (signature: string) =>
    `Host: app.example.com\nX-Service-Signature: ${signature}\nX-Service-Event-Id: ${eventId}`
  const signed = (by: string, text = body) => headers(signatureHeader([by], text, server.clock.now()))
  const findingOf = async (text: string, received = body) =>
    (await checkSignature(server.ctx, owner, id, { headers: text, body: received })).finding

  it('finds nothing wrong with what was sent', async () => {
    expect(await findingOf(signed(secret))).toBe('passes')
    const json = JSON.stringify({ 'X-Legacy-Signature': [signatureHeader([secret], body, server.clock.now())] })
    expect(await findingOf(json)).toBe('passes')
  })

  it.each<[string, string, string]>([
    ['no headers', '', 'no_header'],
    ['other headers', 'Content-Type: application/json', 'no_header'],
    ['half a header', 'X-Service-Signature: t=1791792930,v1=0123', 'malformed_header'],
    ['the header of no one', `X-Service-Signature: t=1791792930,v1=${'0'.repeat(64)}`, 'unknown_secret'],
    ['nothing but brackets', '['.repeat(100_000), 'no_header'],
    ['quotation marks before a letter', `a:b${'"'.repeat(400_000)}c`, 'no_header'],
    ['thousands of signatures', `t=1791792930${`,v1=${'0'.repeat(64)}`.repeat(40_000)}`, 'unknown_secret'],
  ])('%s', async (_, given, finding) => {
    expect(await findingOf(given)).toBe(finding)
  })

  it.each<[string, (signature: string) => string]>([
    ['the value alone', (signature) => signature],
    ['what curl prints', (signature) => `> POST /a HTTP/1.1\n> x-service-signature: ${signature}\n> `],
    ['the variables of a gateway', (signature) => `HTTP_HOST=x\nHTTP_X_SERVICE_SIGNATURE=${signature}`],
    ['a dictionary of Python', (signature) => `{'Host': 'x', 'X-Service-Signature': '${signature}', 'Accept': '*/*'}`],
    ['a map of Go', (signature) => `map[Accept:[*/*] X-Service-Signature:[${signature}]]`],
  ])('finds the header in %s', async (_, print) => {
    const value = signatureHeader([secret], body, server.clock.now())
    expect(await findingOf(print(value))).toBe('passes')
    expect(await findingOf(print(value), `${body} `)).toBe('body_white_space')
    expect(await findingOf(print(value.slice(0, -30)))).toBe('malformed_header')
  })

  it('knows the secret of a callback URL', async () => {
    const callback_url = `${receiver.url}/c`
    const created = await send(server, key, { signers: [{ email: 'ada@example.com' }], callback_url })
    receiver.secrets.set('/c', created.callback!.secret)
    await new Signer(server, created.signers[0]!.signingUrl).sign()
    await server.work()
    const told = receiver.deliveries.findLast(({ path }) => path === '/c')!
    const signature = signatureHeader([created.callback!.secret], told.body, server.clock.now())
    const report = await checkSignature(server.ctx, owner, id, { headers: signature, body: told.body })
    expect(report).toMatchObject({ finding: 'callback', otherHook: null })
  })

  it.each<[string, (text: string) => string, string]>([
    ['a line end', (text) => `${text}\n`, 'body_white_space'],
    ['parsed and written with spaces', (text) => JSON.stringify(JSON.parse(text), null, 2), 'body_rewritten'],
    [
      'with its keys sorted',
      (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).sort())),
      'body_rewritten',
    ],
    ['in another encoding', (text) => Buffer.from(text).toString('latin1'), 'body_changed'],
    ['empty', () => '', 'body_changed'],
    ['brackets', () => '['.repeat(100_000), 'body_changed'],
  ])('the body changed: %s', async (_, change, finding) => {
    expect(await findingOf(signed(secret), change(body))).toBe(finding)
  })

  it('knows the body that is sent again since the hook was changed to minimal ones', async () => {
    const [logged] = await hooks.log(id)
    await changeHook(server.ctx, owner, id, { payload: 'minimal' })
    await redeliverHookDelivery(server.ctx, owner, { hookId: id, deliveryId: logged!.id })
    const again = receiver.deliveries.at(-1)!.body
    expect(again).not.toBe(body)
    expect(await findingOf(signed(secret, again), again.replace('{', '{"more":1,'))).toBe('body_changed')
    expect(await findingOf(signed(secret), body.replace('{', '{"more":1,'))).toBe('body_changed')
  })

  it('names the hook whose secret it is', async () => {
    const other = await hooks.subscribe(receiver, '/b')
    const given = { headers: signed(other.secret), body: `${body}\n` }
    expect(await checkSignature(server.ctx, owner, id, given)).toMatchObject({
      finding: 'other_hook',
      otherHook: { id: other.id, targetUrl: other.target_url },
    })
  })

  it('says when a rotation has ended the secret, and not before', async () => {
    await hooks.rotate(id)
    expect(await findingOf(signed(secret))).toBe('passes')
    server.clock.advance(24 * 60 * MINUTE)
    expect(await findingOf(signed(secret))).toBe('old_secret')
  })

  it('says how old it is', async () => {
    const given = signed(secret)
    server.clock.advance(301_000)
    const report = await checkSignature(server.ctx, owner, id, { headers: given, body })
    expect(report).toEqual({ finding: 'time', otherHook: null, ageSeconds: 301 })
  })
})

describe('reading', () => {
  it('shows the log with documents, and what is failing and given up', async () => {
    const { id } = await hooks.subscribe(receiver, '/a')
    const other = await hooks.subscribe(receiver, '/b', { events: ['document.completed'] })
    receiver.answer(answer(500, 'broken'))
    await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false, title: 'Lease' })
    await server.work()
    await hooks.ping(id)
    const { hook, deliveries, failing, givenUp } = await readHook(server.ctx, owner, id, ALL)
    // A failed ping is in the log, but there is nothing to recover.
    expect([hook.id, failing, givenUp]).toEqual([id, 1, 0])
    expect(deliveries.map(({ event, title, attempts }) => [event, title, attempts])).toEqual([
      ['ping', null, 1],
      ['signing_request.sent', 'Lease', 1],
    ])
    const shown = async (filter: Parameters<typeof readHook>[3]) =>
      (await readHook(server.ctx, owner, id, filter)).deliveries.map(({ event }) => event)
    expect(await shown({ tab: 'failing', event: null })).toEqual(['signing_request.sent'])
    expect(await shown({ tab: 'given_up', event: null })).toEqual([])
    expect(await shown({ tab: 'all', event: 'ping' })).toEqual(['ping'])

    const { hooks: summaries } = await hookSummaries(server.ctx, owner, { page: 1, rows: 50 })
    expect(summaries.map((one) => [one.hook.id, one.failing, one.givenUp, one.last])).toEqual([
      [other.id, 0, 0, null],
      [id, 1, 0, { at: server.clock.now(), status: 500, note: 'broken', delivered: false }],
    ])
    // The rest of the schedule, in vain.
    for (let attempt = 1; attempt < 8; attempt++) {
      server.clock.advance(24 * 60 * MINUTE)
      await server.work()
    }
    expect(await readHook(server.ctx, owner, id, ALL)).toMatchObject({ failing: 0, givenUp: 1 })
    expect(await shown({ tab: 'given_up', event: null })).toEqual(['signing_request.sent'])
    // A ping of before the column, by its name.
    await server.ctx.db.updateTable('deliveries').set({ once: false }).where('hook_id', '=', id).execute()
    expect(await shown({ tab: 'given_up', event: null })).toEqual(['signing_request.sent'])
    expect(await recoverHook(server.ctx, owner, id, new Date(0))).toBe(1)
    const { entries } = await listWork(server.ctx, owner, null)
    expect(entries[0]).toMatchObject({ who: 'Olga', action: 'hook.recovered' })
  })
})

it('counts what was given up to a thousand, and looks for an event among the newest ten thousand', async () => {
  const { id } = await hooks.subscribe(receiver, '/a')
  await hooks.ping(id)
  await sql`
    insert into deliveries (id, hook_id, workspace_id, event_id, event, status, attempts, created_at, completed_at)
    select gen_random_uuid(), ${id}, ${key.workspaceId}, 'evt_' || n,
      case n when 1 then 'document.completed' else 'signing_request.sent' end, 'giving_up', 8, ${server.clock.now()},
      ${server.clock.now()}
    from generate_series(1, 10001) n`.execute(server.ctx.db)
  const { deliveries, failing, givenUp } = await readHook(server.ctx, owner, id, ALL)
  expect([deliveries.length, failing, givenUp]).toEqual([100, 0, 1_001])
  const found = async (event: string) =>
    (await readHook(server.ctx, owner, id, { tab: 'given_up', event })).deliveries.length
  expect([await found('signing_request.sent'), await found('document.completed')]).toEqual([100, 0])
  // The log keeps what can be recovered beyond its last 100, for 30 days; a thousand at a time go with what comes after.
  const kept = async () => {
    await hooks.ping(id)
    const { count } = await server.ctx.db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('hook_id', '=', id)
      .executeTakeFirstOrThrow()
    return count
  }
  expect(await kept()).toBe(10_002)
  server.clock.advance(31 * 24 * 60 * MINUTE)
  expect(await kept()).toBe(9_003)
})

it('deletes a log without keeping others from recording events, and the hook with what came in meanwhile', async () => {
  const { id } = await hooks.subscribe(receiver, '/a')
  const event = () => send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
  receiver.answer(answer(500))
  for (const _ of [1, 2]) await event()
  await server.work()
  const { db } = server.ctx
  const { deleted } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('deliveries').selectAll().where('hook_id', '=', id).forUpdate().execute()
    const deleted = deleteHook(server.ctx, owner, id)
    await waitForLock(db)
    await event()
    return { deleted }
  })
  await deleted
  const left = await Promise.all(
    (['deliveries', 'delivery_queue'] as const).map((table) =>
      db.selectFrom(table).select('hook_id').where('hook_id', '=', id).execute(),
    ),
  )
  expect([left, (await hooks.list()).map((hook) => hook.id)]).toEqual([[[], []], []])
})

it('what people do to hooks is in the log of the workspace, what keys do is not', async () => {
  const { id } = await hooks.subscribe(receiver, '/by-key')
  const { hook } = await createHook(server.ctx, owner, { targetUrl: `${receiver.url}/a`, events: [], payload: null })
  await changeHook(server.ctx, owner, hook.id, { payload: 'minimal' })
  await rotateHookSecret(server.ctx, owner, hook.id)
  for (const on of [false, false, true]) await switchHook(server.ctx, owner, hook.id, on)
  await deleteHook(server.ctx, owner, hook.id)
  await hooks.rotate(id)
  const { entries } = await listWork(server.ctx, owner, null)
  const name = `${receiver.url}/a`
  expect(entries.map(({ who, action, target }) => [who, action, target])).toEqual(
    ['deleted', 'switched_on', 'switched_off', 'rotated', 'changed', 'registered'].map((what) => [
      'Olga',
      `hook.${what}`,
      name,
    ]),
  )
})
