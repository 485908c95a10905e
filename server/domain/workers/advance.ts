import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

/** Makes jobs that are due by the injected clock due by the database's too: graphile-worker knows only that one. */
export async function advanceDueJobs(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs
            where run_at > now() and run_at <= ${ctx.clock.now()} and locked_at is null and attempts < max_attempts),
      run_at => now())
  `.execute(ctx.db)
}

/** Counts the wait of jobs that have just failed from the injected clock, not from the database's. */
export async function postponeFailedJobs(ctx: Pick<Ctx, 'db' | 'clock'>, ids: string[]): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array[id], run_at => run_at + (${ctx.clock.now()}::timestamptz - now()))
    from graphile_worker.jobs where id = any(${ids}::bigint[])
  `.execute(ctx.db)
}
