import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'

/**
 * Runs at start and each minute: gives every document that is due to be sealed a job of its own, whatever became of
 * the job that was enqueued with the last signature. No upper age. Returns how many were given one.
 */
export async function reconcile(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .selectFrom('documents')
    .select('id')
    .where('seal_state', '=', 'due')
    .where('seal_due_at', '<=', ctx.clock.now())
    .execute()
  if (due.length === 0) return 0
  await transaction(ctx.db, async (tx) => {
    for (const { id } of due) await enqueue(ctx, tx, 'seal-document', { documentId: id })
  })
  return due.length
}
