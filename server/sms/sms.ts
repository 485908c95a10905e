/** The way out for text messages. */
export interface Sms {
  readonly kind: 'twilio' | 'outbox' | 'none'
  /**
   * Hands the message to the provider; resolved means accepted. Whether a phone gets it is another matter: what the
   * provider reports later is not asked for.
   * @param to E.164
   * @returns the provider's id of the message
   * @throws SmsError
   */
  send(message: { to: string; text: string }): Promise<{ messageId: string }>
}

/** Why a message was not accepted, as `sms_failed.reason` names it (contract 6.3). */
export type SmsRefusal = 'invalid_number' | 'landline' | 'blocked' | 'not_configured' | 'provider_error'

export class SmsError extends Error {
  readonly reason: SmsRefusal
  /** The provider's own code, where it gave one: it goes into log and audit trail. */
  readonly providerCode: string | null

  constructor(message: string, options: { reason: SmsRefusal; providerCode?: string; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'SmsError'
    this.reason = options.reason
    this.providerCode = options.providerCode ?? null
  }
}
