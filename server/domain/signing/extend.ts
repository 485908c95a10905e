import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { EXPIRY } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { appendAudit } from '../records/audit.ts'
import { loadDocument, loadSigners, lockDocument, type SignerRow } from '../records/documents.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { isPastExpiry } from '../signers/checks.ts'
import { ExpiresInDays } from '../signers/days-to-sign.ts'
import { allows } from '../signers/states.ts'

/** Whether the signer has time left, of which there can be more. */
export const isExtendable = (signer: SignerRow, now: Date): boolean =>
  allows('expire', signer.status) && !isPastExpiry(signer, now)

/**
 * Gives everybody who can still sign so many days from now, unless they have more. Those whose turn has not come get their
 * own time then.
 * @returns until when, or null: nobody has less
 * @throws DomainError `not_found`; `invalid_request` for a number of days that no document may have; `invalid_state` when
 *   nobody can sign any more
 */
export async function extendDeadline(ctx: Ctx, actor: Actor, documentId: string, days: number): Promise<Date | null> {
  assertMay(ctx, actor, 'extendDeadline')
  const problem = ExpiresInDays.safeParse(days).error?.issues[0]
  if (problem) throw new DomainError('invalid_request', problem.message)
  const { id } = await loadDocument(ctx.db, actor.workspaceId, documentId)
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, id)
    const now = ctx.clock.now()
    const open = (await loadSigners(tx, id)).filter((signer) => isExtendable(signer, now))
    if (open.length === 0) throw new DomainError('invalid_state', 'nobody can sign this document any more')
    const until = new Date(now.getTime() + days * EXPIRY.dayMs)
    const sooner = open.filter(({ expires_at: at }) => at !== null && at < until)
    for (const { id: signingRequestId } of sooner) {
      await tx.updateTable('signing_requests').set({ expires_at: until }).where('id', '=', signingRequestId).execute()
      const meta = { expires_at: until.toISOString() }
      await appendAudit(ctx, tx, id, { type: 'deadline_extended', signingRequestId, meta, actor })
    }
    if (sooner.length === 0) return null
    await recordWork(ctx, tx, actor, 'document.extended', { name: document.title, id })
    return until
  })
}
