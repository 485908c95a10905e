import { type Kysely, sql } from 'kysely'

/**
 * The last event of a document's audit chain and its signers, read in the statement that locks the document. A volatile
 * function sees what was committed until its call, so also what the transaction that held the lock before has written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_head(document uuid, out seq integer, out hash text) language plpgsql volatile as $$
      begin
        select last.seq, last.hash into seq, hash
        from audit_events as last where last.document_id = document order by last.seq desc limit 1;
      end
    $$;

    create function signers_now(document uuid) returns jsonb language plpgsql volatile as $$
      begin
        return (
          select coalesce(jsonb_agg(to_jsonb(signer) order by signer.position), '[]')
          from signing_requests as signer where signer.document_id = document
        );
      end
    $$
  `.execute(db)
}
