import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { ServerCtx } from '../../context.ts'
import { type Db, type Tx, transaction } from '../../db/database.ts'
import { holdLock, type SessionLock } from '../../db/session-lock.ts'
import { resumeRenewals, resumeSeals } from '../documents/resume.ts'
import { endClaims } from '../records/calls/idempotency.ts'
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
  const lock = await holdLock(ctx.db.url, LOCK_PREFIX + poolId, onLost)
  if (!lock) throw new Error('Another worker pool has the same id')
  return lock
}

/**
 * Shows that this process is alive, so that its claims (idempotency keys, seals) end when it dies, not with their
 * lease. From now on claims name it: `ctx.holder.id`.
 * @param onLost its claims may be taken over; it names no further ones
 */
export async function holdProcessLock(
  ctx: Pick<ServerCtx, 'db' | 'holder'>,
  onLost: (error: Error) => void,
): Promise<SessionLock> {
  const id = `process-${randomUUID()}`
  const lock = await holdLock(ctx.db.url, LOCK_PREFIX + id, (error) => {
    ctx.holder.id = null
    onLost(error)
  })
  if (!lock) throw new Error('Another process has the same id')
  ctx.holder.id = id
  return {
    async release() {
      ctx.holder.id = null
      await lock.release()
    },
  }
}

/** The ids that look dead, and those of them that already did at the previous sweep. */
export interface Sweep {
  /** For the next sweep. */
  suspects: Set<string>
  /** What they held has been freed. */
  freed: string[]
}

/**
 * Unlocks the jobs of dead pools. A pool is dead when its lock is free now and was free at the previous sweep
 * (`suspects`; a session that drops and reconnects therefore costs nothing).
 * @param graceMs age of a job's lock below which its pool is not checked: the pool may still be acquiring its own lock
 */
export async function sweepDeadPools(
  ctx: Pick<ServerCtx, 'db' | 'clock' | 'log' | 'sandbox'>,
  suspects: ReadonlySet<string>,
  graceMs: number,
): Promise<Sweep> {
  const lockedBefore = new Date(ctx.clock.now().getTime() - graceMs)
  const pools = sql`select distinct locked_by from graphile_worker.jobs where locked_at < ${lockedBefore}`
  return sweep(ctx.db, pools, suspects, async (tx, dead) => {
    await reportKilled(ctx, tx, dead)
    await sql`select graphile_worker.force_unlock_workers(${dead})`.execute(tx)
    ctx.log.warn({ pools: dead }, 'unlocked the jobs of killed workers')
  })
}

/**
 * Ends the claims of dead processes, found as in `sweepDeadPools`: their idempotency keys can be claimed again, and the
 * documents they were sealing or renewing are due.
 */
export async function sweepDeadProcesses(
  ctx: Pick<ServerCtx, 'db' | 'clock' | 'log' | 'sandbox'>,
  suspects: ReadonlySet<string>,
): Promise<Sweep> {
  const processes = sql`
    select claimed_by from idempotency_keys where status is null and claimed_by is not null
    union select seal_claimed_by from documents where seal_state = 'due' and seal_claimed_by is not null
    union select claimed_by from renewals where claimed_by is not null`
  return sweep(ctx.db, processes, suspects, async (tx, dead) => {
    await endClaims(tx, dead)
    await resumeSeals(ctx, tx, dead)
    await resumeRenewals(ctx, tx, dead)
    ctx.log.warn({ processes: dead }, 'ended the claims of killed processes')
  })
}

const LOCK_PREFIX = 'countersign:worker:'

async function sweep(
  db: Db,
  holders: RawBuilder<unknown>,
  suspects: ReadonlySet<string>,
  free: (tx: Tx, dead: string[]) => Promise<void>,
): Promise<Sweep> {
  // Almost always nobody has died, which one statement can tell.
  const unheld = await findUnheld(db, holders)
  if (!unheld.some((holder) => suspects.has(holder))) return { suspects: new Set(unheld), freed: [] }
  return transaction(db, async (tx) => {
    const found = await findUnheld(tx, holders)
    const freed = found.filter((holder) => suspects.has(holder))
    if (freed.length > 0) await free(tx, freed)
    return { suspects: new Set(found.filter((holder) => !suspects.has(holder))), freed }
  })
}

/** Several processes sweep at once, so the locks they try are shared; a living holder's lock is not. */
async function findUnheld(db: Db | Tx, holders: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`
    select holder from (${holders}) as holders (holder)
    where pg_try_advisory_xact_lock_shared(hashtextextended(${LOCK_PREFIX} || holder, 0))
  `.execute(db)
  return rows.map(({ holder }) => holder)
}

/** A job killed in its last attempt never runs again, and the killed worker could not record that. */
async function reportKilled(ctx: Pick<ServerCtx, 'clock'>, tx: Tx, dead: string[]): Promise<void> {
  const { rows } = await sql<{ id: number; task: string; payload: unknown }>`
    select jobs.id, jobs.task_identifier as task, private.payload
    from graphile_worker.jobs as jobs join graphile_worker._private_jobs as private using (id)
    where jobs.locked_by = any(${dead}) and jobs.attempts >= jobs.max_attempts
  `.execute(tx)
  for (const { task, payload } of rows) {
    await recordJobFailure(ctx, tx, { task, payload, error: 'The worker was killed during the last attempt' })
  }
}
