import type { Channel } from '../../db/values.ts'
import type { SealProblemCode } from '../records/seal-problem.ts'
import type { SignerBlock } from './signer-block.ts'

/**
 * Every event (contract 6.3): its name and the fields of its full body besides the envelope. The envelope and the
 * minimal form are in `envelope.ts`. Times are ISO 8601 UTC, identifiers are UUIDs.
 */

/** The fields of every event about one signer. */
interface SignerEvent {
  signing_request_id: string
  document_id: string
  signer: SignerBlock
  /** The signer's, repeated at top level; null when there is none. */
  role: string | null
  reference: string | null
}

interface Occurred {
  /** When the transition happened. */
  occurred_at: string
}

interface SmsAllowance {
  monthly: number
  used: number
  remaining: number
  resets_at: string
}

export type SmsFailure =
  | 'invalid_number'
  | 'landline'
  | 'blocked'
  | 'rate_limited'
  | 'allowance_exhausted'
  | 'not_configured'
  | 'provider_error'

export type EmailFailure = 'refused' | 'bounced' | 'suppressed' | 'provider_failed'

type Sent = { locale: string; channel: Channel } & (
  | { source?: 'v1_api'; template_id?: string; template_version?: number }
  | { source: 'template_instance' }
  | { source: 'sequential_release'; occurred_at: string; emailed: boolean }
)

/** The fields of each signer event beyond `SignerEvent`. */
export interface SignerEventOwn {
  /** Without `source` when sent from the dashboard. */
  'signing_request.sent': Sent
  'signing_request.viewed': Occurred
  'signing_request.sms_sent': Occurred & { phone_masked: string; attempt: number | null; sms_allowance: SmsAllowance }
  'signing_request.sms_failed': Occurred & {
    reason: SmsFailure
    phone_masked: string | null
    sms_allowance: SmsAllowance
  }
  'signing_request.sms_verified': Occurred & { phone_masked: string; sms_verified_at: string }
  /** `sha256` is of the PDF after this signature. */
  'signing_request.signed': { sha256: string }
  'signing_request.declined': Occurred & { reason: string | null }
  'signing_request.withdrawn': Occurred & { withdrawn_by: 'api' | 'sender' }
  'signing_request.expired': { expired_at: string }
  /** The invitation or a reminder could not be delivered. */
  'signing_request.email_failed': Occurred & { reason: EmailFailure; provider_message: string | null }
  /** The signer says that somebody else should sign. */
  'signing_request.hand_over_proposed': Occurred & { proposed: { email: string; name: string } }
  /** The signer block is the new person's. */
  'signing_request.reassigned': Occurred & {
    previous: { email: string; name: string | null }
    reassigned_by: 'api' | 'sender'
    emailed: boolean
  }
}

export type SignerEventType = keyof SignerEventOwn
export type SignerEventPayload<T extends SignerEventType> = SignerEvent & SignerEventOwn[T]

interface DocumentCompleted {
  signing_request_id: string
  document_id: string
  /** Who signed last. */
  signer: SignerBlock
  signed_pdf_url: string
  audit_trail_url: string
  sha256: string
  cert_serial: string
  tsa_provider: string
  tsa_signed_at: string
  /** The audit event that the seal covers. */
  audit_head: { seq: number; hash: string }
}

interface DocumentSealDelayed {
  document_id: string
  occurred_at: string
  reason: SealProblemCode
  /** When sealing failed first. */
  since: string
}

interface DocumentAbandoned {
  document_id: string
  occurred_at: string
  abandoned_by: 'api' | 'sender'
}

interface TemplateInstance {
  document_id: string
  template_id: string
}

interface InstanceRecipient {
  signing_request_id: string
  slot: number
  email: string
  channel: Channel
}

type InstanceStaged = TemplateInstance & {
  template_version: number
  review_url: string
  review_expires_at: string
  source: 'v1_api'
  api_key_id: string
} & (
    | { kind: 'esign'; signing_mode: 'sequential' | 'parallel'; recipients: InstanceRecipient[] }
    | { kind: 'file'; filename: string }
  )

type InstanceConfirmed = TemplateInstance & { template_version: number; actor: 'api_key' | 'user' } & (
    | { kind: 'esign'; expires_at: string; recipients: (InstanceRecipient & { status: 'pending' | 'queued' })[] }
    | { kind: 'file' }
  )

type InstanceDiscarded = TemplateInstance & {
  kind: 'esign' | 'file'
  reason: 'discarded' | 'expired'
  actor: 'api_key' | 'user' | 'system'
}

/** By event name: the fields of the full body besides the envelope. */
export type EventPayloads = { [T in SignerEventType]: SignerEventPayload<T> } & {
  'document.completed': DocumentCompleted
  'document.seal_delayed': DocumentSealDelayed
  'document.abandoned': DocumentAbandoned
  'template_instance.staged': InstanceStaged
  'template_instance.confirmed': InstanceConfirmed
  'template_instance.discarded': InstanceDiscarded
}

/** The events a hook can subscribe to. A `ping` is sent on request only. */
export type EventType = keyof EventPayloads

const SUBSCRIBABLE = {
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
} satisfies Record<EventType, true>

/** Every event name a hook can subscribe to. */
export const EVENT_TYPES = Object.keys(SUBSCRIBABLE) as EventType[]
