import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { enqueue, type Tx, transaction } from '../../db/database.ts'
import type { PayloadMode } from '../../db/schema.ts'
import { abandonQueued, moveQueued } from '../deliveries/move.ts'
import { isOnce } from '../deliveries/once.ts'
import { minimalBodies } from '../events/body.ts'

const NOTE = 'hook switched off'
/** In one transaction: longer ones would outlast the request, and save little. */
const BATCH = 2_000

/** Waiting deliveries of hooks that are switched off, in their order, locked; the join is made for these only. */
async function nextWaiting(tx: Tx, hookIds: string[], now: Date, only?: string): Promise<Waiting[]> {
  const chosen = only === undefined ? sql`` : sql`and delivery_id = ${only}`
  const { rows } = await sql<Waiting>`
    select d.id, queue.hook_id, d.event, d.event_id, ${isOnce} as once, d.mode
    from (
      select delivery_id, period, hook_id, seq from delivery_queue
      where hook_id in (select id from hooks where id = any(${hookIds}::uuid[]) and not enabled)
        and scheduled and (claim_token is null or next_attempt_at <= ${now}) ${chosen}
      order by seq limit ${BATCH} for update
    ) queue
    join deliveries d on d.id = queue.delivery_id and d.period = queue.period
    order by queue.seq`.execute(tx)
  return rows
}

interface Successor {
  from_id: string
  id: string
  payload: PayloadMode
  events: string[]
}

interface Waiting {
  id: string
  hook_id: string
  event: string
  event_id: string
  once: boolean
  mode: PayloadMode | null
}

/**
 * Settles the waiting deliveries of hooks that are switched off (contract 4.4; decision 0030): those of a replaced hook
 * move to its successor if it subscribes to the event, keep their ids, and are reduced if the successor is minimal; the
 * rest are given up. A delivery that is being sent is left alone: its sender calls this again afterwards. Settles the
 * oldest 2,000, and leaves the rest to background tasks (decision 0030).
 *
 * @param only this delivery
 */
export async function settleSwitchedOff(
  ctx: Pick<Ctx, 'clock' | 'sandbox'>,
  tx: Tx,
  hookIds: string[],
  only?: string,
): Promise<void> {
  const now = ctx.clock.now()
  const waiting = await nextWaiting(tx, hookIds, now, only)
  if (waiting.length === 0) return
  const successors = await findSuccessors(tx, hookIds)
  const moving = new Map<Successor, Waiting[]>()
  const abandoned: string[] = []
  for (const delivery of waiting) {
    const successor = successors.get(delivery.hook_id)
    if (successor && subscribes(successor, delivery))
      moving.set(successor, [...(moving.get(successor) ?? []), delivery])
    else abandoned.push(delivery.id)
  }
  for (const [successor, deliveries] of moving) await move(tx, successor, deliveries)
  if (abandoned.length > 0) await abandonQueued(tx, abandoned, { note: NOTE, now })
  if (waiting.length === BATCH) await enqueue(ctx, tx, 'settle-hooks', { hookIds })
}

/** A ping or an example is only for the hook it was requested for (contract 4.9). */
function subscribes({ events }: Successor, { event, once }: Waiting): boolean {
  return !once && (events.length === 0 || events.includes(event))
}

/** The same in a transaction of its own, for hooks with an attempt that has just failed: usually none is switched off. */
export async function settleHooks(ctx: Pick<Ctx, 'clock' | 'db' | 'sandbox'>, hookIds: string[]): Promise<void> {
  if (hookIds.length === 0) return
  const off = await ctx.db
    .selectFrom('hooks')
    .select('id')
    .where('id', 'in', [...new Set(hookIds)])
    .where('enabled', '=', false)
    .execute()
  if (off.length === 0) return
  const ids = off.map(({ id }) => id)
  await transaction(ctx.db, (tx) => settleSwitchedOff(ctx, tx, ids))
}

/** By replaced hook: the enabled hook at the end of the chain of replacements. */
async function findSuccessors(tx: Tx, hookIds: string[]): Promise<Map<string, Successor>> {
  const { rows } = await sql<{ from_id: string; id: string }>`
    with recursive chain as (
      select id as from_id, id, replaced_by, enabled from hooks where id = any(${hookIds}::uuid[]) and not enabled
      union all
      select chain.from_id, next.id, next.replaced_by, next.enabled
      from chain join hooks next on next.id = chain.replaced_by where not chain.enabled
    )
    select from_id, id from chain where enabled`.execute(tx)
  if (rows.length === 0) return new Map()
  const alive = await tx
    .selectFrom('hooks')
    .select(['id', 'payload', 'events'])
    .where('id', 'in', [...new Set(rows.map(({ id }) => id))])
    // Must not be deleted while deliveries move to it.
    .forKeyShare()
    .execute()
  const found = new Map<string, Successor>()
  for (const { from_id, id } of rows) {
    const hook = alive.find((candidate) => candidate.id === id)
    if (hook) found.set(from_id, { from_id, ...hook })
  }
  return found
}

async function move(tx: Tx, successor: Successor, deliveries: Waiting[]): Promise<void> {
  const cut = successor.payload === 'minimal' ? deliveries.filter(({ mode }) => mode === 'full') : []
  const kept = cut.length === 0 ? deliveries : deliveries.filter(({ mode }) => mode !== 'full')
  await moveQueued(tx, successor.id, [...kept, ...(await minimalBodies(tx, cut))])
}
