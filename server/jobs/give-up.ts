import type { Ctx } from '../context.ts'
import { recordJobFailure } from '../domain/workers/failures.ts'
import { errorFacts } from '../log.ts'

/** Handles a job that has failed for good: an error in the log and a row in `job_failures`. Never throws. */
export async function giveUp(ctx: Ctx, task: string, payload: unknown, error: unknown): Promise<void> {
  ctx.log.error({ task, payload, err: error }, 'a job has failed for good')
  await recordJobFailure(ctx, ctx.db, { task, payload, error: errorFacts(error) }).catch((err: unknown) =>
    ctx.log.error({ err }, 'could not record a failed job'),
  )
}
