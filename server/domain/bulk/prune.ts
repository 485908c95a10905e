import type { Ctx } from '../../context.ts'
import { BULK } from '../../limits.ts'

/** Deletes the files that nobody has touched for 30 days, with the rows that were not sent. Documents stay. */
export async function pruneUploads(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await ctx.db
    .deleteFrom('bulk_sends')
    .where('changed_at', '<', new Date(ctx.clock.now().getTime() - BULK.keptMs))
    .execute()
}
