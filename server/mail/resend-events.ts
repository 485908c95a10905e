import { Resend } from 'resend'
import { z } from 'zod'
import { REFERENCE_TAG, type RETURNED } from './reference.ts'

/** An email that the provider had taken and could not deliver. */
export interface Bounce {
  /** As of `readReference`. */
  reference: string
  reason: (typeof RETURNED)[number]
  /** The provider's own words. */
  detail: string
}

/** `svix-id`, `svix-timestamp` and `svix-signature` of a call by Resend. */
export interface ResendHeaders {
  id: string
  timestamp: string
  signature: string
}

const email = { tags: z.object({ [REFERENCE_TAG]: z.string() }) }
/** A bounce of the type `Transient` may pass. */
const bounce = z.object({ type: z.string().refine((type) => type !== 'Transient'), message: z.string() })
const Failure = z.discriminatedUnion('type', [
  z.object({ type: z.literal('email.bounced'), data: z.object({ ...email, bounce }) }),
  z.object({
    type: z.literal('email.suppressed'),
    data: z.object({ ...email, suppressed: z.object({ message: z.string() }) }),
  }),
  z.object({ type: z.literal('email.failed'), data: z.object({ ...email, failed: z.object({ reason: z.string() }) }) }),
])

/**
 * What an event of Resend says of an email; null for one that says nothing of its delivery, or of a failure
 * that may pass.
 * @throws Error for a wrong or old signature
 */
export function readResendEvent(payload: string, headers: ResendHeaders, webhookSecret: string): Bounce | null {
  // Only its check of signatures is used, which needs no key.
  const event: unknown = new Resend('re_unused').webhooks.verify({ payload, headers, webhookSecret })
  const failure = Failure.safeParse(event).data
  if (!failure) return null
  return { reference: failure.data.tags[REFERENCE_TAG]!, ...wordsOf(failure) }
}

function wordsOf({ type, data }: z.infer<typeof Failure>): Pick<Bounce, 'reason' | 'detail'> {
  switch (type) {
    case 'email.bounced':
      return { reason: 'bounced', detail: data.bounce.message }
    case 'email.suppressed':
      return { reason: 'suppressed', detail: data.suppressed.message }
    case 'email.failed':
      return { reason: 'provider_failed', detail: data.failed.reason }
  }
}
