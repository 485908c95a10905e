import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { PayloadMode } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { minimalBodies } from '../events/body.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { findHook, type HookRow } from './find.ts'
import { assertEvents } from './register.ts'

/** Bounds the memory; larger ones save little. */
const BATCH = 2_000

export interface HookChange {
  payload?: PayloadMode
  /** None: every event. */
  events?: string[]
  standardWebhooks?: boolean
}

/**
 * Changes a hook in place: it keeps its id, its secret and its log. Switching to `minimal` also cuts down the deliveries
 * that are still being retried; switching back to `full`, and other events, count for what happens from then on
 * (contract 6.4).
 * @throws DomainError `not_found`; `unknown_event`, `invalid_request`
 */
export async function changeHook(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  actor: Actor,
  id: string,
  { payload, events, standardWebhooks }: HookChange,
): Promise<HookRow> {
  assertMay(ctx, actor, 'changeHook')
  if (events) assertEvents(events)
  const hook = await findHook(ctx, actor.workspaceId, id)
  // A large queue takes seconds, in which events of the workspace could not be recorded below.
  if (payload === 'minimal') await cutDown(hook.id, (work) => transaction(ctx.db, work))
  await transaction(ctx.db, async (tx) => {
    // Waits for events that are being recorded with the mode of before, so that none of them is missed below.
    await tx.selectFrom('hooks').select('id').where('id', '=', hook.id).forUpdate().execute()
    if (events)
      await tx
        .updateTable('hooks')
        .set({ events: [...new Set(events)] })
        .where('id', '=', hook.id)
        .execute()
    if (standardWebhooks !== undefined)
      await tx.updateTable('hooks').set({ standard_webhooks: standardWebhooks }).where('id', '=', hook.id).execute()
    if (payload) await tx.updateTable('hooks').set({ payload }).where('id', '=', hook.id).execute()
    if (payload === 'minimal') await cutDown(hook.id, (work) => work(tx))
    await recordWork(ctx, tx, actor, 'hook.changed', { name: hook.target_url, id: hook.id })
  })
  return findHook(ctx, actor.workspaceId, id)
}

/**
 * Cuts down what is in the queue. An attempt that is under way keeps the body it began with; the next one has the
 * minimal one.
 * @param inBatch runs each batch, in a transaction of its own or in the caller's
 */
async function cutDown(hookId: string, inBatch: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<void> {
  for (let last: number | null = 0; last !== null; ) last = await inBatch((tx) => cutDownAfter(tx, hookId, last!))
}

/** Returns the number of the last delivery that was cut down; null: there was none left. */
async function cutDownAfter(tx: Tx, hookId: string, after: number): Promise<number | null> {
  // The queue rows are always locked first.
  const { rows } = await sql<{ id: string; event_id: string; seq: number }>`
    select d.id, d.event_id, q.seq from delivery_queue q
    join deliveries d on d.id = q.delivery_id and d.period = q.period
    where q.hook_id = ${hookId} and q.seq > ${after} and q.scheduled and d.mode = 'full'
    order by q.seq limit ${BATCH} for update of q`.execute(tx)
  if (rows.length === 0) return null
  const bodies = await minimalBodies(tx, rows)
  await sql`
    update deliveries d set body = cut.body, mode = 'minimal'
    from unnest(${bodies.map(({ id }) => id)}::uuid[], ${bodies.map(({ minimal }) => minimal)}::text[]) as cut (id, body)
    where d.id = cut.id and d.hook_id = ${hookId}`.execute(tx)
  return rows.at(-1)!.seq
}
