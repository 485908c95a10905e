import { type Kysely, sql } from 'kysely'

/** Whether the pages of new documents show the document's id at their foot. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column print_document_id boolean not null default false`.execute(db)
}
