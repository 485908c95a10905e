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

/** The headers of an attempt (contract 6.2). @param signature as `signatureHeader` makes it */
export function deliveryHeaders(
  { event, event_id }: { event: string; event_id: string },
  mode: PayloadMode,
  signature: string,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENTS[mode],
    'X-Service-Signature': signature,
    'X-Service-Event': event,
    'X-Service-Event-Id': event_id,
    'X-Legacy-Signature': signature,
    'X-Legacy-Event': event,
    'X-Legacy-Event-Id': event_id,
  }
}
