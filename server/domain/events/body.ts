import { type Kysely, sql } from 'kysely'
import type { Database, PayloadMode } from '../../db/schema.ts'
import { deliveryBody, type RecordedEvent } from './envelope.ts'

/** The body of a delivery of this event in this mode: the text that is signed and sent. */
export async function bodyOf(db: Kysely<Database>, eventId: string, mode: PayloadMode): Promise<string> {
  const event = await db
    .selectFrom('events')
    .select(['id', 'type', 'workspace_id', 'document_id', 'payload', 'created_at'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  return deliveryBody(event, mode)
}

/** The minimal bodies of deliveries that were recorded with full ones. */
export async function minimalBodies(
  db: Kysely<Database>,
  deliveries: { id: string; event_id: string }[],
): Promise<{ id: string; minimal: string }[]> {
  if (deliveries.length === 0) return []
  const { rows: events } = await sql<RecordedEvent>`
    select id, type, workspace_id, document_id, payload, created_at from events
    where id = any(${[...new Set(deliveries.map(({ event_id }) => event_id))]}::text[])`.execute(db)
  const bodies = new Map(events.map((event) => [event.id, deliveryBody(event, 'minimal')]))
  return deliveries.map(({ id, event_id }) => ({ id, minimal: bodies.get(event_id)! }))
}
