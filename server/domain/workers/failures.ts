import type { Ctx } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'

const ERROR_CHARACTERS = 2_000

/** Records a job that will not be retried, so that nothing is ever dropped silently. */
export async function recordJobFailure(
  ctx: Pick<Ctx, 'clock'>,
  db: Db | Tx,
  failure: { task: string; payload: unknown; error: string },
): Promise<void> {
  await db
    .insertInto('job_failures')
    .values({
      task: failure.task,
      payload: JSON.stringify(failure.payload ?? null),
      // Postgres text cannot hold NUL.
      error: failure.error.replaceAll('\0', '').slice(0, ERROR_CHARACTERS),
      failed_at: ctx.clock.now(),
    })
    .execute()
}
