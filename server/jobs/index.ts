import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { ServerCtx } from '../context.ts'
import { WORKER_ROLES, type WorkerRole } from '../db/tasks.ts'
import { heartbeat, removeHeartbeat } from '../domain/workers/heartbeat.ts'
import { holdPoolLock, sweepDeadPools } from '../domain/workers/liveness.ts'
import { giveUp } from './give-up.ts'
import { jobLogger } from './log.ts'
import { crontabOf, runTask, taskList } from './task-list.ts'

export { runDueJobs } from './run-due.ts'
export { runTask } from './task-list.ts'

const POLL_MS = 2_000
/** How long a job that was fetched waits for one that runs to end, before another process may have it. */
const FETCHED_TTL_MS = 500
/** Jobs that end within this time are deleted together; until then, a process that dies leaves them to be run again. */
const COMPLETE_EVERY_MS = 50
const RESTART_AFTER_MS = 1_000
/** Far more than a busy database needs. */
const FIRST_FETCH_MS = 15_000
const STOP_TIMEOUT_MS = 25_000

export interface WorkerOptions {
  /** Whose jobs and crontab it runs. Default: all. */
  roles?: readonly WorkerRole[]
  /** Interval of the heartbeat and the sweep for dead workers; a killed worker's jobs are unlocked two rounds later. */
  sweepEveryMs?: number
  /** How long a stopping pool waits for its jobs. */
  stopTimeoutMs?: number
  /** How long a pool may take to look for jobs for the first time. */
  firstFetchMs?: number
  /** Between two looks for jobs that are due later, such as retries: new ones announce themselves. */
  pollMs?: number
  /** From the end of a pool to the start of the next. */
  restartAfterMs?: number
}

export interface Worker {
  /** Accepts no new job and resolves when the running ones are done. */
  stop(): Promise<void>
}

/**
 * Runs jobs and the crontab in this process until stopped, alongside any number of other workers on the same database.
 * A broken database connection does not stop it: the pool is restarted until the database is back.
 */
export async function startWorker(
  ctx: ServerCtx,
  { roles = WORKER_ROLES, sweepEveryMs = 5_000, restartAfterMs = RESTART_AFTER_MS, ...times }: WorkerOptions = {},
): Promise<Worker> {
  const stopping = new AbortController()
  let pool = await startPool(ctx, roles, times)
  // Work that a crash left undone is found immediately, not at the next full minute.
  if (roles.includes('due')) await runTask(ctx, 'reconcile', {}, { number: 1, last: true })

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pool.ended
      while (!stopping.signal.aborted) {
        await delay(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) break
        try {
          pool = await startPool(ctx, roles, times)
          break
        } catch (error) {
          ctx.log.error({ err: error }, 'the worker cannot start, will retry')
        }
      }
    }
    // Also a pool that was starting while the worker was stopped.
    await pool.stop()
  }

  const supervised = supervise()
  const sweeping = sweep(ctx, () => heartbeat(ctx, pool.id, roles), sweepEveryMs, stopping.signal)

  return {
    async stop() {
      stopping.abort()
      await pool.stop()
      await Promise.all([supervised, sweeping])
      await removeHeartbeat(ctx, pool.id).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'could not remove the heartbeat of the worker'),
      )
    },
  }
}

interface Pool {
  id: string
  /** Resolves when the pool has ended for any reason, or its time to stop is over. */
  ended: Promise<void>
  stop(): Promise<void>
}

async function startPool(
  ctx: ServerCtx,
  roles: readonly WorkerRole[],
  {
    stopTimeoutMs = STOP_TIMEOUT_MS,
    firstFetchMs = FIRST_FETCH_MS,
    pollMs = POLL_MS,
  }: Pick<WorkerOptions, 'stopTimeoutMs' | 'firstFetchMs' | 'pollMs'>,
): Promise<Pool> {
  const { workerConcurrency: concurrency } = ctx.config
  const events: WorkerEvents = new EventEmitter()
  let id = ''
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  const fetched = once(events, 'localQueue:getJobs:complete')
  events.on('job:failed', ({ job, error }) => void giveUp(ctx, job.task_identifier, job.payload, error))
  const runner = await run({
    pgPool: ctx.db.pool,
    taskList: taskList(ctx, roles),
    crontab: crontabOf(roles),
    concurrency,
    noHandleSignals: true,
    events,
    logger: jobLogger(ctx),
    // Without a batch, nothing awaits the write of a job's end, and a session that breaks during it would end the
    // process with an unhandled rejection. With a batch it ends this pool, and the sweep returns its jobs to the next.
    preset: {
      worker: {
        useNodeTime: true,
        // One fetch for all, instead of each polling.
        localQueue: { size: concurrency, ttl: FETCHED_TTL_MS },
        pollInterval: pollMs,
        completeJobBatchDelay: COMPLETE_EVERY_MS,
        failJobBatchDelay: 0,
      },
    },
  })
  const ended = end(ctx, runner, events, stopTimeoutMs)
  // `stop` rejects if the runner has already ended by itself, which is fine.
  const stop = () => void runner.stop().catch(() => {})
  // Graphile-worker keeps the failure of its first look for jobs, such as that of a database whose failover is not over,
  // and fails every later one with it.
  const over = new AbortController()
  void ended.finally(() => over.abort())
  const isLate = delay(firstFetchMs, true, { signal: over.signal }).catch(() => false)
  void Promise.race([fetched.then(() => false), isLate]).then((late) => {
    if (!late) return
    ctx.log.error('the worker could not look for jobs and restarts')
    stop()
  })
  try {
    const lock = await holdPoolLock(ctx, id, (error) => {
      // Others now consider this pool dead and run its jobs, so it must not continue beside them.
      ctx.log.error({ err: error }, 'the worker lost its liveness lock and restarts')
      stop()
    })
    const released = ended.finally(() => lock.release())
    return {
      id,
      ended: released,
      stop() {
        stop()
        return released
      },
    }
  } catch (error) {
    stop()
    await ended
    throw error
  }
}

/**
 * Running jobs may finish. Those that do not finish in time are retried, like those of a dead worker: neither a hanging
 * job nor a runner that cannot end (graphile-worker's, after two sessions broke at once) prevents a new one from
 * starting.
 */
async function end(ctx: ServerCtx, runner: Runner, events: WorkerEvents, timeoutMs: number): Promise<void> {
  const ended = new AbortController()
  const { signal } = ended
  const tooLong = once(events, 'pool:gracefulShutdown', { signal })
    .then(() => delay(timeoutMs, undefined, { signal }))
    .then(() => ctx.log.warn('a worker did not stop in time; its jobs will be unlocked'))
    // Aborted, because the runner has ended.
    .catch(() => {})
  const byItself = runner.promise.catch((error: unknown) => ctx.log.error({ err: error }, 'the worker stopped'))
  await Promise.race([byItself, tooLong])
  ended.abort()
}

async function sweep(ctx: ServerCtx, beat: () => Promise<void>, everyMs: number, signal: AbortSignal): Promise<void> {
  let suspects: ReadonlySet<string> = new Set()
  while (!signal.aborted) {
    try {
      await beat()
      suspects = (await sweepDeadPools(ctx, suspects, everyMs)).suspects
    } catch (error) {
      ctx.log.warn({ err: error }, 'the sweep for dead workers failed, will retry')
    }
    await delay(everyMs, undefined, { signal }).catch(() => {})
  }
}
