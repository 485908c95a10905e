import { Logger } from 'graphile-worker'
import type { Ctx } from '../context.ts'

/** graphile-worker's log in ours. What it tells of each job is worth `debug`; retries and faults are warnings. */
export function jobLogger(ctx: Pick<Ctx, 'log'>): Logger {
  const levels: Record<string, 'debug' | 'warn'> = { error: 'warn', warning: 'warn', info: 'debug', debug: 'debug' }
  return new Logger(() => (level, message) => ctx.log[levels[level] ?? 'debug']({ source: 'jobs' }, message))
}
