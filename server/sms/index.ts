import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { outboxSms } from './outbox.ts'

/** The way out for text messages. */
export interface Sms {
  readonly kind: 'outbox'
  /** @param to E.164 */
  send(message: { to: string; text: string }): Promise<void>
}

/** The adapter that `SMS_URL` names. */
export function createSms(_url: 'outbox:', db: Db, clock: Clock): Sms {
  return outboxSms(db, clock)
}
