// Generated from spec/ by scripts/generate.ts. Do not edit.
import type { components } from './openapi.ts'

type Schemas = components['schemas']
type Minimal<Name extends string, Body> = Omit<Body, 'event'> & { event: Name }

/** The names of all events. New ones may appear: return 2xx for unknown ones. */
export const eventNames = [
  'signing_request.sent',
  'signing_request.viewed',
  'signing_request.sms_sent',
  'signing_request.sms_failed',
  'signing_request.sms_verified',
  'signing_request.signed',
  'signing_request.declined',
  'signing_request.withdrawn',
  'signing_request.expired',
  'signing_request.email_failed',
  'signing_request.hand_over_proposed',
  'signing_request.reassigned',
  'document.completed',
  'document.seal_delayed',
  'document.abandoned',
  'template_instance.staged',
  'template_instance.confirmed',
  'template_instance.discarded',
  'ping',
] as const

export type EventName = (typeof eventNames)[number]

/** The bodies of each event, for a hook in full and in minimal mode. */
export interface WebhookBodies {
  'signing_request.sent': { full: Schemas['SigningRequestSent']; minimal: Minimal<'signing_request.sent', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.viewed': { full: Schemas['SigningRequestViewed']; minimal: Minimal<'signing_request.viewed', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.sms_sent': { full: Schemas['SigningRequestSmsSent']; minimal: Minimal<'signing_request.sms_sent', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.sms_failed': { full: Schemas['SigningRequestSmsFailed']; minimal: Minimal<'signing_request.sms_failed', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.sms_verified': { full: Schemas['SigningRequestSmsVerified']; minimal: Minimal<'signing_request.sms_verified', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.signed': { full: Schemas['SigningRequestSigned']; minimal: Minimal<'signing_request.signed', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.declined': { full: Schemas['SigningRequestDeclined']; minimal: Minimal<'signing_request.declined', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.withdrawn': { full: Schemas['SigningRequestWithdrawn']; minimal: Minimal<'signing_request.withdrawn', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.expired': { full: Schemas['SigningRequestExpired']; minimal: Minimal<'signing_request.expired', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.email_failed': { full: Schemas['SigningRequestEmailFailed']; minimal: Minimal<'signing_request.email_failed', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.hand_over_proposed': { full: Schemas['SigningRequestHandOverProposed']; minimal: Minimal<'signing_request.hand_over_proposed', Schemas['MinimalSigningRequestEvent']> }
  'signing_request.reassigned': { full: Schemas['SigningRequestReassigned']; minimal: Minimal<'signing_request.reassigned', Schemas['MinimalSigningRequestEvent']> }
  'document.completed': { full: Schemas['DocumentCompleted']; minimal: Minimal<'document.completed', Schemas['MinimalDocumentCompleted']> }
  'document.seal_delayed': { full: Schemas['DocumentSealDelayed']; minimal: Minimal<'document.seal_delayed', Schemas['MinimalDocumentEvent']> }
  'document.abandoned': { full: Schemas['DocumentAbandoned']; minimal: Minimal<'document.abandoned', Schemas['MinimalDocumentEvent']> }
  'template_instance.staged': { full: Schemas['TemplateInstanceStaged']; minimal: Minimal<'template_instance.staged', Schemas['MinimalTemplateInstanceEvent']> }
  'template_instance.confirmed': { full: Schemas['TemplateInstanceConfirmed']; minimal: Minimal<'template_instance.confirmed', Schemas['MinimalTemplateInstanceEvent']> }
  'template_instance.discarded': { full: Schemas['TemplateInstanceDiscarded']; minimal: Minimal<'template_instance.discarded', Schemas['MinimalTemplateInstanceEvent']> }
  'ping': { full: Schemas['Ping']; minimal: Minimal<'ping', Schemas['Ping']> }
}
