import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

/** Makes the documents that dead processes were renewing due now; the next run of the job finds them. */
export async function resumeRenewals(ctx: Pick<Ctx, 'clock'>, tx: Tx, processes: string[]): Promise<void> {
  await tx
    .updateTable('renewals')
    .set({ due_at: ctx.clock.now(), claimed_by: null })
    .where('claimed_by', 'in', processes)
    .execute()
}
