import { upTo } from '../../characters.ts'
import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { DECLINE } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { assertMay } from '../may.ts'
import { enqueueStopped } from '../messages/enqueue.ts'
import { appendAudit } from '../records/audit.ts'
import { lockForSigner } from '../signers/access.ts'
import { assertInvited } from '../signers/checks.ts'

/**
 * The signer declines (contract 3): final for the signer, and the document can no longer complete. The audit entry
 * holds the whole reason, the event its first 1,000 characters. Declining again is not an error.
 * @throws DomainError as `assertInvited`; `invalid_request` for a reason over 5,000 characters
 */
export async function declineSigning(ctx: Ctx, actor: Actor, input: { reason?: string | null }): Promise<void> {
  assertMay(ctx, actor, 'declineSigning')
  const reason = input.reason?.trim() || null
  if (reason !== null && [...reason].length > DECLINE.maxCharacters) {
    throw new DomainError('invalid_request', `the reason is longer than ${DECLINE.maxCharacters} characters`)
  }
  await transaction(ctx.db, async (tx) => {
    const { document, signer, signers } = await lockForSigner(tx, actor)
    if (signer.status === 'declined') return
    const now = ctx.clock.now()
    // A signer who may not sign because the phone is not verified may still decline.
    assertInvited(signer, now)
    await tx
      .updateTable('signing_requests')
      .set({ status: 'declined', declined_at: now, decline_reason: reason })
      .where('id', '=', signer.id)
      .execute()
    await appendAudit(ctx, tx, document.id, {
      type: 'declined',
      signingRequestId: signer.id,
      meta: { reason },
      actor,
    })
    await recordSignerEvent(ctx, tx, signer, 'signing_request.declined', {
      occurred_at: now.toISOString(),
      reason: reason && upTo(DECLINE.eventCharacters, reason),
    })
    if (document.send_emails) await enqueue(ctx, tx, 'send-email', { message: 'declined', signingRequestId: signer.id })
    const after = signers.map((one) => (one.id === signer.id ? { ...one, status: 'declined' as const } : one))
    await enqueueStopped(ctx, tx, document, after)
  })
}
