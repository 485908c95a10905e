import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { ReviewReason } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { recordEvent } from '../events/record.ts'
import { appendAudit } from '../records/audit.ts'
import type { DocumentRow } from '../records/documents.ts'

const WITHDRAWN_BY = { api_key: 'api', user: 'sender', system: null } as const

/** What a discarded file is called, whose own name is erased. */
const ERASED_NAME = 'discarded.pdf'

/**
 * Discards a staged document, in the caller's transaction and under its row lock (contract 3): signers are `withdrawn`
 * without an event; a file loses its values, metadata and name before its event is written. Its bytes go with the next
 * run of the retention.
 * @param decider who discards it; null: the review window is over
 */
export async function endReview(ctx: Ctx, tx: Tx, document: DocumentRow, decider: Actor | null): Promise<DocumentRow> {
  const now = ctx.clock.now()
  const { id, kind, template_id: templateId } = document
  if (templateId === null) throw new Error(`document ${id} is not an instance of a template`)
  const reason: ReviewReason = decider === null ? 'expired' : 'discarded'
  const by = decidedBy(decider)
  const erased = { title: ERASED_NAME, filename: ERASED_NAME, metadata: null }
  if (kind === 'file') await tx.deleteFrom('document_values').where('document_id', '=', id).execute()
  const discarded = await tx
    .updateTable('documents')
    .set({ review_state: 'discarded', review_decided_at: now, review_reason: reason, ...deciderColumns(decider) })
    .$if(kind === 'file', (update) => update.set(erased))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('signing_requests')
    .set({ status: 'withdrawn', withdrawn_at: now, withdrawn_by: WITHDRAWN_BY[by] })
    .where('document_id', '=', id)
    .execute()
  await appendAudit(ctx, tx, id, { type: 'discarded', meta: { reason }, ...(decider && { actor: decider }) })
  await recordEvent(ctx, tx, {
    type: 'template_instance.discarded',
    workspaceId: document.workspace_id,
    documentId: id,
    signingRequestId: null,
    payload: { document_id: id, template_id: templateId, kind, reason, actor: by },
  })
  return discarded
}

/** Who decided a review. */
export function deciderColumns(actor: Actor | null) {
  const by = actor?.kind === 'apiKey' ? actor.keyId : actor?.kind === 'user' ? actor.userId : null
  return { review_actor: decidedBy(actor), review_decided_by: by }
}

/** As events and reads name whoever decided a review. */
export function decidedBy(actor: Actor | null): 'api_key' | 'user' | 'system' {
  if (actor === null) return 'system'
  return actor.kind === 'apiKey' ? 'api_key' : 'user'
}
