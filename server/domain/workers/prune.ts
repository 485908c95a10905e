import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FAILURES_KEPT_MS = 90 * DAY_MS

/**
 * Removes finished entries: jobs that failed for good (each has its row in `job_failures`, kept 90 days) and the
 * heartbeats of workers killed more than a day ago.
 */
export async function pruneWorkers(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now().getTime()
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null))
  `.execute(ctx.db)
  await ctx.db
    .deleteFrom('job_failures')
    .where('failed_at', '<', new Date(now - FAILURES_KEPT_MS))
    .execute()
  await ctx.db
    .deleteFrom('worker_heartbeats')
    .where('at', '<', new Date(now - DAY_MS))
    .execute()
}
