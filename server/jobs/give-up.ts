import type { Ctx } from '../context.ts'
import { recordJobFailure } from '../domain/workers/failures.ts'
import { errorFacts } from '../log.ts'

/** What happens when a job has failed for good: an error in the log and a row in `job_failures`. Never throws. */
export async function giveUp(ctx: Ctx, task: string, payload: unknown, error: unknown): Promise<void> {
  ctx.log.error({ task, payload, err: error }, 'a job has finally failed')
  await recordJobFailure(ctx, ctx.db, { task, payload, error: errorFacts(error) }).catch((err: unknown) =>
    ctx.log.error({ err }, 'a failed job is not recorded'),
  )
}
