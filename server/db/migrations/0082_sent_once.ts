import { type Kysely, sql } from 'kysely'

/** A ping or an example of an event: sent on request, one attempt, never recovered or moved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column once boolean not null default false`.execute(db)
  await sql`update deliveries set once = true where event = 'ping' and period = 'infinity'`.execute(db)
}
