import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Sms } from './sms.ts'

/** Stores every message for the page `/dev/outbox` instead of sending it. */
export function outboxSms(db: Db, clock: Clock): Sms {
  return {
    kind: 'outbox',
    async send({ to, text }) {
      const { id } = await db
        .insertInto('outbox')
        .values({ channel: 'sms', recipient: to, subject: null, html: null, body: text, created_at: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { messageId: `outbox-${id}` }
    },
  }
}
