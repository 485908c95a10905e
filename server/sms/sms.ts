import type { MessageSubject } from '../db/schema.ts'

export interface SmsMessage {
  /** E.164. */
  to: string
  text: string
  /** What it belongs to, for the mailbox of a sandbox. */
  about?: MessageSubject
}

/** The SMS provider. */
export interface Sms {
  readonly kind: 'twilio' | 'outbox' | 'none'
  /**
   * Hands the message to the provider; resolved means accepted. Whether the phone receives it is unknown: later
   * delivery reports are not requested.
   * @returns the provider's message id
   * @throws SmsError
   */
  send(message: SmsMessage): Promise<{ messageId: string }>
}

/** Why a message was not accepted, in the terms of `sms_failed.reason` (contract 6.3). */
export type SmsRefusal = 'invalid_number' | 'landline' | 'blocked' | 'not_configured' | 'provider_error'

export class SmsError extends Error {
  readonly reason: SmsRefusal
  /** The provider's own code, if any: it is logged and recorded in the audit trail. */
  readonly providerCode: string | null

  constructor(message: string, options: { reason: SmsRefusal; providerCode?: string; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'SmsError'
    this.reason = options.reason
    this.providerCode = options.providerCode ?? null
  }
}
