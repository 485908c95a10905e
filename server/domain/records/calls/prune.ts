import type { Ctx } from '../../../context.ts'
import { API_LOG, RATE } from '../../../limits.ts'

/** Deletes what has outlived its use: kept answers after 24 hours, API log rows after 30 days, closed rate windows. */
export async function pruneRequests(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await ctx.db.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute()
  await ctx.db.deleteFrom('api_log').where('at', '<', before(API_LOG.keptMs)).execute()
  await ctx.db
    .deleteFrom('rate_windows')
    .where('opened_at', '<=', before(RATE.windowSeconds * 1000))
    .execute()
}
