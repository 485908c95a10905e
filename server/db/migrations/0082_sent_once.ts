import { type Kysely, sql } from 'kysely'

/**
 * A ping or an example of an event: sent on request, one attempt, never recovered or moved. The pings of before are not
 * marked: nobody could record an event for as long as all deliveries are read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column once boolean not null default false`.execute(db)
}
