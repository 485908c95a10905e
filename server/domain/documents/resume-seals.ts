import type { Ctx } from '../../context.ts'
import { enqueue, type Tx } from '../../db/database.ts'

/** Makes the documents that dead processes were sealing due now, each with its job. */
export async function resumeSeals(ctx: Pick<Ctx, 'clock'>, tx: Tx, processes: string[]): Promise<void> {
  const resumed = await tx
    .updateTable('documents')
    .set({ seal_due_at: ctx.clock.now(), seal_claimed_by: null })
    .where('seal_state', '=', 'due')
    .where('seal_claimed_by', 'in', processes)
    .returning('id')
    .execute()
  for (const { id } of resumed) await enqueue(ctx, tx, 'seal-document', { documentId: id })
}
