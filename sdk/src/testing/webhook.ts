import { eventExamples } from '../generated/event-examples.ts'
import type { EventName, WebhookBodies } from '../generated/events.ts'
import { signWebhook } from '../webhooks.ts'

type Mode = 'full' | 'minimal'

/** A delivery as a receiver gets it. */
export interface TestWebhook<Event> {
  event: Event
  /** The raw body: the bytes that the signature covers. */
  body: string
  headers: Record<string, string>
}

export interface TestWebhookOptions<Name extends EventName, M extends Mode> {
  /** As the hook is registered: `full` (default) or `minimal` (contract 6.4). */
  payload?: M
  /** Keys that replace those of the example, e.g. a `document_id` of yours, or an `event_id` to deliver again. */
  changes?: Partial<WebhookBodies[Name][M]>
  /** When it is sent. Default: the system clock. */
  now?: Date
}

const USER_AGENTS: Record<Mode, string> = { full: 'service-webhooks/1.0', minimal: 'service-webhooks-minimal/1' }

/**
 * An event as the service would deliver it, signed with your secret: with each key that it has in reality, the values of
 * the API's documentation, and a new `event_id` (contract 6.2 to 6.5). For tests of your own receiver; sends nothing.
 * @param secret each of several adds a `v1`, as during a rotation
 * @throws TypeError for a name that is no event, or without a secret
 */
export async function testWebhook<Name extends EventName, M extends Mode = 'full'>(
  name: Name,
  secret: string | readonly string[],
  { payload, changes, now = new Date() }: TestWebhookOptions<Name, M> = {},
): Promise<TestWebhook<WebhookBodies[Name][M]>> {
  const mode: Mode = payload ?? 'full'
  const example = Object.hasOwn(eventExamples, name) ? eventExamples[name][mode] : undefined
  if (!example) throw new TypeError(`there is no event ${JSON.stringify(name)}`)
  const envelope = { event_id: `evt_${crypto.randomUUID().replaceAll('-', '')}`, created_at: now.toISOString() }
  // The examples are those of the spec, which are checked against the schemas that the types come from.
  const event = { ...example, ...envelope, ...changes } as WebhookBodies[Name][M] & { event_id: string }
  const body = JSON.stringify(event)
  const signature = await signWebhook(body, secret, { now })
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENTS[mode],
    'X-Service-Signature': signature,
    'X-Service-Event': name,
    'X-Service-Event-Id': event.event_id,
    'X-Legacy-Signature': signature,
    'X-Legacy-Event': name,
    'X-Legacy-Event-Id': event.event_id,
  }
  return { event, body, headers }
}
