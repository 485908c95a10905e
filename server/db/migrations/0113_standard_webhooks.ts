import { type Kysely, sql } from 'kysely'

/** Whether a hook's deliveries carry the headers of Standard Webhooks too (contract 6.5). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hooks add column standard_webhooks boolean not null default false`.execute(db)
}
