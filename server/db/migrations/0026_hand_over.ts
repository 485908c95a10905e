import { type Kysely, sql } from 'kysely'

/**
 * Handing a request over to the right person, mail to the sender about the end of a request, and the way back to the
 * sender's own site.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces
      add column notify_email text,
      add column locale text not null default 'en';
    alter table api_keys
      add column return_origins text[] not null default '{}';
    alter table signing_requests
      add column return_url text,
      add column reassigned_at timestamptz,
      add column proposal int not null default 0,
      add column proposed_email text,
      add column proposed_name text,
      add column proposed_at timestamptz;
  `.execute(db)
}
