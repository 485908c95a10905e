// Compiled by the type check, never run: the catalogue of events and the spec's webhooks say the same.
import type { EventName, WebhookBodies } from '../../sdk/src/generated/events.ts'
import type { PING } from '../../server/domain/deliveries/once.ts'
import type { EventPayloads, EventType } from '../../server/domain/events/catalogue.ts'

type Envelope<T> = {
  event: T
  event_id: string
  created_at: string
  workspace_id: string
  metadata?: Record<string, string | number | boolean | null> | null
  sandbox?: true
}
type Recorded = { [T in EventType]: Envelope<T> & EventPayloads[T] }
type KeysOf<Union> = Union extends unknown ? keyof Union : never

/** True, or a type that is not, and names what differs. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : { missing: Exclude<B, A> }) : { surplus: Exclude<A, B> }

// The same names.
export const names: Same<EventType | typeof PING, EventName> = true

/** The database keeps languages as text. */
type AnyLocale<Body> = Body extends { locale: string } ? Omit<Body, 'locale'> & { locale: string } : Body

// Whatever the server can record fits the schema of its full body.
export const full = (recorded: Recorded): { [T in EventType]: AnyLocale<WebhookBodies[T]['full']> } => recorded

// And the schema names no key that the server never records, nor the other way round.
export const keys: { [T in EventType]: Same<KeysOf<Recorded[T]>, KeysOf<WebhookBodies[T]['full']>> } = {
  'signing_request.sent': true,
  'signing_request.viewed': true,
  'signing_request.sms_sent': true,
  'signing_request.sms_failed': true,
  'signing_request.sms_verified': true,
  'signing_request.signed': true,
  'signing_request.declined': true,
  'signing_request.withdrawn': true,
  'signing_request.expired': true,
  'signing_request.email_failed': true,
  'signing_request.hand_over_proposed': true,
  'signing_request.reassigned': true,
  'document.completed': true,
  'document.seal_delayed': true,
  'document.abandoned': true,
  'template_instance.staged': true,
  'template_instance.confirmed': true,
  'template_instance.discarded': true,
}
