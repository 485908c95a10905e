import { type Kysely, sql } from 'kysely'

/** A mail that a killed process sent and did not record is sent again: the development mailbox shows it once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column idempotency_key text unique`.execute(db)
}
