import type { Tx } from '../../db/database.ts'
import type { Region } from '../../regions.ts'
import type { DocumentRow } from './documents.ts'

/** Where the files of a deleted draft were. */
export interface ErasedDraft {
  id: string
  region: Region
}

/**
 * Deletes the drafts that a document was copied into to be sent again, scheduled ones too, also those that no longer
 * replace it: what is erased must not live on in a copy (decision 0549).
 */
export function deleteDraftsOf(tx: Tx, { id, workspace_id }: DocumentRow): Promise<ErasedDraft[]> {
  return tx
    .deleteFrom('drafts')
    .where('workspace_id', '=', workspace_id)
    .where((eb) => eb.or([eb('replaces', '=', id), eb(eb.ref('carried', '->>').key('document_id'), '=', id)]))
    .returning(['id', 'region'])
    .execute()
}
