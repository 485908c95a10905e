import { type Kysely, sql } from 'kysely'

/** What the columns of a CSV file are, as a person has said for it, and as its template remembers for the next one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- by heading, the column of the template; empty: left out
    alter table templates add column csv_columns jsonb;
    -- null: uploaded to an earlier release
    alter table bulk_sends add column mapping jsonb;
    alter table bulk_sends drop constraint bulk_sends_state_check;
    alter table bulk_sends add constraint bulk_sends_state_check
      check (state in ('mapping', 'checking', 'checked', 'sending', 'stopped', 'done'));
  `.execute(db)
}
