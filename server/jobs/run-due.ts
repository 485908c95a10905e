import type { Ctx } from '../context.ts'
import type { TaskName, Tasks } from '../db/tasks.ts'
import { beginDueJob, completeJob, postponeJob } from '../domain/workers/due.ts'
import { giveUp } from './give-up.ts'
import { runTask } from './task-list.ts'

/**
 * Runs every job that is due by the injected clock, sequentially in queue order, including jobs they add, and returns
 * how many ran and failed. For tests and the demo: a failed job waits for its next attempt, as with a worker.
 */
export async function runDueJobs(ctx: Ctx): Promise<{ ran: number; failed: number }> {
  let ran = 0
  let failed = 0
  for (let job = await beginDueJob(ctx); job; job = await beginDueJob(ctx)) {
    const last = job.attempts >= job.maxAttempts
    ran++
    try {
      await runTask(ctx, job.task as TaskName, job.payload as Tasks[TaskName], { number: job.attempts, last })
      await completeJob(ctx, job)
    } catch (error) {
      failed++
      ctx.log.debug({ task: job.task, err: error }, 'a job failed')
      await postponeJob(ctx, job)
      if (last) await giveUp(ctx, job.task, job.payload, error)
    }
  }
  return { ran, failed }
}
