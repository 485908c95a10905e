import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Mail } from './mail.ts'

/** Stores every message for the page `/dev/outbox` instead of sending it. */
export function outboxMail(db: Db, clock: Clock): Mail {
  return {
    kind: 'outbox',
    async send({ to, subject, html, text }) {
      await db
        .insertInto('outbox')
        .values({ channel: 'mail', recipient: to, subject, html, body: text, created_at: clock.now() })
        .execute()
    },
    acceptsNoMail: async () => false,
    close: async () => {},
  }
}
