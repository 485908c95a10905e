import type { Ctx } from '../../../context.ts'
import { EMBEDDING } from '../../../limits.ts'

/** Deletes sessions that expired more than 30 days ago; the audit trail keeps their ids. */
export async function pruneSessions(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await ctx.db
    .deleteFrom('embedded_sessions')
    .where('expires_at', '<', new Date(ctx.clock.now().getTime() - EMBEDDING.keptMs))
    .execute()
}
