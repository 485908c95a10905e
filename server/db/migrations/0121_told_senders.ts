import { type Kysely, sql } from 'kysely'

/**
 * What people are emailed about of the documents that they sent (decision 0020): all, problems only, or none. The reason
 * of a withdrawal, where the signer is to read it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column emails text not null default 'all' check (emails in ('all', 'problems', 'none'));
    alter table signing_requests add column withdrawal_reason text;
  `.execute(db)
}
