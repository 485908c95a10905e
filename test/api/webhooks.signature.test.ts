import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverDue } from '../../server/delivery/index.ts'
import { deliveryBody, type RecordedEvent } from '../../server/domain/events/envelope.ts'
import { signatureHeader } from '../../server/domain/hooks/sign.ts'
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
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { tlsCertificate } from '../support/tls.ts'

const SECRET = `whsec_${'0123456789abcdef'.repeat(3)}`
const OLDER = `whsec_${'f'.repeat(48)}`
const AT = new Date('2026-10-12T09:03:40.999Z')
const BODY = '{"event":"signing_request.viewed","name":"Zoë 🖊"}'
const stripe = new Stripe('sk_test_unused')
const t = Math.floor(AT.getTime() / 1000)

describe('the signature header (contract 6.5)', () => {
  it('is t and the HMAC-SHA256 of "t.body" under the whole secret, byte for byte as Stripe makes it', () => {
    const header = signatureHeader([SECRET], BODY, AT)
    const hmac = createHmac('sha256', Buffer.from(SECRET)).update('1791795820.').update(Buffer.from(BODY)).digest('hex')
    expect(header).toBe(`t=1791795820,v1=${hmac}`)
    expect(header).toBe(stripe.webhooks.generateTestHeaderString({ payload: BODY, secret: SECRET, timestamp: t }))
  })

  it('carries two v1 while two secrets are valid, the new one first; either verifies', () => {
    const header = signatureHeader([SECRET, OLDER], BODY, AT)
    const [first, second] = header.split(',').slice(1)
    expect(`t=${t},${first}`).toBe(signatureHeader([SECRET], BODY, AT))
    expect(`t=${t},${second}`).toBe(signatureHeader([OLDER], BODY, AT))
    for (const secret of [SECRET, OLDER]) {
      expect(stripe.webhooks.constructEvent(BODY, header, secret, 300, undefined, AT.getTime())).toBeDefined()
    }
  })

  it.each<[string, string, string, number]>([
    ['another body', `${BODY} `, SECRET, 0],
    ['another secret', BODY, OLDER, 0],
    ['the secret without its prefix', BODY, SECRET.slice('whsec_'.length), 0],
    ['a t more than 300 seconds old', BODY, SECRET, 301_000],
  ])('does not verify with %s', (_, body, secret, later) => {
    const header = signatureHeader([SECRET], BODY, AT)
    const verify = () => stripe.webhooks.constructEvent(body, header, secret, 300, undefined, AT.getTime() + later)
    expect(verify).toThrow()
  })
})

describe('bodies', () => {
  const event: RecordedEvent = {
    id: `evt_${'a'.repeat(32)}`,
    type: 'signing_request.declined',
    workspace_id: '7a1e0c55-2f94-4d1b-8c3e-9b6d5f2a1e07',
    document_id: '0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34',
    payload: {
      signing_request_id: '4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18',
      document_id: '0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34',
      signer: { email: 'ada@example.com' },
      role: 'tenant',
      reference: null,
      reason: 'private',
      metadata: { order: '7731' },
    },
    created_at: AT,
  }
  const head = { event_id: event.id, created_at: AT.toISOString() }
  const body = (change: Partial<RecordedEvent>, mode: 'full' | 'minimal') =>
    JSON.parse(deliveryBody({ ...event, ...change }, mode)) as unknown

  it('full: the envelope and the event’s own fields in one flat object (6.2)', () => {
    const { type, workspace_id, payload } = event
    expect(body({}, 'full')).toEqual({ event: type, ...head, workspace_id, ...payload })
  })

  it('minimal: exactly the keys of 6.4', () => {
    const { document_id } = event
    const signer = { signing_request_id: event.payload.signing_request_id, role: 'tenant', reference: null }
    expect(body({}, 'minimal')).toEqual({ event: event.type, ...head, document_id, ...signer })
    const completed = { signed_pdf_url: 's', sha256: 'h', audit_trail_url: 'a' }
    const payload = { ...event.payload, ...completed, cert_serial: '1', audit_head: {} }
    const type = 'document.completed'
    expect(body({ type, payload }, 'minimal')).toEqual({ event: type, ...head, document_id, ...completed })
    const staged = 'template_instance.staged'
    expect(body({ type: staged }, 'minimal')).toEqual({ event: staged, ...head, document_id })
  })

  it('a ping has no further keys in either mode (4.9)', () => {
    const ping = { type: 'ping', document_id: null, payload: {} }
    expect([body(ping, 'full'), body(ping, 'minimal')]).toEqual(Array(2).fill({ event: 'ping', ...head }))
  })
})

describe('deliveries', () => {
  let database: TestDatabase
  let clock: TestClock
  let ctx: EngineContext
  let place: { workspaceId: string; documentId: string }
  let receiver: Receiver
  const opened: { close(): Promise<void> }[] = []

  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    clock = testClock()
    ctx = await engineContext(database.db, clock)
    place = await seedDocument(database.db, { clock, metadata: { order: '7731' } })
    receiver = await startReceiver({ clock })
    opened.push(ctx.outbound, receiver)
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })
  const viewed = () => record(ctx, place, 'signing_request.viewed', { occurred_at: clock.now().toISOString() })

  it('carry both header families with the same bytes, and the user agent of the mode', async () => {
    receiver.secrets.set('/full', await callbackHook(ctx, place, `${receiver.url}/full`))
    const minimal = await workspaceHook(ctx, place, `${receiver.url}/minimal`, { payload: 'minimal' })
    receiver.secrets.set('/minimal', minimal.secret)
    const eventId = await viewed()
    await deliverDue(ctx)
    expect(receiver.deliveries.map(({ path, userAgent }) => [path, userAgent])).toEqual([
      ['/full', 'service-webhooks/1.0'],
      ['/minimal', 'service-webhooks-minimal/1'],
    ])
    for (const { headers, event } of receiver.deliveries) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-service-event': 'signing_request.viewed',
        'x-service-event-id': eventId,
        'x-legacy-signature': headers['x-service-signature'],
        'x-legacy-event': headers['x-service-event'],
        'x-legacy-event-id': headers['x-service-event-id'],
      })
      expect(event.event_id).toBe(eventId)
    }
    expect(receiver.deliveries[0]!.event).toMatchObject({
      metadata: { order: '7731' },
      role: 'tenant',
      reference: 'cust-17',
    })
    expect(Object.keys(receiver.deliveries[1]!.event).sort()).toEqual(
      ['created_at', 'document_id', 'event', 'event_id', 'reference', 'role', 'signing_request_id'].sort(),
    )
  })

  it('are signed with both secrets until the older one expires', async () => {
    const { id, secret } = await workspaceHook(ctx, place, receiver.url)
    const until = new Date(clock.now().getTime() + 86_400_000)
    await database.db
      .updateTable('hooks')
      .set({ previous_secret: ctx.keyring.encrypt('secret', Buffer.from(OLDER)), previous_secret_valid_until: until })
      .where('id', '=', id)
      .execute()
    receiver.secrets.set('/', OLDER)
    await viewed()
    await deliverDue(ctx)
    clock.set(new Date(until.getTime() - 1))
    await viewed()
    await deliverDue(ctx)
    clock.set(until)
    receiver.secrets.set('/', secret)
    await viewed()
    await deliverDue(ctx)
    const signatures = receiver.deliveries.map(
      ({ headers }) => String(headers['x-service-signature']).split(',').length,
    )
    expect(signatures).toEqual([3, 3, 2])
  })

  it('are signed for the libraries of Standard Webhooks where the hook asks for it, and with both secrets', async () => {
    const { id, secret } = await workspaceHook(ctx, place, receiver.url)
    receiver.secrets.set('/', secret)
    await viewed()
    await deliverDue(ctx)
    const until = new Date(clock.now().getTime() + 86_400_000)
    const previous = { previous_secret: ctx.keyring.encrypt('secret', Buffer.from(OLDER)) }
    await database.db
      .updateTable('hooks')
      .set({ ...previous, previous_secret_valid_until: until, standard_webhooks: true })
      .where('id', '=', id)
      .execute()
    await viewed()
    await deliverDue(ctx)
    const [plain, standard] = receiver.deliveries
    expect(Object.keys(plain!.headers).filter((name) => name.startsWith('webhook-'))).toEqual([])
    const signed = (by: string) =>
      new Webhook(by).sign(standard!.eventId, new Date(standard!.t * 1_000), standard!.body)
    expect(standard!.headers).toMatchObject({
      'webhook-id': standard!.eventId,
      'webhook-timestamp': String(standard!.t),
      'webhook-signature': `${signed(secret)} ${signed(OLDER)}`,
    })
  })

  it('are sent over TLS only to a holder of the certificate for the name', async () => {
    const { key, cert } = await tlsCertificate('127.0.0.1')
    const stranger = await tlsCertificate('127.0.0.1')
    const secure = await startReceiver({ clock, tls: { key, cert } })
    opened.push(secure)
    secure.secrets.set('/', await callbackHook(ctx, place, secure.url))
    await viewed()
    const trusting = await engineContext(database.db, clock, { ca: cert })
    const distrusting = await engineContext(database.db, clock, { ca: stranger.cert })
    opened.push(trusting.outbound, distrusting.outbound)
    await deliverDue(distrusting)
    const row = await database.db.selectFrom('deliveries').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      status: 'pending',
      response_status: null,
      response_body: expect.stringMatching(/^network: TLS: /),
    })
    expect(secure.count()).toBe(0)
    clock.advance(60_000)
    await deliverDue(trusting)
    expect(secure.deliveries.length).toBe(1)
  })
})
