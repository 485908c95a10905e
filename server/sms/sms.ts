/** The SMS provider. */
export interface Sms {
  readonly kind: 'twilio' | 'outbox' | 'none'
  /**
   * Hands the message to the provider; resolved means accepted. Whether the phone receives it is unknown: later
   * delivery reports are not requested.
   * @param to E.164
   * @returns the provider's message id
   * @throws SmsError
   */
  send(message: { to: string; text: string }): Promise<{ messageId: string }>
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
