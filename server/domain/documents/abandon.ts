import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { recordEvent } from '../events/record.ts'
import { assertMay } from '../may.ts'
import { appendAudit } from '../records/audit.ts'
import { loadDocument, loadSigners, lockDocument } from '../records/documents.ts'
import { sealProblem } from '../records/seal-problem.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { documentStatus } from '../signers/states.ts'

export interface Abandoned {
  documentId: string
  abandonedAt: Date
  abandonedBy: 'api' | 'sender'
}

/**
 * Ends a document that everyone has signed but that cannot be sealed: sealing is not retried. A seal that is being made
 * meanwhile is not stored. Repeating the call returns the result of the first.
 * @throws DomainError `not_found`; `no_seal_problem` (`meta.status`) while there is no problem, or once the document is
 * sealed
 */
export async function abandonDocument(ctx: Ctx, actor: Actor, id: string): Promise<Abandoned> {
  assertMay(ctx, actor, 'abandonDocument')
  await loadDocument(ctx.db, actor.workspaceId, id)
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, id)
    if (document.abandoned_at !== null && document.abandoned_by !== null)
      return { documentId: id, abandonedAt: document.abandoned_at, abandonedBy: document.abandoned_by }
    if (!sealProblem(document)) {
      const signers = await loadSigners(tx, id)
      const status = documentStatus(
        document,
        signers.map((signer) => signer.status),
        ctx.clock.now(),
      )
      const message = `sealing this document has not failed; its status is ${status}`
      throw new DomainError('no_seal_problem', message, { meta: { status } })
    }
    const now = ctx.clock.now()
    const abandonedBy = actor.kind === 'apiKey' ? ('api' as const) : ('sender' as const)
    await tx
      .updateTable('documents')
      .set({ seal_state: 'abandoned', seal_due_at: null, abandoned_at: now, abandoned_by: abandonedBy })
      .where('id', '=', id)
      .execute()
    const meta = { abandoned_by: abandonedBy, seal_error: document.seal_error }
    await appendAudit(ctx, tx, id, { type: 'abandoned', meta, actor })
    await recordWork(ctx, tx, actor, 'document.abandoned', { name: document.title, id })
    await recordEvent(ctx, tx, {
      type: 'document.abandoned',
      workspaceId: document.workspace_id,
      documentId: id,
      signingRequestId: null,
      payload: { document_id: id, occurred_at: now.toISOString(), abandoned_by: abandonedBy },
    })
    return { documentId: id, abandonedAt: now, abandonedBy }
  })
}
