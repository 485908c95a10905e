import type { Ctx } from '../../context.ts'
import { DRAFTS } from '../../limits.ts'

/** Deletes drafts that nobody has changed for long, except those that wait for their time; their files follow as orphans. */
export async function pruneDrafts(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await ctx.db
    .deleteFrom('drafts')
    .where('updated_at', '<', new Date(ctx.clock.now().getTime() - DRAFTS.keptMs))
    .where('send_at', 'is', null)
    .execute()
}
