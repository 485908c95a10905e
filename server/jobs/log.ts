import { type Job, Logger } from 'graphile-worker'
import type { Ctx } from '../context.ts'

/**
 * graphile-worker's log in ours. What it tells of each job is worth `debug`; retries and faults are warnings. Its lines
 * about errors quote them, which may hold values, so those are told in our words; its own debug lines print the options
 * with the database's password, so they are dropped.
 */
export function jobLogger(ctx: Pick<Ctx, 'log'>): Logger {
  return new Logger(() => (level, message, meta) => {
    const error: unknown = meta?.error ?? meta?.fatalError
    if (error !== undefined && error !== null) {
      const { id, task_identifier: task, attempts: attempt } = (meta?.job ?? {}) as Partial<Job>
      const told = id === undefined ? 'the job queue met an error' : 'a job failed'
      ctx.log.warn({ source: 'jobs', job: id, task, attempt, err: error }, told)
    } else if (level === 'info') {
      ctx.log.debug({ source: 'jobs' }, message)
    } else if (level !== 'debug') {
      ctx.log.warn({ source: 'jobs' }, message)
    }
  })
}
