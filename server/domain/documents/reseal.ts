import type { Ctx } from '../../context.ts'
import { DomainError } from '../errors.ts'
import type { DocumentRow } from '../records/documents.ts'
import { sealDocument } from './seal.ts'

/**
 * Immediately retries sealing a document that waits for its next attempt, for an operator who has fixed the cause. A
 * failure is recorded like that of any attempt.
 * @returns the document after the attempt
 * @throws DomainError `not_found`; `no_seal_problem` (`meta.seal`) when no seal is due
 */
export async function resealDocument(ctx: Ctx, id: string): Promise<DocumentRow> {
  const now = ctx.clock.now()
  const due = await ctx.db
    .updateTable('documents')
    .set({ seal_due_at: now })
    .where('id', '=', id)
    .where('seal_state', '=', 'due')
    .returning('id')
    .executeTakeFirst()
  if (due) await sealDocument(ctx, { documentId: id })
  const document = await ctx.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst()
  if (!document) throw new DomainError('not_found', 'there is no such document')
  if (!due) {
    const meta = { seal: document.seal_state }
    throw new DomainError('no_seal_problem', `no seal is due: ${document.seal_state ?? 'not signed by all'}`, { meta })
  }
  return document
}
