import { type Kysely, sql } from 'kysely'

/** The use of a few keys, and the errors of a workspace, are found without reading every call of a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index api_log_key on api_log (key_id, at desc) include (status);
    create index api_log_failed on api_log (workspace_id, at desc) include (status, code) where status >= 400;
  `.execute(db)
}
