import { type Kysely, sql } from 'kysely'

/** A call is looked up by the id that its answer carried, or by the document it was about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index api_log_request on api_log (request_id);
    create index api_log_document on api_log (document_id) where document_id is not null;
  `.execute(db)
}
