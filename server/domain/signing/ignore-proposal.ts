import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { appendAudit } from '../records/audit.ts'
import { loadSigner, lockDocument, reloadSigner } from '../records/documents.ts'
import { isNamed, type NamedProposal } from '../signers/proposal.ts'

/**
 * The request stays with the signer, who reads so on the page and can name another person. Twice is the same as once.
 * @param named the proposal that was shown
 * @throws DomainError `not_found`; `values_changed` once another proposal stands, or another person has the request
 */
export async function ignoreProposal(ctx: Ctx, actor: Actor, id: string, named: NamedProposal): Promise<void> {
  assertMay(ctx, actor, 'ignoreProposal')
  const seen = await loadSigner(ctx.db, actor.workspaceId, id)
  await transaction(ctx.db, async (tx) => {
    await lockDocument(tx, seen.document_id)
    const signer = await reloadSigner(tx, id)
    const isOther = actor.kind === 'senderLink' && signer.id !== actor.signingRequestId
    if (isOther || !isNamed(signer, named)) throw new DomainError('values_changed', 'another proposal stands')
    if (signer.proposed_at === null) return
    await tx
      .updateTable('signing_requests')
      .set((eb) => ({
        ...{ proposed_email: null, proposed_at: null, proposed_name: null },
        proposal_ignored: eb.ref('proposed_name'),
      }))
      .where('id', '=', id)
      .execute()
    await appendAudit(ctx, tx, seen.document_id, {
      type: 'hand_over_ignored',
      signingRequestId: id,
      meta: { proposed_email: signer.proposed_email, proposed_name: signer.proposed_name },
      actor,
    })
  })
}
