import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { ServerCtx } from '../context.ts'
import { heartbeat, removeHeartbeat } from '../domain/workers/heartbeat.ts'
import { holdPoolLock, sweepDeadPools } from '../domain/workers/liveness.ts'
import { giveUp } from './give-up.ts'
import { jobLogger } from './log.ts'
import { CRONTAB, runTask, taskList } from './task-list.ts'

export { runDueJobs } from './run-due.ts'
export { runTask } from './task-list.ts'

const CONCURRENT_JOBS = 10
const RESTART_AFTER_MS = 1_000
const STOP_TIMEOUT_MS = 25_000

export interface WorkerOptions {
  /** Heartbeat and search for dead workers; a killed worker's jobs are given back two rounds later. */
  sweepEveryMs?: number
  /** How long a pool that ends may wait for its jobs. */
  stopTimeoutMs?: number
}

export interface Worker {
  /** Takes no new job and resolves when the running ones are done. */
  stop(): Promise<void>
}

/**
 * Runs jobs and the crontab in this process until stopped, next to any number of other workers on the same database.
 * A broken database connection stops nothing for good: the pool is started again until the database is back.
 */
export async function startWorker(
  ctx: ServerCtx,
  { sweepEveryMs = 5_000, stopTimeoutMs = STOP_TIMEOUT_MS }: WorkerOptions = {},
): Promise<Worker> {
  const stopping = new AbortController()
  let pool = await startPool(ctx, stopTimeoutMs)
  // What a crash left undone is found at once, not at the next full minute.
  await runTask(ctx, 'reconcile', {})

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pool.ended
      while (!stopping.signal.aborted) {
        await delay(RESTART_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) break
        try {
          pool = await startPool(ctx, stopTimeoutMs)
          break
        } catch (error) {
          ctx.log.error({ err: error }, 'the worker cannot start, will be tried again')
        }
      }
    }
    // Also the one that was just starting while the worker was told to stop.
    await pool.stop()
  }

  const supervised = supervise()
  const sweeping = sweep(ctx, () => pool.id, sweepEveryMs, stopping.signal)

  return {
    async stop() {
      stopping.abort()
      await pool.stop()
      await Promise.all([supervised, sweeping])
      await removeHeartbeat(ctx, pool.id).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'the worker could not sign off'),
      )
    },
  }
}

interface Pool {
  id: string
  /** Resolves when the pool has ended, for whatever reason, or its time to end is over. */
  ended: Promise<void>
  stop(): Promise<void>
}

async function startPool(ctx: ServerCtx, stopTimeoutMs: number): Promise<Pool> {
  const events: WorkerEvents = new EventEmitter()
  let id = ''
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  events.on('job:failed', ({ job, error }) => void giveUp(ctx, job.task_identifier, job.payload, error))
  const runner = await run({
    pgPool: ctx.db.pool,
    taskList: taskList(ctx),
    crontab: CRONTAB,
    concurrency: CONCURRENT_JOBS,
    noHandleSignals: true,
    events,
    logger: jobLogger(ctx),
    // Without a batch nobody waits for the writing of a job's end, and a session that breaks in it would end the process by
    // an unhandled rejection. With one it ends this pool; the next gets its jobs back from the sweep.
    preset: { worker: { useNodeTime: true, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const ended = end(ctx, runner, events, stopTimeoutMs)
  // `stop` refuses when the runner has ended by itself already: that is what was wanted.
  const stop = () => void runner.stop().catch(() => {})
  try {
    const lock = await holdPoolLock(ctx, id, (error) => {
      // Others take this pool for dead now and run its jobs: it must not go on beside them.
      ctx.log.error({ err: error }, 'the worker cannot show that it lives, and starts anew')
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
 * Running jobs may finish. Those that do not in time come again, as of a dead worker: neither a job that hangs nor a
 * runner that cannot end (graphile-worker's, when two sessions broke at once) keeps a new one from starting.
 */
async function end(ctx: ServerCtx, runner: Runner, events: WorkerEvents, timeoutMs: number): Promise<void> {
  const ended = new AbortController()
  const { signal } = ended
  const tooLong = once(events, 'pool:gracefulShutdown', { signal })
    .then(() => delay(timeoutMs, undefined, { signal }))
    .then(() => ctx.log.warn('a worker has not ended in time; its jobs will be given back'))
    // Aborted, because the runner has ended.
    .catch(() => {})
  const byItself = runner.promise.catch((error: unknown) => ctx.log.error({ err: error }, 'the worker stopped'))
  await Promise.race([byItself, tooLong])
  ended.abort()
}

async function sweep(ctx: ServerCtx, id: () => string, everyMs: number, signal: AbortSignal): Promise<void> {
  let suspects: ReadonlySet<string> = new Set()
  while (!signal.aborted) {
    try {
      await heartbeat(ctx, id())
      suspects = (await sweepDeadPools(ctx, suspects, everyMs)).suspects
    } catch (error) {
      ctx.log.warn({ err: error }, 'the sweep for dead workers failed, will be tried again')
    }
    await delay(everyMs, undefined, { signal }).catch(() => {})
  }
}
