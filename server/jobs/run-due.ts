import { runOnce } from 'graphile-worker'
import type { Ctx } from '../context.ts'
import { advanceDueJobs, postponeFailedJobs } from '../domain/workers/advance.ts'
import { jobEvents } from './events.ts'
import { jobLogger } from './log.ts'
import { taskList } from './task-list.ts'

/**
 * Runs every job that is due by the injected clock, one after the other, jobs they add included, and returns how many
 * ran. For tests and the demo: deterministic, where the worker is concurrent. A failed job waits for its next try.
 */
export async function runDueJobs(ctx: Ctx): Promise<{ ran: number; failed: number }> {
  const { events, settled } = jobEvents(ctx)
  let ran = 0
  events.on('job:complete', () => {
    ran++
  })
  const failed: string[] = []
  events.on('job:error', ({ job }) => {
    failed.push(job.id)
  })
  await advanceDueJobs(ctx)
  await runOnce({
    pgPool: ctx.db.pool,
    taskList: taskList(ctx),
    concurrency: 1,
    noHandleSignals: true,
    events,
    logger: jobLogger(ctx),
  })
  await settled()
  await postponeFailedJobs(ctx, failed)
  return { ran, failed: failed.length }
}
