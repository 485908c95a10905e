import { type Kysely, sql } from 'kysely'

/** What a typed text is measured with before it is drawn: a file that claims PDF/A or PDF/UA embeds all its fonts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table documents add column embeds_fonts boolean not null default false`.execute(db)
}
