import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { outboxSms } from './outbox.ts'
import { type Sms, SmsError } from './sms.ts'
import { twilioSms } from './twilio.ts'

export { type Sms, SmsError, type SmsMessage, type SmsRefusal } from './sms.ts'

export interface SmsOptions {
  /** `twilio:SID:TOKEN[@BASE_URL]`, `outbox:` or `none:`. */
  url: string
  /** Sender of every message: a number, a name or a messaging service; only `twilio:` needs one. */
  from: string | null
}

/** The adapter that `SMS_URL` names. */
export function createSms({ url, from }: SmsOptions, db: Db, clock: Clock): Sms {
  if (url.startsWith('twilio:')) return twilioSms(url, from ?? '')
  if (url.startsWith('outbox:')) return outboxSms(db, clock)
  return noSms
}

const noSms: Sms = {
  kind: 'none',
  async send() {
    throw new SmsError('No SMS provider is configured', { reason: 'not_configured' })
  },
}
