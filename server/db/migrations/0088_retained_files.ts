import { type Kysely, sql } from 'kysely'

/** What is due to be deleted is looked for every minute; without these, in all documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index documents_retained on documents (workspace_id, completed_at)
      where completed_at is not null and files_deleted_at is null;
    create index documents_deleting on documents (deleted_at) where deleted_at is not null and files_deleted_at is null;
  `.execute(db)
}
