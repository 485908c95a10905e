import { type Kysely, sql } from 'kysely'

/** Emails in the sender's name: where answers go, what they look like, in which time zone their times are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces
      add column reply_to text,
      add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
      add column logo bytea,
      add column logo_type text check (logo_type in ('image/png', 'image/jpeg')),
      add column time_zone text;
    alter table documents
      add column reply_to text,
      add column subject text;
    alter table signing_requests
      add column time_zone text;
  `.execute(db)
}
