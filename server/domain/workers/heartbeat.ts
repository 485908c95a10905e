import type { Ctx } from '../../context.ts'

/** Says that this worker is at work, for `/health/ready` and `countersign doctor`. */
export async function heartbeat(ctx: Pick<Ctx, 'db' | 'clock'>, workerId: string): Promise<void> {
  const at = ctx.clock.now()
  await ctx.db
    .insertInto('worker_heartbeats')
    .values({ worker_id: workerId, at })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ at }))
    .execute()
}

/** Takes the worker off the list; a killed one stays until `pruneWorkers`. */
export async function signOff(ctx: Pick<Ctx, 'db'>, workerId: string): Promise<void> {
  await ctx.db.deleteFrom('worker_heartbeats').where('worker_id', '=', workerId).execute()
}

/** The time of the latest heartbeat of any worker; null: there has been none lately. */
export async function lastHeartbeat(ctx: Pick<Ctx, 'db'>): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('worker_heartbeats')
    .select('at')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}
