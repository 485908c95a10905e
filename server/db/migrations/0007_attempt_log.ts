import { type Kysely, sql } from 'kysely'

/** Every attempt of a delivery, not only the last: the delivery log shows them. Earlier ones were not kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column attempt_log jsonb not null default '[]'`.execute(db)
}
