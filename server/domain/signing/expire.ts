import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { EXPIRY } from '../../limits.ts'
import { forEach } from '../each.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { appendAudit } from '../records/audit.ts'
import { loadSigners, lockDocument, reloadSigner } from '../records/documents.ts'
import { isInScope } from '../records/workspaces/sandbox.ts'
import { allows, TRANSITIONS } from '../signers/states.ts'

/**
 * The hourly expiry job (contract 3): every invited request past its `expires_at` becomes `expired`, once, with its
 * event. Queued signers behind it emit nothing.
 * @returns how many were due
 * @throws AggregateError when requests failed; the others have expired
 */
export async function expireDue(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .selectFrom('signing_requests')
    .select(['id', 'document_id'])
    .where(
      'status',
      'in',
      TRANSITIONS.expire.from.map((status) => sql.lit(status)),
    )
    .where('expires_at', '<=', ctx.clock.now())
    .where(isInScope(ctx, 'workspace_id'))
    .orderBy('expires_at')
    .orderBy('document_id')
    .orderBy('position')
    .execute()
  await forEach(
    due,
    ({ id, document_id }) => expireOne(ctx, document_id, id),
    ({ document_id }, error) =>
      ctx.log.warn({ err: error, document_id }, 'could not expire a signing request, will retry'),
  )
  return due.length
}

async function expireOne(ctx: Ctx, documentId: string, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, documentId)
    const signer = await reloadSigner(tx, id)
    if (!allows('expire', signer.status)) return
    const now = ctx.clock.now()
    const isFirst = !(await loadSigners(tx, documentId)).some(({ status }) => status === 'expired')
    await tx.updateTable('signing_requests').set({ status: 'expired', expired_at: now }).where('id', '=', id).execute()
    await appendAudit(ctx, tx, documentId, { type: 'expired', signingRequestId: id })
    await recordSignerEvent(ctx, tx, signer, 'signing_request.expired', { expired_at: now.toISOString() })
    if (document.send_emails && isFirst) {
      // Signers of one document usually expire together: one email names them all.
      const runAt = new Date(now.getTime() + EXPIRY.mailAfterMs)
      await enqueue(ctx, tx, 'send-email', { message: 'expired', documentId }, { runAt })
    }
  })
}
