import { type Kysely, sql } from 'kysely'

/**
 * The last event of a document's audit chain, read in the statement that locks the document. A volatile function sees
 * what was committed until its call, so also what the transaction that held the lock before has appended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_head(document uuid, out seq integer, out hash text) language plpgsql volatile as $$
      begin
        select last.seq, last.hash into seq, hash
        from audit_events as last where last.document_id = document order by last.seq desc limit 1;
      end
    $$
  `.execute(db)
}
