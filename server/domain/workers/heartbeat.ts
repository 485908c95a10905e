import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { WorkerRole } from '../../db/tasks.ts'

/** Records that this worker is running and what it does, for `/health/ready` and `countersign doctor`. */
export async function heartbeat(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  workerId: string,
  roles: readonly WorkerRole[],
): Promise<void> {
  const at = ctx.clock.now()
  await ctx.db
    .insertInto('worker_heartbeats')
    .values({ worker_id: workerId, at, roles: [...roles] })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ at }))
    .execute()
}

/** Removes the worker's heartbeat; that of a killed worker stays until `pruneWorkers`. */
export async function removeHeartbeat(ctx: Pick<Ctx, 'db'>, workerId: string): Promise<void> {
  await ctx.db.deleteFrom('worker_heartbeats').where('worker_id', '=', workerId).execute()
}

/** The latest heartbeat of a worker of each role; a role without one recently is missing. */
export async function lastHeartbeats(ctx: Pick<Ctx, 'db'>): Promise<Map<WorkerRole, Date>> {
  const { rows } = await sql<{ role: WorkerRole; at: Date }>`
    select role, max(at) as at from worker_heartbeats cross join unnest(roles) as role group by role
  `.execute(ctx.db)
  return new Map(rows.map(({ role, at }) => [role, at]))
}
