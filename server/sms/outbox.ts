import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Sms } from './sms.ts'

/** Stores every message for the page `/dev/outbox` instead of sending it. */
export function outboxSms(db: Db | Tx, clock: Clock, workspaceId: string | null = null): Sms {
  return {
    kind: 'outbox',
    async send({ to, text, about }) {
      const { id } = await db
        .insertInto('outbox')
        .values({
          channel: 'sms',
          recipient: to,
          subject: null,
          html: null,
          body: text,
          created_at: clock.now(),
          workspace_id: workspaceId,
          document_id: about?.documentId ?? null,
          signing_request_id: about?.signingRequestId ?? null,
          kind: about?.kind ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { messageId: `outbox-${id}` }
    },
  }
}
