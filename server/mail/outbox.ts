import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Attachment, Mail } from './mail.ts'

/** Stores every message for the page `/dev/outbox` instead of sending it; one sent twice under a key is stored once. */
export function outboxMail(db: Db, clock: Clock): Mail {
  return {
    kind: 'outbox',
    async send({ to, subject, html, text, attachments = [], idempotencyKey = null }) {
      const shown = attachments.reduce(withPicture, html)
      await db
        .insertInto('outbox')
        .values({
          channel: 'mail',
          recipient: to,
          subject,
          html: shown,
          body: text,
          created_at: clock.now(),
          idempotency_key: idempotencyKey,
        })
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .execute()
    },
    acceptsNoMail: async () => false,
    check: async () => null,
    close: async () => {},
  }
}

/** A picture inside the message, as the page of the mailbox can show it. */
function withPicture(html: string, { cid, content, contentType }: Attachment): string {
  if (cid === undefined) return html
  return html.replaceAll(`cid:${cid}`, `data:${contentType};base64,${Buffer.from(content).toString('base64')}`)
}
