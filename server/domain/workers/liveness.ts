import { sql } from 'kysely'
import type { ServerCtx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { holdLock, type SessionLock } from '../../db/session-lock.ts'
import { recordJobFailure } from './failures.ts'

/**
 * Shows that this process's worker pool is alive: Postgres frees the lock as soon as the process dies, so that its jobs
 * need not wait the 4 hours after which graphile-worker releases a locked one.
 */
export async function holdPoolLock(
  ctx: Pick<ServerCtx, 'db'>,
  poolId: string,
  onLost: (error: Error) => void,
): Promise<SessionLock> {
  const lock = await holdLock(ctx.db.url, lockName(poolId), onLost)
  if (!lock) throw new Error('Another worker pool has the same id')
  return lock
}

/**
 * Unlocks the jobs of dead pools. A pool is dead when its lock is free now and was free at the previous sweep
 * (`suspects`; a session that drops and reconnects therefore costs nothing). Returns the suspects for the next sweep.
 * @param graceMs age of a job's lock below which its pool is not checked: the pool may still be acquiring its own lock
 */
export async function sweepDeadPools(
  ctx: Pick<ServerCtx, 'db' | 'clock' | 'log'>,
  suspects: ReadonlySet<string>,
  graceMs: number,
): Promise<{ suspects: Set<string>; unlocked: string[] }> {
  const lockedBefore = new Date(ctx.clock.now().getTime() - graceMs)
  return transaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ pool: string; free: boolean }>`
      select locked_by as pool, pg_try_advisory_xact_lock(hashtextextended(${LOCK_PREFIX} || locked_by, 0)) as free
      from (select distinct locked_by from graphile_worker.jobs
            where locked_at < ${lockedBefore}) as pools
    `.execute(tx)
    const free = rows.filter((row) => row.free).map((row) => row.pool)
    const dead = free.filter((pool) => suspects.has(pool))
    if (dead.length > 0) {
      await reportKilled(ctx, tx, dead)
      await sql`select graphile_worker.force_unlock_workers(${dead})`.execute(tx)
      ctx.log.warn({ pools: dead }, 'unlocked the jobs of killed workers')
    }
    return { suspects: new Set(free.filter((pool) => !dead.includes(pool))), unlocked: dead }
  })
}

const LOCK_PREFIX = 'countersign:worker:'

function lockName(poolId: string): string {
  return LOCK_PREFIX + poolId
}

/** A job killed in its last attempt never runs again, and the killed worker could not record that. */
async function reportKilled(
  ctx: Pick<ServerCtx, 'db' | 'clock'>,
  tx: Parameters<typeof recordJobFailure>[1],
  dead: string[],
) {
  const { rows } = await sql<{ id: number; task: string; payload: unknown }>`
    select jobs.id, jobs.task_identifier as task, private.payload
    from graphile_worker.jobs as jobs join graphile_worker._private_jobs as private using (id)
    where jobs.locked_by = any(${dead}) and jobs.attempts >= jobs.max_attempts
  `.execute(tx)
  for (const { task, payload } of rows) {
    await recordJobFailure(ctx, tx, { task, payload, error: 'The worker was killed during the last attempt' })
  }
}
