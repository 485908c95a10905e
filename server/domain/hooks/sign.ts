import { createHmac } from 'node:crypto'
import type { PayloadMode } from '../../db/schema.ts'

/** Frozen (contract 6.2). */
const USER_AGENTS: Record<PayloadMode, string> = {
  full: 'service-webhooks/1.0',
  minimal: 'service-webhooks-minimal/1',
}

/**
 * The value of the signature headers (contract 6.5): `t=<unix seconds>,v1=<hex>[,v1=<hex>]`, one `v1` for each valid
 * secret, the newest first. The key is the whole secret string, the message `<t>.<body>`.
 */
export function signatureHeader(secrets: string[], body: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  return [`t=${t}`, ...signatures].join(',')
}

/** What a delivery is signed with, the newest secret first, and when. */
export interface Signing {
  secrets: string[]
  body: string
  at: Date
  /** Whether the headers of Standard Webhooks are added. */
  standard?: boolean
}

/** The headers of an attempt (contract 6.2). */
export function deliveryHeaders(
  { event, event_id }: { event: string; event_id: string },
  mode: PayloadMode,
  { secrets, body, at, standard = false }: Signing,
): Record<string, string> {
  const signature = signatureHeader(secrets, body, at)
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENTS[mode],
    'X-Service-Signature': signature,
    'X-Service-Event': event,
    'X-Service-Event-Id': event_id,
    'X-Legacy-Signature': signature,
    'X-Legacy-Event': event,
    'X-Legacy-Event-Id': event_id,
    ...(standard ? standardHeaders(secrets, body, { id: event_id, at }) : {}),
  }
}

/**
 * As https://www.standardwebhooks.com has them: `v1,<Base64>` for each secret, of `<id>.<seconds>.<body>`. Its libraries
 * read what follows `whsec_` as Base64, so that the same secret is another key than above.
 */
function standardHeaders(secrets: string[], body: string, { id, at }: { id: string; at: Date }) {
  const time = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures.join(' ') }
}
