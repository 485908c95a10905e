import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { appendAudit } from '../records/audit.ts'
import { loadSigner, lockDocument, reloadSigner, type SignerRow } from '../records/documents.ts'
import { isPastExpiry } from '../signers/checks.ts'
import { replaceLink } from '../signers/link.ts'
import { atReviewEnd } from '../signers/review.ts'
import { ACTIONS } from '../signers/states.ts'
import { invalidState } from './withdraw.ts'

export interface LinkRenewed {
  signer: SignerRow
  status: (typeof ACTIONS.renew_link.from)[number]
  renewedAt: Date
}

/**
 * Replaces a leaked link (decision 0022). Sends no email and changes nothing else; the audit trail records the version
 * that is valid from now on.
 * @throws DomainError `not_found`, `expired`, `invalid_state`
 */
export async function renewSigningLink(ctx: Ctx, actor: Actor, id: string): Promise<LinkRenewed> {
  assertMay(ctx, actor, 'renewSigningLink')
  const seen = await loadSigner(ctx.db, actor.workspaceId, id)
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, seen.document_id)
    const renewedAt = ctx.clock.now()
    const signer = atReviewEnd(document, await reloadSigner(tx, id), renewedAt)
    const status = ACTIONS.renew_link.from.find((open) => open === signer.status)
    if (signer.status === 'expired' || (status && status !== 'signed' && isPastExpiry(signer, renewedAt))) {
      throw new DomainError('expired', 'the signing request has expired; its link is no longer valid')
    }
    if (!status) throw invalidState(signer, ACTIONS.renew_link.from)
    const renewed = await replaceLink(ctx, tx, id)
    await appendAudit(ctx, tx, signer.document_id, {
      type: 'link_renewed',
      signingRequestId: id,
      meta: { link_version: renewed.link_version },
      actor,
    })
    return { signer: renewed, status, renewedAt }
  })
}
