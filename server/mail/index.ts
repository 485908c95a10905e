import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { addressOf } from './headers.ts'
import { type Mail, MailError } from './mail.ts'
import { createMx } from './mx.ts'
import { outboxMail } from './outbox.ts'
import { resendMail } from './resend.ts'
import { smtpMail } from './smtp.ts'

export { type Mail, MailError, type MailMessage } from './mail.ts'

export interface MailOptions {
  /** `resend:KEY[@BASE_URL]`, `smtp:` or `smtps:` with host and login, `outbox:` or `none:`. */
  url: string
  /** Sender of every message without one of its own. */
  from: string
  /** Where returned mails go; null: to the address in `from`. */
  returnTo?: string | null
  /** Name servers for null MX look-ups; null: the system's. */
  dnsServers: string[] | null
}

/** The adapter that `MAIL_URL` names. */
export function createMail(options: MailOptions, db: Db, clock: Clock): Mail {
  return providerMail(options) ?? outboxMail(db, clock)
}

/** The same without a database; null for `outbox:`, which keeps its messages there. */
export function providerMail(options: MailOptions): Mail | null {
  const { url, from, returnTo } = options
  if (url.startsWith('resend:')) return resendMail(url, from, createMx(options.dnsServers))
  if (/^smtps?:/.test(url)) return smtpMail(url, from, returnTo ?? addressOf(from), createMx(options.dnsServers))
  return url.startsWith('outbox:') ? null : noMail
}

const noMail: Mail = {
  kind: 'none',
  async send() {
    throw new MailError('No mail provider is configured', { permanent: true, reason: 'not_configured' })
  },
  acceptsNoMail: async () => false,
  check: async () => null,
  close: async () => {},
}
