import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ApiError, ConnectionError, type Countersign, type Fetch } from '../../sdk/src/index.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { sdkFor } from '../support/sdk.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey
let client: Countersign
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  key = await server.key({ workspaceId: (await server.workspace()).id })
  client = sdkFor(server, key)
})

/** Sends a document, which is one event. @returns its id */
async function send(): Promise<string> {
  const signers = [{ email: 'ada@example.com' }]
  return (await client.signingRequests.create({ file: makePdf(), signers, send_emails: false })).documentId
}

/** Other tests share the Postgres: what they have open may hold events back for a moment. */
const settled = (count: number) =>
  expect.poll(async () => (await client.events.list({ wait: 20 })).events, { timeout: 20_000 }).toHaveLength(count)

/** The first events that somebody who follows sees. */
async function first(count: number, events: AsyncIterable<{ event_id: string; document_id?: string }>) {
  const seen: { event_id: string; document_id?: string }[] = []
  for await (const event of events) if (seen.push(event) === count) break
  return seen
}

it('reads a page, goes through all pages, and knows what is in each mode', async () => {
  const sent = [await send(), await send(), await send()]
  await settled(3)
  const page = await client.events.list({ limit: 2 })
  expect([page.events.length, page.has_more]).toEqual([2, true])
  expect(page.events[0]).toMatchObject({ event: 'signing_request.sent', signer: { email: 'ada@example.com' } })
  const rest = await client.events.list({ after: page.next_after!, payload: 'minimal' })
  expect([rest.events.map(({ event_id }) => event_id), rest.has_more]).toEqual([[rest.next_after], false])
  expect(rest.events[0]).not.toHaveProperty('signer')
  const all: unknown[] = []
  for await (const event of client.events.list({ limit: 1 }))
    if (event.event === 'signing_request.sent') all.push(event.document_id)
  expect(all).toEqual(sent)
})

it('follows what is there and what comes, from the first or from one that is known', async () => {
  const old = await send()
  const following = first(2, client.events.follow())
  const next = await send()
  const seen = await following
  expect(seen.map(({ document_id }) => document_id)).toEqual([old, next])
  expect(await first(1, client.events.follow({ after: seen[0]!.event_id }))).toEqual([seen[1]])
})

it('follows a workspace without events from its first', async () => {
  const controller = new AbortController()
  const waiting: string[] = []
  const fetch: Fetch = (url, init) => {
    waiting.push(new URL(url).search)
    if (waiting.length === 1) return globalThis.fetch(url.replace('wait=20', 'wait=0'), init)
    return globalThis.fetch(url, init)
  }
  const following = first(1, client.withOptions({ fetch }).events.follow({ after: 'latest' }, controller))
  await expect.poll(() => waiting.length).toBe(2)
  const sent = await send()
  expect((await following)[0]).toMatchObject({ document_id: sent })
  expect(waiting[1]).not.toContain('after')
})

it('ends without an error when its signal aborts, also while it waits', async () => {
  await send()
  await send()
  const waiting = new AbortController()
  const events = client.events.follow({}, { signal: waiting.signal })
  await events.next()
  await events.next()
  const third = events.next()
  waiting.abort()
  expect(await third).toEqual({ done: true, value: undefined })
  const between = new AbortController()
  const seen: string[] = []
  for await (const event of client.events.follow({}, { signal: between.signal })) {
    seen.push(event.event_id)
    between.abort()
  }
  expect(seen).toHaveLength(1)
})

it('says where to start again when what followed is deleted', async () => {
  await send()
  const { events } = await client.events.list({ wait: 20 })
  const gone = client.events.follow({ after: `evt_${'0'.repeat(32)}` })
  const error: unknown = await first(1, gone).catch((thrown: unknown) => thrown)
  expect(error instanceof ApiError && error.is('events_expired') && error.body.meta.oldest_event_id).toBe(
    events[0]!.event_id,
  )
})

it('tries a page that fails again like any read, and no more often than that', async () => {
  const sent = await send()
  let left = 2
  const fetch: Fetch = async (url, init) => {
    if (left-- > 0) throw new TypeError('fetch failed')
    return globalThis.fetch(url, init)
  }
  const failing = client.withOptions({ fetch })
  expect(await first(1, failing.events.follow())).toMatchObject([{ document_id: sent }])
  left = 4
  await expect(first(1, failing.events.follow())).rejects.toBeInstanceOf(ConnectionError)
  expect(left).toBe(1)
  left = 10
  await first(1, failing.events.follow({}, { maxRetries: Number.POSITIVE_INFINITY }))
})

it('gives the server the time that it is asked to wait', async () => {
  const hurried = client.withOptions({ timeout: 900, maxRetries: 0 })
  expect(await hurried.events.list({ wait: 2 })).toEqual({ events: [], next_after: null, has_more: false })
})
