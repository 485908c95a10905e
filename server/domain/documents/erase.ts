import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { SignerStatus } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { type DocumentRow, loadDocument, loadSigners, lockDocument } from '../records/documents.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { type DocumentStatus, documentStatus } from '../signers/states.ts'
import { deleteFiles, writeTombstone } from './retention.ts'

/** The states in which nothing is asked of anybody any more (decision 0017). */
const FINAL: readonly DocumentStatus[] = [
  'signed',
  'abandoned',
  'declined',
  'withdrawn',
  'expired',
  'finalized',
  'discarded',
]

/** Whether the document can be erased: it has ended, and nobody can still sign or decline it. */
export function isErasable(document: DocumentRow, statuses: readonly SignerStatus[], now: Date): boolean {
  // A review whose time is over first gets its end, with its event: a job does that each minute.
  if (document.deleted_at !== null || document.review_state === 'staged') return false
  const status = documentStatus(document, statuses, now)
  return FINAL.includes(status) && !statuses.some((each) => each === 'pending' || each === 'viewed')
}

/**
 * Deletes the files and values of a document now, as retention would later: hashes, seal facts and the audit trail stay,
 * and the trail names who did it. Reads answer `deleted_by_retention` from the commit on. Files that cannot be deleted
 * at once go with the next run of the retention. Repeating it changes nothing.
 * @throws DomainError `not_found`; `invalid_state` with `meta.status`, while somebody can still act
 */
export async function eraseDocument(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'eraseDocument')
  await loadDocument(ctx.db, actor.workspaceId, id)
  const erased = await transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, id)
    if (document.deleted_at !== null) return { document, drafts: [] }
    const statuses = (await loadSigners(tx, id)).map(({ status }) => status)
    const now = ctx.clock.now()
    if (!isErasable(document, statuses, now)) {
      const status = documentStatus(document, statuses, now)
      const message = `the document is ${status}, and somebody can still act; withdraw it first`
      throw new DomainError('invalid_state', message, { meta: { status } })
    }
    const erasedBy = await recordWork(ctx, tx, actor, 'document.erased', { name: document.title, id })
    // Of whoever erases it, the entry of the tombstone has its own.
    await tx.deleteFrom('audit_private').where('document_id', '=', id).execute()
    const drafts = await writeTombstone(ctx, tx, document, { actor, meta: { erased_by: erasedBy } })
    return { document, drafts }
  })
  await deleteFiles(ctx, erased.document, erased.drafts).catch((error: unknown) =>
    ctx.log.warn({ err: error, document_id: id }, 'files could not be deleted, will retry'),
  )
}
