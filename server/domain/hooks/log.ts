import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { listing } from '../../db/replica.ts'
import type { DeliveriesTable } from '../../db/schema.ts'
import { DELIVERY_LOG } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { isOnce } from '../deliveries/once.ts'
import { assertMay } from '../may.ts'
import { findHook } from './find.ts'

export type DeliveryRow = Selectable<DeliveriesTable>

/**
 * The last 100 deliveries of a hook, newest first (contract 4.7).
 * @throws DomainError `not_found`
 */
export async function listHookDeliveries(
  ctx: Pick<Ctx, 'db' | 'replica' | 'config'>,
  actor: Actor,
  id: string,
): Promise<DeliveryRow[]> {
  assertMay(ctx, actor, 'listHookDeliveries')
  return listing(ctx, async (db) => {
    const hook = await findHook({ db }, actor.workspaceId, id)
    return db
      .selectFrom('deliveries')
      .selectAll()
      .where('hook_id', '=', hook.id)
      .orderBy('seq', 'desc')
      .limit(DELIVERY_LOG.kept)
      .execute()
  })
}

/** Deliveries of each kind that one trim of a hook deletes at most; the next one goes on. */
const TRIMMED = 1_000

/**
 * Contract 6.6: the log keeps the last 100 deliveries of each hook. Pending ones are never deleted, and given-up ones
 * stay for another 30 days, so that they can be recovered. Each kind is found by an index of its own: after an outage
 * those that stay are hundreds of thousands, and every outcome waits for this.
 */
export async function trimLogs(ctx: Pick<Ctx, 'db' | 'clock'>, hookIds: string[]): Promise<void> {
  const recoverable = new Date(ctx.clock.now().getTime() - DELIVERY_LOG.givenUpKeptMs)
  const beyond = sql`select id, period from deliveries where hook_id = trimmed.hook_id and seq <= cut.seq`
  await sql`
    delete from deliveries d
    using unnest(${hookIds}::uuid[]) as trimmed (hook_id)
    cross join lateral (select seq from deliveries newest where newest.hook_id = trimmed.hook_id
      order by seq desc offset ${DELIVERY_LOG.kept} limit 1) as cut
    cross join lateral (
      (${beyond} and status = 'success' limit ${TRIMMED})
      union all
      (${beyond} and status = 'giving_up' and ${isOnce} limit ${TRIMMED})
      union all
      (${beyond} and status = 'giving_up' and completed_at < ${recoverable} limit ${TRIMMED})
    ) as ended
    where d.id = ended.id and d.period = ended.period
  `.execute(ctx.db)
}
