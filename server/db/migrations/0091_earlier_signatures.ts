import { type Kysely, sql } from 'kysely'

/** The signatures that a file brought along, for reads of the document; the trail of older documents lists theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table documents add column earlier_signatures jsonb not null default '[]'`.execute(db)
}
