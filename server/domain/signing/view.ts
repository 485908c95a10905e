import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { assertMay } from '../may.ts'
import { appendAudit } from '../records/audit.ts'
import { lockDocument } from '../records/documents.ts'
import { reloadActingSigner } from '../signers/access.ts'
import { isGated, isPastExpiry } from '../signers/checks.ts'
import { allows } from '../signers/states.ts'

/**
 * The signer's browser has loaded the document (contract 3): `pending` becomes `viewed`, once. The page calls it after
 * the document is on screen, so that a mail scanner that opens the link changes nothing. With `sms_gate: before_view`
 * only after the code is verified.
 */
export async function markViewed(ctx: Ctx, actor: Actor): Promise<void> {
  assertMay(ctx, actor, 'markViewed')
  const seen = actor.signer
  if (!allows('view', seen.status)) return
  await transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, seen.document_id)
    const signer = await reloadActingSigner(tx, actor)
    const now = ctx.clock.now()
    if (!allows('view', signer.status) || isPastExpiry(signer, now)) return
    if (isGated(signer)) return
    await tx
      .updateTable('signing_requests')
      .set({ status: 'viewed', viewed_at: now })
      .where('id', '=', signer.id)
      .execute()
    await appendAudit(ctx, tx, document.id, { type: 'viewed', signingRequestId: signer.id, actor })
    await recordSignerEvent(ctx, tx, signer, 'signing_request.viewed', { occurred_at: now.toISOString() })
  })
}
