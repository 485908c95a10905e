import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/** A row that says the same as one that was sent from another file of its template. */
export interface SentBefore {
  row: number
  /** What became of the other one, the latest if there are several. */
  documentId: string
  /** When that document was made. */
  at: Date
  uploadId: string
  filename: string
}

/**
 * The rows of a file that would go out, although equal ones did (decision 0566). Files are compared for as long as they
 * are kept.
 * Each digest is looked for once: a file can have a thousand equal rows, and as many of them can have been sent.
 */
export async function rowsSentBefore({ db }: { db: Db | Tx }, bulkId: string): Promise<SentBefore[]> {
  const { rows } = await sql<SentBefore>`
    with mine as materialized (
      select row, digest from bulk_rows
      where bulk_id = ${bulkId} and document_id is null and checked and problems is null
    ), latest as materialized (
      select found.* from (select distinct digest from mine) wanted cross join lateral (
        select sent.digest, sent.document_id, documents.created_at, bulk_sends.id, bulk_sends.filename
        from bulk_rows sent
          join bulk_sends on bulk_sends.id = sent.bulk_id
          join documents on documents.id = sent.document_id
        where sent.digest = wanted.digest and sent.document_id is not null and sent.bulk_id <> ${bulkId}
        order by documents.created_at desc, documents.id limit 1
      ) found
    )
    select mine.row, latest.document_id as "documentId", latest.created_at as at, latest.id as "uploadId",
      latest.filename
    from mine join latest on latest.digest = mine.digest
    order by mine.row`.execute(db)
  return rows
}

/** Whether rows that equal ones of this file are about to go out from another file. */
export async function isBeingSentElsewhere(tx: Tx, bulkId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from bulk_sends own
        join bulk_sends other on other.template_id = own.template_id and other.state = 'sending' and other.id <> own.id
        join bulk_rows going on going.bulk_id = other.id
      where own.id = ${bulkId} and going.document_id is null and going.checked and going.problems is null
        and going.digest in (
          select digest from bulk_rows
          where bulk_id = ${bulkId} and document_id is null and checked and problems is null
        )
    ) as found`.execute(tx)
  return rows[0]!.found
}
