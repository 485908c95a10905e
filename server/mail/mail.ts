import type { MessageSubject } from '../db/schema.ts'

/** The mail provider. */
export interface Mail {
  readonly kind: 'resend' | 'smtp' | 'outbox' | 'none'
  /**
   * Hands the message to the provider; resolved means accepted.
   * @throws MailError
   */
  send(message: MailMessage): Promise<void>
  /**
   * Whether the address's domain declares that it accepts no mail at all (null MX, RFC 7505). False if that cannot be
   * determined within 2 seconds, and always for adapters that send nothing.
   */
  acceptsNoMail(address: string): Promise<boolean>
  /** Connects and logs in without sending anything: why messages would not be accepted; null: nothing found. */
  check(): Promise<string | null>
  close(): Promise<void>
}

export interface MailMessage {
  to: string
  subject: string
  html: string
  text: string
  /** Shown as the sender beside the configured address. */
  fromName?: string
  replyTo?: string
  /** Messages with the same value form one thread in the recipient's mailbox. */
  thread?: string
  /** With `cid` shown inside the HTML, as `cid:<cid>`. */
  attachments?: Attachment[]
  /** A message sent twice under the same key reaches the recipient once, if the provider supports it. */
  idempotencyKey?: string
  /** What it belongs to, for the mailbox of a sandbox. */
  about?: MessageSubject
}

export interface Attachment {
  filename: string
  content: Uint8Array
  contentType: string
  cid?: string
}

/** `permanent`: this message will never be accepted. Any other failure, a wrong password included, may be temporary. */
export class MailError extends Error {
  readonly permanent: boolean
  /** Short and stable, without an address in it: it is recorded in the audit trail. */
  readonly reason: string
  /** The provider takes no message of that size; `permanent` as well. */
  readonly isTooLarge: boolean

  constructor(message: string, options: { permanent: boolean; reason: string; isTooLarge?: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.isTooLarge = options.isTooLarge ?? false
    this.name = 'MailError'
    this.permanent = options.permanent
    this.reason = options.reason
  }
}
