import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/database.ts'
import { outboxSms } from './outbox.ts'
import { type Sms, SmsError, type SmsRefusal } from './sms.ts'

/** Numbers that fail on demand; any other works. */
const REFUSED: Record<string, SmsRefusal> = {
  '+15005550001': 'invalid_number',
  '+15005550002': 'provider_error',
  '+15005550004': 'blocked',
  '+15005550009': 'landline',
}

/**
 * Keeps what a sandbox sends where its keys can read it.
 * @param tell called when there is a message to read
 */
export function sandboxSms(db: Db | Tx, clock: Clock, workspaceId: string, tell: () => void): Sms {
  const outbox = outboxSms(db, clock, workspaceId)
  return {
    ...outbox,
    async send(message) {
      const reason = REFUSED[message.to]
      if (reason) throw new SmsError('the number is one that fails in a sandbox', { reason })
      const sent = await outbox.send(message)
      tell()
      return sent
    },
  }
}
