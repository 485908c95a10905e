import { type Kysely, sql } from 'kysely'

/** Scripts and styles of the pages, by their names in `/assets`, so that pages outlive an update of the server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table page_files (
      name text primary key,
      body bytea not null,
      replaced_at timestamptz
    )
  `.execute(db)
}
