import { type Kysely, sql } from 'kysely'

/** Automatic reminders: a setting of the workspace, and how many of the timetable's steps a signer has had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces add column reminders boolean not null default false;
    alter table signing_requests add column reminder_steps integer not null default 0;
    create index signing_requests_invited on signing_requests (invited_at) where status in ('pending', 'viewed');
  `.execute(db)
}
