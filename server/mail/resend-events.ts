import { Resend } from 'resend'

/** An email that the provider had taken and could not deliver. */
export interface Bounce {
  /** Whose invitation or reminder it was. */
  signingRequestId: string
  to: readonly string[]
  reason: 'bounced' | 'suppressed' | 'provider_failed'
  /** The provider's own words. */
  detail: string
}

/** The tag that a message carries to Resend, which repeats it in its events. */
export const REQUEST_TAG = 'signing_request_id'

/** `svix-id`, `svix-timestamp` and `svix-signature` of a call by Resend. */
export interface ResendHeaders {
  id: string
  timestamp: string
  signature: string
}

/**
 * What an event of Resend says of an email to a signer; null for one that says nothing of its delivery, or of a failure
 * that may pass.
 * @throws Error for a wrong or old signature
 */
export function readResendEvent(payload: string, headers: ResendHeaders, webhookSecret: string): Bounce | null {
  // Only its check of signatures is used, which needs no key.
  const event = new Resend('re_unused').webhooks.verify({ payload, headers, webhookSecret })
  const failure = failureOf(event)
  if (!failure || !('tags' in event.data)) return null
  const signingRequestId = event.data.tags?.[REQUEST_TAG]
  return signingRequestId === undefined ? null : { signingRequestId, to: event.data.to, ...failure }
}

type ResendEvent = ReturnType<Resend['webhooks']['verify']>

function failureOf(event: ResendEvent): Pick<Bounce, 'reason' | 'detail'> | null {
  switch (event.type) {
    case 'email.bounced':
      return event.data.bounce.type === 'Transient' ? null : { reason: 'bounced', detail: event.data.bounce.message }
    case 'email.suppressed':
      return { reason: 'suppressed', detail: event.data.suppressed.message }
    case 'email.failed':
      return { reason: 'provider_failed', detail: event.data.failed.reason }
    default:
      return null
  }
}
