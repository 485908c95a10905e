import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

export interface DueJob {
  id: number
  task: string
  payload: unknown
  /** This attempt included. */
  attempts: number
  maxAttempts: number
}

/**
 * Starts an attempt of the next job that is due by the injected clock, in queue order; null when there is none. Unlike
 * a worker it takes no lock, so it is only for processes without a worker beside them.
 */
export async function beginDueJob(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<DueJob | null> {
  const { rows } = await sql<DueJob>`
    select job.id, job.payload, job.attempts, job.max_attempts as "maxAttempts", next.task_identifier as task
    from (
      select id, attempts, task_identifier from graphile_worker.jobs
      where locked_at is null and attempts < max_attempts and run_at <= ${ctx.clock.now()}
      order by priority, run_at, id
      limit 1
    ) as next
    cross join lateral graphile_worker.reschedule_jobs(array[next.id], attempts => next.attempts + 1) as job
  `.execute(ctx.db)
  return rows[0] ?? null
}

/** The attempt succeeded: the job is deleted. */
export async function completeJob(ctx: Pick<Ctx, 'db'>, { id }: DueJob): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(ctx.db)
}

/** The attempt failed: the next one has the delay a worker would use, counted from the injected clock. */
export async function postponeJob(ctx: Pick<Ctx, 'db' | 'clock'>, { id, attempts }: DueJob): Promise<void> {
  const runAt = new Date(ctx.clock.now().getTime() + Math.exp(Math.min(attempts, 10)) * 1_000)
  await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => ${runAt})`.execute(ctx.db)
}
