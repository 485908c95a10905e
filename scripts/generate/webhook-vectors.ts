import { createHash, createHmac } from 'node:crypto'

/** What a check must make of one delivery. */
export interface Vector {
  name: string
  /** What the receiver knows. */
  secrets: string[]
  /** The value of `X-Service-Signature`; null: there is none. */
  header: string | null
  body: string
  /** SHA-256 of the bytes of `body` in UTF-8. */
  body_sha256: string
  /** The time at the receiver, in unix seconds. */
  now: number
  /** Null: the delivery is accepted. Else the check that it fails on, as `check` of the SDK's WebhookSignatureError. */
  fails_on: 'header' | 'signature' | 'time' | null
}

const NOW = 1_791_792_930
const secret = `whsec_${'0123456789abcdef'.repeat(3)}`
const previous = `whsec_${'f'.repeat(48)}`
const ping = '{"event":"ping","event_id":"evt_0001","created_at":"2026-10-12T08:15:30.000Z"}'

const v1 = (body: string, key = secret, t = NOW) => createHmac('sha256', key).update(`${t}.${body}`).digest('hex')

interface Delivery {
  body?: string
  header?: string | null
  secrets?: string[]
  now?: number
}

/** A delivery that is signed now with the receiver's secret, but for what is given. */
function vector(name: string, fails_on: Vector['fails_on'], delivery: Delivery = {}): Vector {
  const { body = ping, secrets = [secret], now = NOW, header = `t=${NOW},v1=${v1(body)}` } = delivery
  const body_sha256 = createHash('sha256').update(body).digest('hex')
  return { name, secrets, header, body, body_sha256, now, fails_on }
}

const VECTORS = [
  vector('a ping', null),
  vector('a body beyond ASCII: its bytes in UTF-8 are signed', null, {
    body: '{"event":"signing_request.viewed","signer":{"name":"Łukasz Żółć 😀","company":"Ünïon"}}',
  }),
  vector('white space and a line break at the end are part of the body', null, {
    body: `${ping.replace(',', ',\n  ')}\n`,
  }),
  vector('escapes stay as they are', null, { body: '{"event":"ping","note":"\\u00e9 \\/ \\" \\\\"}' }),
  vector('an empty body', 'signature', { body: '', header: `t=${NOW},v1=${v1(ping)}` }),
  vector('during a rotation: the receiver knows the new secret', null, {
    header: `t=${NOW},v1=${v1(ping)},v1=${v1(ping, previous)}`,
  }),
  vector('during a rotation: the receiver knows the previous secret', null, {
    header: `t=${NOW},v1=${v1(ping)},v1=${v1(ping, previous)}`,
    secrets: [previous],
  }),
  vector('a receiver that knows two secrets', null, {
    header: `t=${NOW},v1=${v1(ping, previous)}`,
    secrets: [secret, previous],
  }),
  vector('entries other than t and v1 are ignored', null, { header: `t=${NOW},v0=00,v1=${v1(ping)},v2=ff` }),
  vector('spaces after the commas', null, { header: `t=${NOW}, v1=${v1(ping)}` }),
  vector('300 seconds old', null, { now: NOW + 300 }),
  vector('301 seconds old', 'time', { now: NOW + 301 }),
  vector('301 seconds ahead', 'time', { now: NOW - 301 }),
  vector('another secret', 'signature', { secrets: [previous] }),
  vector('a secret without its whsec_', 'signature', { secrets: [secret.replace('whsec_', '')] }),
  vector('a changed body', 'signature', { body: ping.replace('0001', '0002'), header: `t=${NOW},v1=${v1(ping)}` }),
  vector('a body that was parsed and written again', 'signature', {
    body: JSON.stringify(JSON.parse(ping), null, 2),
    header: `t=${NOW},v1=${v1(ping)}`,
  }),
  vector('a changed time', 'signature', { header: `t=${NOW + 1},v1=${v1(ping)}` }),
  vector('the body signed without its time', 'signature', {
    header: `t=${NOW},v1=${createHmac('sha256', secret).update(ping).digest('hex')}`,
  }),
  vector('old, and by another secret: the signature comes first', 'signature', {
    secrets: [previous],
    now: NOW + 301,
  }),
  vector('no header', 'header', { header: null }),
  vector('an empty header', 'header', { header: '' }),
  vector('no time', 'header', { header: `v1=${v1(ping)}` }),
  vector('no signature', 'header', { header: `t=${NOW}` }),
  vector('only a signature of another kind', 'header', { header: `t=${NOW},v0=${v1(ping)}` }),
  vector('a signature that is cut', 'header', { header: `t=${NOW},v1=${v1(ping).slice(0, 63)}` }),
  vector('a time that is no number', 'header', { header: `t=now,v1=${v1(ping)}` }),
]

/** spec/webhook-test-vectors.json: what a check of signatures must accept and refuse, in any language (contract 6.5). */
export function writeWebhookVectors(): string {
  const scheme = {
    header: 'X-Service-Signature',
    format: 't=<unix seconds>,v1=<hex>[,v1=<hex>]',
    algorithm: 'HMAC-SHA256',
    key: 'the whole secret, with its whsec_, in UTF-8',
    message: '<t>.<raw body>',
    tolerance_seconds: 300,
  }
  return `${JSON.stringify({ scheme, vectors: VECTORS }, null, 2)}\n`
}
