import { environment } from './environment.ts'
import { WebhookSignatureError } from './errors.ts'
import type { EventName, WebhookBodies } from './generated/events.ts'

/** Every event in full; distinguish them by `event`, and return 2xx for an unknown one. */
export type WebhookEvent = { [Name in EventName]: WebhookBodies[Name]['full'] }[EventName]
/** Every event as sent to a hook in minimal mode. */
export type MinimalWebhookEvent = { [Name in EventName]: WebhookBodies[Name]['minimal'] }[EventName]
/** One event in full. */
export type WebhookEventOf<Name extends EventName> = WebhookBodies[Name]['full']

/** The body as received, byte for byte. */
export type RawBody = string | Uint8Array | ArrayBuffer

export interface VerifyWebhookOptions {
  /** Maximum difference between the signature's time and `now`, in seconds. Default 300. */
  tolerance?: number
  /** The current time. Default: the system clock. */
  now?: Date
}

/** The headers of a delivery: those of a `Request`, or of Node.js and Express. Upper and lower case are the same. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

export interface UnwrapOptions extends VerifyWebhookOptions {
  /** The whole `whsec_…` string, or several of them during a rotation. Default: `COUNTERSIGN_WEBHOOK_SECRET`. */
  secret?: string | readonly string[]
}

const SIGNATURE_HEADER = 'x-service-signature'
const TOLERANCE_S = 300
const RAW_BODY_HELP =
  'the check needs the raw body, not the parsed JSON. ' +
  "Express: express.raw({ type: 'application/json' }); Hono: await c.req.text(); Next.js: await request.text()"

/** Receives deliveries. */
export const webhooks = {
  /**
   * The event of a delivery whose signature is right and not too old (contract 6.5).
   * @param rawBody as received, before any JSON parser
   * @typeParam Event `MinimalWebhookEvent` for a hook that was registered with `payload: minimal`
   * @throws WebhookSignatureError when the delivery must not be trusted; TypeError when there is no secret
   */
  async unwrap<Event extends WebhookEvent | MinimalWebhookEvent = WebhookEvent>(
    rawBody: RawBody,
    headers: WebhookHeaders,
    { secret = environment('COUNTERSIGN_WEBHOOK_SECRET') ?? '', ...options }: UnwrapOptions = {},
  ): Promise<Event> {
    return verifyWebhook(rawBody, signatureOf(headers), secret, options)
  },
}

function signatureOf(headers: WebhookHeaders): string | readonly string[] | null | undefined {
  if (isHeaders(headers)) return headers.get(SIGNATURE_HEADER)
  const name = Object.keys(headers).find((key) => key.toLowerCase() === SIGNATURE_HEADER)
  return name === undefined ? undefined : headers[name]
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

/**
 * As `webhooks.unwrap`, for who has no more than the header `X-Service-Signature`. Any of several `v1` entries may match, so
 * that a secret can be rotated.
 * @param secret the whole `whsec_…` string, or several of them
 * @typeParam Event `MinimalWebhookEvent` for a hook that was registered with `payload: minimal`
 * @throws WebhookSignatureError when the delivery must not be trusted; TypeError when there is no secret
 */
export async function verifyWebhook<Event extends WebhookEvent | MinimalWebhookEvent = WebhookEvent>(
  rawBody: RawBody,
  header: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
  { tolerance = TOLERANCE_S, now = new Date() }: VerifyWebhookOptions = {},
): Promise<Event> {
  const keys = await Promise.all(secretsOf(secret).map((text) => hmacKey(text, 'verify')))
  const body = bytesOf(rawBody)
  const { time, signatures } = parseHeader(header)
  const message = signedMessage(time, body)
  const checks = keys.flatMap((key) => signatures.map((v1) => crypto.subtle.verify('HMAC', key, v1, message)))
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookSignatureError(
      'signature',
      'no signature matches: a different secret, or a body that is not the raw one',
    )
  }
  const age = now.getTime() / 1000 - Number(time)
  if (!(Math.abs(age) <= tolerance)) {
    throw new WebhookSignatureError('time', `the signature is ${Math.round(age)} s old; ${tolerance} s are allowed`)
  }
  return JSON.parse(new TextDecoder().decode(body)) as Event
}

/**
 * The signature header of a body, for tests of your own receiver.
 * @param secret each of several adds a `v1`, as after a rotation
 */
export async function signWebhook(
  rawBody: RawBody,
  secret: string | readonly string[],
  { now = new Date() }: { now?: Date } = {},
): Promise<string> {
  const time = String(Math.floor(now.getTime() / 1000))
  const message = signedMessage(time, bytesOf(rawBody))
  const entries = secretsOf(secret).map(async (text) => {
    const signature = await crypto.subtle.sign('HMAC', await hmacKey(text, 'sign'), message)
    return `v1=${Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  })
  return [`t=${time}`, ...(await Promise.all(entries))].join(',')
}

function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : (secret ?? [])
  if (secrets.length > 0 && secrets.every((text) => typeof text === 'string' && text !== '')) return secrets
  throw new TypeError(
    'the webhook secret is missing: pass it, or set COUNTERSIGN_WEBHOOK_SECRET; whsec_… as the create call returned it',
  )
}

function bytesOf(rawBody: RawBody): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (rawBody instanceof Uint8Array) return rawBody
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody)
  throw new WebhookSignatureError('raw_body', RAW_BODY_HELP)
}

/** `t=<unix seconds>,v1=<hex>[,v1=<hex>]`. */
function parseHeader(header: string | readonly string[] | null | undefined) {
  const text = typeof header === 'string' ? header : (header?.[0] ?? '')
  const entries = text.split(',').map((part) => part.trim().split('='))
  const time = entries.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = entries
    .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
    .map(([, value]) => Uint8Array.from(value!.match(/../g)!, (pair) => Number.parseInt(pair, 16)))
  if (/^\d{1,15}$/.test(time) && signatures.length > 0) return { time, signatures }
  throw new WebhookSignatureError(
    'header',
    text === '' ? 'there is no X-Service-Signature header' : 'the X-Service-Signature header is malformed',
  )
}

/** The decimal time, a dot, the body. */
function signedMessage(time: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = new TextEncoder().encode(`${time}.`)
  const message = new Uint8Array(prefix.length + body.length)
  message.set(prefix)
  message.set(body, prefix.length)
  return message
}

function hmacKey(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [use])
}
