import type { Kysely } from 'kysely'
import type { Database, PayloadMode } from '../../db/schema.ts'
import { deliveryBody } from './envelope.ts'

/** The body of a delivery of this event in this mode: the text that is signed and sent. */
export async function bodyOf(db: Kysely<Database>, eventId: string, mode: PayloadMode): Promise<string> {
  const event = await db
    .selectFrom('events')
    .select(['id', 'type', 'workspace_id', 'document_id', 'payload', 'created_at'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  return deliveryBody(event, mode)
}
