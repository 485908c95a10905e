import { type Kysely, sql } from 'kysely'

/**
 * The order in which events are read (`GET /events`), which must never put an event before one that was read already,
 * however late its transaction commits. `position` is the newest transaction that had ended when the event was inserted,
 * or the event's own, whichever is newer. So
 * - a transaction that still runs can only add events at its own id or after it: everything before the oldest running
 *   transaction is settled;
 * - an event that was inserted after another one was committed never comes before it; `seq` decides between equals.
 *
 * Events of before are in the order of `seq`, at 0; those for one hook alone (pings, examples) have no position.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events add column position bigint default 0, add column held_until timestamptz;
    alter table events alter column position set default
      greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1);
    update events set position = null where id in (select event_id from deliveries where once or event = 'ping');
    create index events_in_order on events (workspace_id, position, seq) include (created_at) where position is not null
  `.execute(db)
}
