import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { SEAL } from '../../limits.ts'
import { recordEvent } from '../events/record.ts'
import { lockDocument } from '../records/documents.ts'
import { sealProblem } from '../records/seal-problem.ts'

/**
 * Records `document.seal_delayed`, once, for every document whose seal has been failing for ten minutes for a reason
 * other than a time-stamp authority. Runs every minute.
 */
export async function reportSealDelays(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const overdue = await ctx.db
    .selectFrom('documents')
    .select('id')
    .where('seal_state', '=', sql.lit('due'))
    .where('seal_failing_since', '<=', new Date(now.getTime() - SEAL.reportedAfterMs))
    .where('seal_delay_reported_at', 'is', null)
    .where('sandbox', '=', false)
    .execute()
  for (const { id } of overdue) {
    await transaction(ctx.db, async (tx) => {
      const document = await lockDocument(tx, id)
      const problem = sealProblem(document)
      if (!problem || document.seal_delay_reported_at !== null) return
      await tx.updateTable('documents').set({ seal_delay_reported_at: now }).where('id', '=', id).execute()
      ctx.log.error({ document_id: id, seal_error: problem.code, since: problem.since }, 'a document cannot be sealed')
      await recordEvent(ctx, tx, {
        type: 'document.seal_delayed',
        workspaceId: document.workspace_id,
        documentId: id,
        signingRequestId: null,
        payload: {
          document_id: id,
          occurred_at: now.toISOString(),
          reason: problem.code,
          since: problem.since.toISOString(),
        },
      })
    })
  }
}

/** The number of documents that everyone has signed and that cannot be sealed at the moment. */
export async function countSealProblems(ctx: Pick<Ctx, 'db'>): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('seal_state', '=', sql.lit('due'))
    .where('seal_failing_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
