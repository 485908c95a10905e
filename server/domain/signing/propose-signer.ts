import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { HAND_OVER } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { assertMay } from '../may.ts'
import { appendAudit } from '../records/audit.ts'
import { lockForSigner } from '../signers/access.ts'
import { assertInvited } from '../signers/checks.ts'
import { cleanTypedText, isVisible } from '../typed-text.ts'

const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u

/**
 * "This is not for me": the signer names the person who should sign instead (decision 0022). Changes nothing but that the
 * sender is told, by the event and, where the workspace wants mail and the document allows it, by an email with a
 * link that confirms it. The same proposal again tells nobody twice; another one replaces the one before.
 * @throws DomainError as `assertInvited`; `invalid_request` for a malformed name or address; `rate_limited` after 5
 */
export async function proposeSigner(ctx: Ctx, actor: Actor, given: { email: string; name: string }): Promise<void> {
  assertMay(ctx, actor, 'proposeSigner')
  const to = checked(given)
  await transaction(ctx.db, async (tx) => {
    const { document, signer } = await lockForSigner(tx, actor)
    const now = ctx.clock.now()
    assertInvited(signer, now)
    if (signer.proposed_email === to.email && signer.proposed_name === to.name) return
    if (signer.proposal >= HAND_OVER.maxProposals) {
      throw new DomainError('rate_limited', 'too many people were proposed for this request')
    }
    await tx
      .updateTable('signing_requests')
      .set({
        proposal: signer.proposal + 1,
        proposed_email: to.email,
        proposed_name: to.name,
        proposed_at: now,
        proposal_ignored: null,
      })
      .where('id', '=', signer.id)
      .execute()
    await appendAudit(ctx, tx, document.id, {
      type: 'hand_over_proposed',
      signingRequestId: signer.id,
      meta: { proposed_email: to.email, proposed_name: to.name },
      actor,
    })
    const own = { occurred_at: now.toISOString(), proposed: to }
    await recordSignerEvent(ctx, tx, signer, 'signing_request.hand_over_proposed', own)
    if (document.send_emails)
      await enqueue(ctx, tx, 'send-email', { message: 'hand_over', signingRequestId: signer.id })
  })
}

function checked({ email, name }: { email: string; name: string }): { email: string; name: string } {
  const to = { email: email.trim(), name: cleanTypedText(name) }
  if (to.email.length > 254 || !EMAIL.test(to.email)) {
    throw new DomainError('invalid_request', 'email must be an email address', { meta: { path: 'email' } })
  }
  if (!isVisible(to.name) || [...to.name].length > 120 || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(to.name)) {
    throw new DomainError('invalid_request', 'name must have 1 to 120 characters', { meta: { path: 'name' } })
  }
  return to
}
