import { type Kysely, sql } from 'kysely'

/** What a sender has chosen for one document, and what a template remembers of its last CSV file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- days after the invitation when its signers are reminded; null: as the workspace says
    alter table documents add column reminder_days integer[];
    create index documents_own_reminders on documents (workspace_id) where reminder_days is not null and ended_as is null;
    -- by a field, how the file wrote what can be read in two ways
    alter table templates add column csv_styles jsonb;
  `.execute(db)
}
