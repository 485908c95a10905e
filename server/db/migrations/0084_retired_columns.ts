import { type Kysely, sql } from 'kysely'

/** The types of columns that a collection has no more: their keys keep them (decision 0502). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table field_definitions add column retired_columns jsonb not null default '{}'`.execute(db)
}
