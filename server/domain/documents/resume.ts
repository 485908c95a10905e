import type { Ctx } from '../../context.ts'
import { enqueueAll, type Tx } from '../../db/database.ts'

/** Makes the documents that dead processes were sealing due now, each with its job. */
export async function resumeSeals(ctx: Pick<Ctx, 'clock' | 'sandbox'>, tx: Tx, processes: string[]): Promise<void> {
  const resumed = await tx
    .updateTable('documents')
    .set({ seal_due_at: ctx.clock.now(), seal_claimed_by: null })
    .where('seal_state', '=', 'due')
    .where('seal_claimed_by', 'in', processes)
    .returning('id')
    .execute()
  await enqueueAll(
    ctx,
    tx,
    'seal-document',
    resumed.map(({ id }) => ({ documentId: id })),
  )
}

/** Makes the documents that dead processes were renewing due now; the next run of the job finds them. */
export async function resumeRenewals(ctx: Pick<Ctx, 'clock' | 'sandbox'>, tx: Tx, processes: string[]): Promise<void> {
  await tx
    .updateTable('renewals')
    .set({ due_at: ctx.clock.now(), claimed_by: null })
    .where('claimed_by', 'in', processes)
    .execute()
}
