import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { maskPhone } from '../mask.ts'
import { assertMay } from '../may.ts'
import { appendAudit } from '../records/audit.ts'
import { loadSigner, lockDocument, reloadSigner, type SignerRow } from '../records/documents.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { isBySms } from '../signers/channel.ts'
import { revokeSessions } from '../signers/embedding/revoke.ts'
import { replaceLink } from '../signers/link.ts'
import { isDoneSince } from '../signers/person-state.ts'
import { isReviewOver } from '../signers/review.ts'
import { allows } from '../signers/states.ts'
import { restartRequestCount } from '../sms/day-caps.ts'
import { UNLOCKED, voidCodes } from '../sms/step.ts'
import { endReview } from './end-review.ts'

/**
 * Changes the number that codes, or the invitation, are sent to (contract 3, 4.11): codes sent to the previous number
 * become void, and the count of wrong attempts is reset, which also lifts a lock. Where a person changes it, a link that
 * went to the previous number is replaced and embedded sessions end (decision 0028); a reminder sends the new link. An
 * unchanged number changes and records nothing.
 * @param was `personState` of what a form showed; undefined: whoever it is now
 * @throws DomainError `not_found`, `not_editable` with `meta.status` and `meta.sms_verified_at`, `values_changed`
 */
export async function updateSigningRequest(
  ctx: Ctx,
  actor: Actor,
  id: string,
  phone: string,
  was?: string,
): Promise<SignerRow> {
  assertMay(ctx, actor, 'updateSigningRequest')
  const seen = await loadSigner(ctx.db, actor.workspaceId, id)
  const changed = await transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, seen.document_id)
    if (isReviewOver(document, ctx.clock.now())) {
      await endReview(ctx, tx, document, null)
      // Refused after the commit, which keeps the end of the review.
      return null
    }
    const signer = await reloadSigner(tx, id)
    const isStored = signer.phone_e164 === phone
    if (was !== undefined && (await isDoneSince(tx, document, id, { was, isStored }))) return signer
    if (!allows('change_phone', signer.status) || signer.sms_verified_at) throw notEditable(signer)
    if (isStored) return signer
    const replaced = actor.kind === 'user' && hasLinkByPhone(signer) ? await replaceLink(ctx, tx, id) : null
    if (replaced) await revokeSessions(ctx, tx, id)
    await appendAudit(ctx, tx, signer.document_id, {
      type: 'phone_changed',
      signingRequestId: id,
      meta: { phone_masked: maskPhone(phone), ...(replaced && { new_link_version: replaced.link_version }) },
      actor,
    })
    await recordWork(ctx, tx, actor, 'signer.phone_changed', { name: document.title, id: document.id })
    await voidCodes(tx, id)
    await restartRequestCount(tx, id)
    // The form of a reviewer still has the number of before, which would be taken for an edit.
    if (document.review_state === 'staged') {
      await tx
        .updateTable('documents')
        .set({ review_revision: document.review_revision + 1 })
        .where('id', '=', document.id)
        .execute()
    }
    return tx
      .updateTable('signing_requests')
      .set({ phone_e164: phone, ...UNLOCKED })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  if (changed === null) throw notEditable(await reloadSigner(ctx.db, id))
  return changed
}

/** Whether the previous number may have the link: `texted` says no also of a message whose fate is unknown. */
const hasLinkByPhone = (signer: SignerRow): boolean => isBySms(signer) && signer.status !== 'queued'

function notEditable({ status, sms_verified_at: verifiedAt }: SignerRow): DomainError {
  return new DomainError('not_editable', 'the phone number can no longer be changed', {
    meta: { status, sms_verified_at: verifiedAt?.toISOString() ?? null },
  })
}
