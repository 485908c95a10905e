import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Attachment, Mail } from './mail.ts'

/**
 * Stores every message for the page `/dev/outbox`, or for the keys of a sandbox, instead of sending it; one sent twice
 * under a key is stored once.
 */
export function outboxMail(db: Db | Tx, clock: Clock, workspaceId: string | null = null): Mail {
  return {
    kind: 'outbox',
    async send({ to, subject, html, text, attachments = [], idempotencyKey = null, about }) {
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
          workspace_id: workspaceId,
          document_id: about?.documentId ?? null,
          signing_request_id: about?.signingRequestId ?? null,
          kind: about?.kind ?? null,
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
