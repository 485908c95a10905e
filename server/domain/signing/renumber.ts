import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { SignerRevision } from '../../pdf/print/signer-revision.ts'

/**
 * Follows the pages that a signer's tables have added, in the caller's transaction: every box of the document keeps its
 * place, on the page that its page has become.
 */
export async function renumberPages(
  tx: Tx,
  documentId: string,
  { pages, pageOf }: Pick<SignerRevision, 'pages' | 'pageOf'>,
): Promise<void> {
  await tx
    .updateTable('fields')
    .set({ page: sql`(${pageOf}::int[])[page]` })
    .where('document_id', '=', documentId)
    .execute()
  await tx
    .updateTable('documents')
    .set({ page_count: pages.length, page_sizes: JSON.stringify(pages) })
    .where('id', '=', documentId)
    .execute()
}
