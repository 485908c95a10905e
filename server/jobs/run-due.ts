import { EventEmitter } from 'node:events'
import { runOnce, type WorkerEvents } from 'graphile-worker'
import type { Ctx } from '../context.ts'
import { advanceDueJobs } from '../domain/workers/advance.ts'
import { jobLogger } from './log.ts'
import { taskList } from './task-list.ts'

/**
 * Runs every job that is due by the injected clock, one after the other, jobs they add included, and returns how many
 * ran. For tests and the demo: deterministic, where the worker is concurrent. A failed job waits for its next try.
 */
export async function runDueJobs(ctx: Ctx): Promise<{ ran: number; failed: number }> {
  const events: WorkerEvents = new EventEmitter()
  const counts = { ran: 0, failed: 0 }
  events.on('job:complete', () => {
    counts.ran++
  })
  events.on('job:error', () => {
    counts.failed++
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
  return counts
}
