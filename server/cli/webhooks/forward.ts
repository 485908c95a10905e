import { createHmac } from 'node:crypto'
import type { PayloadMode } from '../../db/schema.ts'
import { ATTEMPT_TIMEOUT_MS, postDelivery } from '../../domain/hooks/attempt.ts'
import { deliveryHeaders } from '../../domain/hooks/sign.ts'
import { createOutbound } from '../../net/outbound.ts'
import { UsageError } from '../errors.ts'

/** The body of a webhook, with its keys in the order in which a delivery has them. */
export interface EventBody {
  event: string
  event_id: string
  document_id?: string | null
}

export interface ReceiverAnswer {
  /** Null where there was none. */
  status: number | null
  /** What came with it, or why there is none. */
  text: string
  ms: number
}

/** A receiver that events are sent to from this machine, each as a delivery of a hook would be, and once. */
export interface Forwarder {
  send(event: EventBody): Promise<ReceiverAnswer>
  close(): Promise<void>
}

/** Whoever runs the command chose the address: it may be in any network. */
const ANYWHERE = ['0.0.0.0/0', '::/0']

/** @throws UsageError for an address that nothing can be sent to */
export function assertTarget(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return
  throw new UsageError(`--forward-to takes a URL, as in http://localhost:4000/webhooks, not ${JSON.stringify(url)}`)
}

/** @throws UsageError for an address that nothing can be sent to */
export function createForwarder(url: string, secret: string, mode: PayloadMode): Forwarder {
  assertTarget(url)
  const outbound = createOutbound({ allowCidrs: ANYWHERE, allowHttp: 'loopback', nat64: false, dnsServers: null })
  return {
    async send(event) {
      const body = JSON.stringify(event)
      const headers = deliveryHeaders(event, mode, { secrets: [secret], body, at: new Date() })
      const started = performance.now()
      const options = { headers, body, timeoutMs: ATTEMPT_TIMEOUT_MS, httpsOnly: false }
      const { status, text } = await postDelivery({ outbound }, url, options)
      return { status, text, ms: Math.round(performance.now() - started) }
    },
    close: () => outbound.close(),
  }
}

/**
 * What events are signed with on this machine: the secret that was given, else one that belongs to the key, so that it
 * stays the same from one run to the next and need not be kept.
 * @throws UsageError where there is neither
 */
export function localSecret({ secret, key }: { secret?: string; key?: string }): string {
  if (secret) return secret
  if (key) return `whsec_${createHmac('sha256', key).update('countersign listen').digest('hex').slice(0, 48)}`
  throw new UsageError('there is no secret to sign with: --secret, COUNTERSIGN_WEBHOOK_SECRET or COUNTERSIGN_API_KEY')
}

export const isAccepted = ({ status }: ReceiverAnswer) => status !== null && status >= 200 && status < 300

/** `17:08:27  document.completed  evt_…  204  12 ms`, and below it what was wrong. */
export function answerLine({ event, event_id }: EventBody, answer: ReceiverAnswer | null): string {
  const head = `${clockTime()}  ${event.padEnd(EVENT_WIDTH)}  ${event_id}`
  if (answer === null) return head
  const line = `${head}  ${answer.status ?? '---'}  ${answer.ms} ms`
  const said = answer.text.trim().replaceAll(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS)
  return isAccepted(answer) || said === '' ? line : `${line}\n          ${said}`
}

/** Of this machine, as people read it. */
export const clockTime = () => new Date().toTimeString().slice(0, 8)

const EVENT_WIDTH = 'signing_request.sms_verified'.length
const SHOWN_CHARACTERS = 200
