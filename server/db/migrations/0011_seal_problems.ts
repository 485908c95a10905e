import { type Kysely, sql } from 'kysely'

/** A seal that cannot be made is reported after a while, and can be ended by the sender. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documents
      drop constraint documents_seal_state_check,
      add constraint documents_seal_state_check check (seal_state in ('due', 'sealed', 'abandoned')),
      add column seal_failing_since timestamptz,
      add column seal_delay_reported_at timestamptz,
      add column abandoned_at timestamptz,
      add column abandoned_by text check (abandoned_by in ('api', 'sender'));
    create index documents_seal_failing on documents (seal_failing_since) where seal_failing_since is not null;
  `.execute(db)
}
