import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { appendAudit } from '../audit.ts'
import { lockDocument, reloadSigner } from '../documents/load.ts'
import { announce } from './announce.ts'
import { allows } from './states.ts'

/**
 * The hourly expiry job (contract 3): every invited request past its `expires_at` becomes `expired`, once, with its
 * event. Queued followers emit nothing. Returns how many expired.
 */
export async function expireDue(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .selectFrom('signing_requests')
    .select(['id', 'document_id'])
    .where('status', 'in', ['pending', 'viewed'])
    .where('expires_at', '<=', ctx.clock.now())
    .orderBy('expires_at')
    .execute()
  let expired = 0
  for (const { id, document_id } of due) if (await expireOne(ctx, document_id, id)) expired++
  return expired
}

async function expireOne(ctx: Ctx, documentId: string, id: string): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    await lockDocument(tx, documentId)
    const signer = await reloadSigner(tx, id)
    if (!allows('expire', signer.status)) return false
    const now = ctx.clock.now()
    await tx.updateTable('signing_requests').set({ status: 'expired', expired_at: now }).where('id', '=', id).execute()
    await appendAudit(ctx, tx, documentId, { type: 'expired', signingRequestId: id })
    await announce(ctx, tx, signer, 'signing_request.expired', { expired_at: now.toISOString() })
    return true
  })
}
