import { type Kysely, sql } from 'kysely'

/** What people are emailed about of the documents that they sent (decision 0020): all, problems only, or none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column emails text not null default 'all' check (emails in ('all', 'problems', 'none'))
  `.execute(db)
}
