import { type Job, Logger } from 'graphile-worker'
import type { Ctx } from '../context.ts'

/**
 * Forwards graphile-worker's log to ours. Its lines about each job are `debug`; retries and faults are warnings. Its
 * lines about errors quote them and may contain values, so they are replaced by our own words; its debug lines print
 * the options with the database password, so they are dropped.
 */
export function jobLogger(ctx: Pick<Ctx, 'log'>): Logger {
  return new Logger(() => (level, message, meta) => {
    const error: unknown = meta?.error ?? meta?.fatalError
    if (error !== undefined && error !== null) {
      const { id, task_identifier: task, attempts: attempt } = (meta?.job ?? {}) as Partial<Job>
      const text = id === undefined ? 'the job queue met an error' : 'a job failed'
      ctx.log.warn({ source: 'jobs', job: id, task, attempt, err: error }, text)
    } else if (level === 'info') {
      ctx.log.debug({ source: 'jobs' }, message)
    } else if (level !== 'debug') {
      ctx.log.warn({ source: 'jobs' }, message)
    }
  })
}
