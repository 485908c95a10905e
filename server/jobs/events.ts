import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Ctx } from '../context.ts'
import { recordJobFailure } from '../domain/workers/failures.ts'

/** An emitter for graphile-worker that writes down every final failure; `settled` resolves when that is done. */
export function jobEvents(ctx: Ctx): { events: WorkerEvents; settled(): Promise<void> } {
  const events: WorkerEvents = new EventEmitter()
  const writing = new Set<Promise<void>>()
  events.on('job:failed', ({ job, error }) => {
    const failure = { task: job.task_identifier, payload: job.payload, error: String(error) }
    ctx.log.error({ task: failure.task, payload: failure.payload, err: error }, 'a job has finally failed')
    const written = recordJobFailure(ctx, ctx.db, failure)
      .catch((err: unknown) => ctx.log.error({ err }, 'a failed job is not recorded'))
      .finally(() => writing.delete(written))
    writing.add(written)
  })
  return {
    events,
    async settled() {
      await Promise.all(writing)
    },
  }
}
