import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { isInScope } from '../records/workspaces/sandbox.ts'

/**
 * Runs at start and every minute: enqueues a job for every document that is due for sealing, whatever happened to the
 * job enqueued with the last signature. No upper age limit. Returns the number of jobs.
 */
export async function reconcile(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .selectFrom('documents')
    .select('id')
    .where('seal_state', '=', sql.lit('due'))
    .where('seal_due_at', '<=', ctx.clock.now())
    .where(isInScope(ctx, 'workspace_id'))
    .execute()
  if (due.length === 0) return 0
  await transaction(ctx.db, async (tx) => {
    for (const { id } of due) await enqueue(ctx, tx, 'seal-document', { documentId: id })
  })
  return due.length
}
