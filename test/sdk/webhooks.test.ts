import Stripe from 'stripe'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { signWebhook, verifyWebhook, WebhookSignatureError, webhooks } from '../../sdk/src/index.ts'
import { send } from '../support/flow.ts'
import type { Receiver } from '../support/receiver.ts'
import type { TestServer } from '../support/server.ts'
import { useReceiver } from '../support/use-server.ts'

const stripe = new Stripe('sk_test_unused')
const secret = `whsec_${'0123456789abcdef'.repeat(3)}`
const previous = `whsec_${'f'.repeat(48)}`
const now = new Date('2026-10-12T08:15:30Z')
const seconds = now.getTime() / 1000
const body = JSON.stringify({ event: 'signing_request.viewed', event_id: 'evt_1', signer: { name: 'Łukasz Żółć' } })
const later = (s: number) => ({ now: new Date(now.getTime() + s * 1000) })

describe('webhooks.unwrap', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('finds the signature in the headers of a request, of Node.js and of Express, whatever their case', async () => {
    const signature = await signWebhook(body, secret, { now })
    const all = { 'X-Service-Event': 'x', 'X-Service-Signature': signature }
    const asNode = { host: 'localhost', 'x-service-signature': [signature], cookie: undefined }
    for (const headers of [new Headers(all), new Request('http://a', { headers: all }).headers, all, asNode])
      expect(await webhooks.unwrap(body, headers, { secret, now })).toEqual(JSON.parse(body))
    await expect(webhooks.unwrap(body, {}, { secret, now })).rejects.toThrow('there is no X-Service-Signature header')
    await expect(webhooks.unwrap(body, new Headers(), { secret, now })).rejects.toThrow(WebhookSignatureError)
  })

  it('takes the secret from the environment, and refuses to go without one', async () => {
    const headers = { 'X-Service-Signature': await signWebhook(body, secret) }
    vi.stubEnv('COUNTERSIGN_WEBHOOK_SECRET', secret)
    expect(await webhooks.unwrap(body, headers)).toEqual(JSON.parse(body))
    await expect(webhooks.unwrap(body, headers, { secret: previous })).rejects.toThrow('no signature matches')
    vi.stubEnv('COUNTERSIGN_WEBHOOK_SECRET', '')
    await expect(webhooks.unwrap(body, headers)).rejects.toThrow('set COUNTERSIGN_WEBHOOK_SECRET')
  })

  it('is as strict as the tolerance', async () => {
    const headers = { 'X-Service-Signature': await signWebhook(body, secret, { now }) }
    await expect(webhooks.unwrap(body, headers, { secret, ...later(31), tolerance: 30 })).rejects.toThrow('31 s old')
  })
})

describe('verifyWebhook', () => {
  it('accepts what third-party code has signed, in every form of the raw body', async () => {
    const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: seconds })
    const bytes = new TextEncoder().encode(body)
    for (const raw of [body, bytes, Buffer.from(body), bytes.buffer]) {
      expect(await verifyWebhook(raw, header, secret, { now })).toEqual(JSON.parse(body))
    }
  })

  it('accepts the header as Node may pass it, in a list, and with spaces after the commas', async () => {
    const header = await signWebhook(body, secret, { now })
    for (const given of [[header], [header, 'another'], header.replace(',', ', ')]) {
      expect(await verifyWebhook(body, given, secret, { now })).toEqual(JSON.parse(body))
    }
    await expect(verifyWebhook(body, [], secret, { now })).rejects.toThrow('there is no X-Service-Signature header')
  })

  it('accepts either secret during a rotation', async () => {
    const header = await signWebhook(body, [secret, previous], { now })
    expect(header).toMatch(/^t=1791792930,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    for (const known of [secret, previous, [previous, secret]]) {
      expect(await verifyWebhook(body, header, known, { now })).toEqual(JSON.parse(body))
    }
    const old = await signWebhook(body, previous, { now })
    expect(await verifyWebhook(body, old, [secret, previous], { now })).toEqual(JSON.parse(body))
  })

  it('refuses a changed body, another secret, another time', async () => {
    const header = await signWebhook(body, secret, { now })
    const refused: [body: string, header: string, secret: string][] = [
      [body.replace('viewed', 'signed'), header, secret],
      [body, header, previous],
      [body, header.replace('t=1791792930', 't=1791792931'), secret],
    ]
    for (const call of refused) {
      await expect(verifyWebhook(...call, { now })).rejects.toThrow('no signature matches')
    }
  })

  it('refuses what is older or newer than the tolerance', async () => {
    const header = await signWebhook(body, secret, { now })
    for (const age of [300, -300]) expect(await verifyWebhook(body, header, secret, later(age))).toBeDefined()
    for (const age of [301, -301]) {
      await expect(verifyWebhook(body, header, secret, later(age))).rejects.toThrow(WebhookSignatureError)
    }
    await expect(verifyWebhook(body, header, secret, { ...later(301), tolerance: 600 })).resolves.toBeDefined()
    await expect(verifyWebhook(body, header, secret, { ...later(0), tolerance: Number.NaN })).rejects.toThrow('allowed')
  })

  it.each([
    ['', 'there is no X-Service-Signature header'],
    [null, 'there is no X-Service-Signature header'],
    [undefined, 'there is no X-Service-Signature header'],
    ['t=1791792930', 'malformed'],
    [`v1=${'0'.repeat(64)}`, 'malformed'],
    [`t=now,v1=${'0'.repeat(64)}`, 'malformed'],
    [`t=1791792930,v1=${'0'.repeat(63)}`, 'malformed'],
    [`t=1791792930,v0=${'0'.repeat(64)}`, 'malformed'],
  ])('refuses the header %o', async (header, reason) => {
    await expect(verifyWebhook(body, header, secret, { now })).rejects.toThrow(reason)
  })

  it('says so when it is given the parsed body instead of the raw one', async () => {
    const header = await signWebhook(body, secret, { now })
    const call = verifyWebhook(JSON.parse(body), header, secret, { now })
    await expect(call).rejects.toThrow('needs the raw body, not the parsed JSON')
    await expect(call).rejects.toThrow(WebhookSignatureError)
  })

  it('never works without a secret', async () => {
    const header = await signWebhook(body, secret, { now })
    for (const missing of ['', [], [secret, ''], undefined as unknown as string]) {
      await expect(verifyWebhook(body, header, missing, { now })).rejects.toThrow('the webhook secret is missing')
    }
  })
})

describe('signWebhook', () => {
  it('makes a signature that third-party code accepts', async () => {
    const header = await signWebhook(body, secret, { now })
    const event: unknown = stripe.webhooks.constructEvent(body, header, secret, 300, undefined, now.getTime())
    expect(event).toEqual(JSON.parse(body))
  })
})

describe('a delivery of the server', () => {
  let server: TestServer
  let receiver: Receiver
  useReceiver((started) => {
    ;({ server, receiver } = started)
  })

  it('is accepted under both header families', async () => {
    const created = await send(server, await server.key(), {
      signers: [{ email: 'ada@example.com' }],
      callback_url: receiver.url,
    })
    receiver.secrets.set('*', created.callback!.secret)
    await server.work()
    const [delivery] = receiver.deliveries
    for (const family of ['service', 'legacy']) {
      const header = delivery!.headers[`x-${family}-signature`]
      const event = await verifyWebhook(delivery!.body, header, created.callback!.secret, { now: server.clock.now() })
      expect(event).toMatchObject({ event: 'signing_request.sent', document_id: created.documentId })
    }
  })
})
