import { beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '../../server/db/database.ts'
import { Signer, send } from '../support/flow.ts'
import type { hooksOf } from '../support/hooks.ts'
import type { Receiver } from '../support/receiver.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useHooks } from '../support/use-server.ts'

const DAY = 24 * 3_600_000

interface Page {
  events: Record<string, unknown>[]
  next_after: string | null
  has_more: boolean
}

let server: TestServer
let receiver: Receiver
let key: TestKey
let hooks: ReturnType<typeof hooksOf>

useHooks((stage) => {
  ;({ server, receiver, key, hooks } = stage)
})

const read = (query: Record<string, string> = {}, who = key) =>
  server.call<Page>(who, 'GET', `/v1/events?${new URLSearchParams(query)}`)
/** Other tests share the Postgres: what they have open may hold events back for a moment. */
const settled = (query: Record<string, string> = {}) => read({ wait: '20', ...query })
const document = () => send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })

async function all(): Promise<Record<string, unknown>[]> {
  const events: Record<string, unknown>[] = []
  for (let after: string | null = null; ; ) {
    const { body } = await read({ limit: '2', ...(after && { after }) })
    events.push(...body.events)
    if (!body.has_more) return events
    after = body.next_after
  }
}

it('gives the bodies that the webhooks had, in their order, page by page', async () => {
  await hooks.subscribe(receiver, '/all')
  const { signers, documentId } = await document()
  await new Signer(server, signers[0]!.signingUrl).sign()
  await server.work()
  await expect.poll(all, { timeout: 20_000, interval: 1_000 }).toHaveLength(3)
  const events = await all()
  expect(events.map(({ event }) => event)).toEqual([
    'signing_request.sent',
    'signing_request.signed',
    'document.completed',
  ])
  const sent = new Map(receiver.deliveries.map(({ event }) => [event.event_id, event]))
  expect(events).toEqual(events.map(({ event_id }) => sent.get(event_id as string)))
  expect(new Set(events.map(({ document_id }) => document_id))).toEqual(new Set([documentId]))

  const minimal = await read({ payload: 'minimal', limit: '1' })
  expect(Object.keys(minimal.body.events[0]!)).not.toContain('signer')
  expect(minimal.body).toMatchObject({ has_more: true, next_after: events[0]!.event_id })
})

it('has nothing to go on from in a new workspace, and starts there', async () => {
  expect((await read({ after: 'latest' })).body).toEqual({ events: [], next_after: null, has_more: false })
  await document()
  expect((await settled()).body.events).toMatchObject([{ event: 'signing_request.sent' }])
})

it('starts now with latest, and shows nothing of another workspace, no ping and no example', async () => {
  const hook = await hooks.subscribe(receiver, '/all')
  await document()
  const { next_after } = (await settled()).body
  const latest = (await read({ after: 'latest' })).body
  expect(latest).toEqual({ events: [], next_after, has_more: false })
  await hooks.ping(hook.id)
  const other = await server.key({ workspaceId: (await server.workspace()).id })
  await send(server, other, { signers: [{ email: 'ada@example.com' }], send_emails: false })
  await document()
  const events = (await settled({ after: next_after! })).body.events
  expect(events).toMatchObject([{ event: 'signing_request.sent', workspace_id: key.workspaceId }])
  expect((await read({ after: next_after! }, other)).status).toBe(410)
})

it('holds what comes later back until an earlier change is committed, and skips nothing', async () => {
  const { documentId } = await document()
  const { next_after } = (await settled()).body
  const payload = { document_id: documentId, occurred_at: server.clock.now(), abandoned_by: 'api' }
  let commit = () => {}
  const open = new Promise<void>((resolve) => {
    commit = resolve
  })
  let begun = () => {}
  const running = new Promise<void>((resolve) => {
    begun = resolve
  })
  const slow = transaction(server.ctx.db, async (tx) => {
    await tx
      .insertInto('events')
      .values({
        id: `evt_${'0'.repeat(32)}`,
        workspace_id: key.workspaceId,
        type: 'document.abandoned',
        document_id: documentId,
        signing_request_id: null,
        payload: JSON.stringify(payload),
        held_until: null,
        created_at: server.clock.now(),
      })
      .execute()
    begun()
    await open
  })
  await running
  await document()
  expect((await read({ after: next_after! })).body.events).toEqual([])
  commit()
  await slow
  await expect
    .poll(async () => (await read({ after: next_after! })).body.events.map(({ event }) => event), {
      timeout: 20_000,
      interval: 1_000,
    })
    .toEqual(['document.abandoned', 'signing_request.sent'])
})

it('waits for the first event, and answers as soon as there is one', async () => {
  const waiting = read({ after: 'latest', wait: '20' })
  await document()
  expect((await waiting).body.events).toMatchObject([{ event: 'signing_request.sent' }])
})

describe('an invitation whose outcome is awaited', () => {
  const release = async () => {
    const signers = ['ada', 'grace'].map((name) => ({ email: `${name}@example.com`, name }))
    const created = await send(server, key, { signers, signing_mode: 'sequential' })
    await server.work()
    await expect.poll(all, { timeout: 20_000, interval: 1_000 }).toHaveLength(1)
    await new Signer(server, created.signers[0]!.signingUrl).sign()
  }
  const emailed = async () => (await all()).filter(({ source }) => source === 'sequential_release')

  it('is read with its outcome', async () => {
    await release()
    expect(await emailed()).toEqual([])
    await server.work()
    await expect.poll(emailed, { timeout: 20_000, interval: 1_000 }).toMatchObject([{ emailed: true }])
  })

  it('is read after 15 seconds without one, and stays as it was read', async () => {
    await release()
    server.clock.advance(16_000)
    await expect.poll(emailed, { timeout: 20_000, interval: 1_000 }).toMatchObject([{ emailed: false }])
    await server.work()
    expect(await emailed()).toMatchObject([{ emailed: false }])
  })
})

describe('events that are gone', () => {
  let first: string
  beforeEach(async () => {
    await document()
    first = (await settled()).body.next_after!
  })

  it('says where to start again, when something between was deleted or is older than 30 days', async () => {
    server.clock.advance(DAY)
    await document()
    await settled({ after: first })
    server.clock.advance(31 * DAY)
    expect((await read({ after: first })).body).toMatchObject({
      code: 'events_expired',
      meta: { oldest_event_id: null, oldest_created_at: null },
    })
    await document()
    await expect.poll(async () => (await read()).body.events, { timeout: 20_000, interval: 1_000 }).toHaveLength(1)
    const [kept] = (await read()).body.events
    expect((await read({ after: first })).body).toMatchObject({
      code: 'events_expired',
      meta: { oldest_event_id: kept!.event_id, oldest_created_at: kept!.created_at },
    })
    expect((await read({ after: `evt_${'f'.repeat(32)}` })).status).toBe(410)
  })

  it('goes on from an old event when nothing came since', async () => {
    server.clock.advance(40 * DAY)
    expect((await read({ after: first })).body).toEqual({ events: [], next_after: first, has_more: false })
  })
})

it.each([
  ['after', 'evt_1'],
  ['limit', '0'],
  ['limit', '101'],
  ['wait', '21'],
  ['payload', 'none'],
])('refuses %s=%s', async (name, value) => {
  expect((await read({ [name]: value })).body).toMatchObject({ code: 'invalid_request' })
})
