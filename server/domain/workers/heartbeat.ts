import type { Ctx } from '../../context.ts'

/** Records that this worker is running, for `/health/ready` and `countersign doctor`. */
export async function heartbeat(ctx: Pick<Ctx, 'db' | 'clock'>, workerId: string): Promise<void> {
  const at = ctx.clock.now()
  await ctx.db
    .insertInto('worker_heartbeats')
    .values({ worker_id: workerId, at })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ at }))
    .execute()
}

/** Removes the worker's heartbeat; that of a killed worker stays until `pruneWorkers`. */
export async function removeHeartbeat(ctx: Pick<Ctx, 'db'>, workerId: string): Promise<void> {
  await ctx.db.deleteFrom('worker_heartbeats').where('worker_id', '=', workerId).execute()
}

/** The latest heartbeat of any worker; null: none recently. */
export async function lastHeartbeat(ctx: Pick<Ctx, 'db'>): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('worker_heartbeats')
    .select('at')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}
