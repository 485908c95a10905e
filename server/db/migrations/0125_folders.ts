import { type Kysely, sql } from 'kysely'

/** The one folder of its workspace that people have put a document into. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documents add column folder text;
    create index documents_folder on documents (workspace_id, folder, created_at desc, id desc) where folder is not null;
  `.execute(db)
}
