import { type Kysely, sql } from 'kysely'

/** Where the text of a field may go on that does not fit into its box: found when the document is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fields add column rooms jsonb not null default '[]'`.execute(db)
}
