/** The way out for email. */
export interface Mail {
  readonly kind: 'resend' | 'smtp' | 'outbox' | 'none'
  /**
   * Hands the message to the provider; resolved means accepted.
   * @throws MailError
   */
  send(message: MailMessage): Promise<void>
  /**
   * Whether the address's domain says that it takes no mail at all (null MX, RFC 7505). False when that cannot be found
   * out within 2 seconds, and always where nothing really leaves.
   */
  acceptsNoMail(address: string): Promise<boolean>
  close(): Promise<void>
}

export interface MailMessage {
  to: string
  subject: string
  html: string
  text: string
  from?: string
  replyTo?: string
  attachments?: { filename: string; content: Uint8Array; contentType: string }[]
  /** The same message sent twice under one key reaches the recipient once, where the provider can tell. */
  idempotencyKey?: string
}

/** `permanent`: this message will never be accepted. Anything else, a wrong password included, may pass later. */
export class MailError extends Error {
  readonly permanent: boolean
  /** Short, stable, without an address in it: it goes into the audit trail. */
  readonly reason: string

  constructor(message: string, options: { permanent: boolean; reason: string; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'MailError'
    this.permanent = options.permanent
    this.reason = options.reason
  }
}
