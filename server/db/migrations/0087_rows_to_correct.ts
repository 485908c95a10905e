import { type Kysely, sql } from 'kysely'

/** What a file was like, so that its rows can be given back, and which of its rows were sent before (decision 0566). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- null: uploaded to an earlier release
    alter table bulk_sends add column heading jsonb, add column separator text;
    -- SHA-256 of what the row says, in base64url; null: kept by an earlier release
    alter table bulk_rows add column digest text;
    create index bulk_rows_sent on bulk_rows (digest) where document_id is not null;
  `.execute(db)
}
