import type { Ctx } from '../../context.ts'
import { enqueueAll, type Tx } from '../../db/database.ts'
import type { Region } from '../../regions.ts'
import type { Actor } from '../actor.ts'
import type { DocumentRow } from './documents.ts'

/** Where the files of a deleted draft were. */
export interface ErasedDraft {
  id: string
  region: Region
}

/**
 * Deletes the drafts that a document was copied into to be sent again, scheduled ones too, also those that no longer
 * replace it: what is erased must not live on in a copy (decision 0017). Whoever scheduled one gets a mail.
 * @param by who erases the document, if somebody does: that person gets none
 */
export async function deleteDraftsOf(
  ctx: Pick<Ctx, 'clock' | 'sandbox'>,
  tx: Tx,
  { id, workspace_id }: DocumentRow,
  by?: Actor,
): Promise<ErasedDraft[]> {
  const deleted = await tx
    .deleteFrom('drafts')
    .where('workspace_id', '=', workspace_id)
    .where((eb) => eb.or([eb('replaces', '=', id), eb(eb.ref('carried', '->>').key('document_id'), '=', id)]))
    .returning(['id', 'region', 'send_at', 'scheduled_by'])
    .execute()
  const eraser = by?.kind === 'user' ? by.userId : null
  const unsent = deleted.filter((draft) => draft.send_at !== null && (eraser === null || draft.scheduled_by !== eraser))
  const mails = unsent.map((draft) => ({
    message: 'draft_deleted' as const,
    draftId: draft.id,
    documentId: id,
    scheduledBy: draft.scheduled_by,
  }))
  await enqueueAll(ctx, tx, 'send-email', mails)
  return deleted.map((draft) => ({ id: draft.id, region: draft.region }))
}
