import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

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
 * The rows of a file that would go out, although equal ones did (decision 0589). Files are compared for as long as they
 * are kept.
 */
export async function rowsSentBefore({ db }: Pick<Ctx, 'db'>, bulkId: string): Promise<SentBefore[]> {
  const { rows } = await sql<SentBefore>`
    select distinct on (mine.row) mine.row, sent.document_id as "documentId", documents.created_at as at,
      bulk_sends.id as "uploadId", bulk_sends.filename
    from bulk_rows mine
      join bulk_rows sent on sent.digest = mine.digest and sent.document_id is not null and sent.bulk_id <> mine.bulk_id
      join bulk_sends on bulk_sends.id = sent.bulk_id
      join documents on documents.id = sent.document_id
    where mine.bulk_id = ${bulkId} and mine.document_id is null and mine.checked and mine.problems is null
    order by mine.row, documents.created_at desc, documents.id`.execute(db)
  return rows
}
