import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { PayloadMode } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { minimalBodies } from '../events/body.ts'
import { invalid } from '../invalid.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { findHook, type HookRow } from './find.ts'
import { assertKnownEvents } from './register.ts'

/** As the API limits them (contract 4.4). */
const MAX_EVENTS = 10
/** Bounds the memory; larger ones save little. */
const BATCH = 2_000

export interface HookChange {
  payload?: PayloadMode
  /** None: every event. */
  events?: string[]
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
  { payload, events }: HookChange,
): Promise<HookRow> {
  assertMay(ctx, actor, 'changeHook')
  if (events) assertEvents(events)
  const hook = await findHook(ctx, actor.workspaceId, id)
  await transaction(ctx.db, async (tx) => {
    // Waits for events that are being recorded with the mode of before, so that none of them is missed below.
    await tx.selectFrom('hooks').select('id').where('id', '=', hook.id).forUpdate().execute()
    if (events)
      await tx
        .updateTable('hooks')
        .set({ events: [...new Set(events)] })
        .where('id', '=', hook.id)
        .execute()
    if (payload) await tx.updateTable('hooks').set({ payload }).where('id', '=', hook.id).execute()
    if (payload === 'minimal') await cutDown(tx, hook.id)
    await recordWork(ctx, tx, actor, 'hook.changed', { name: hook.target_url, id: hook.id })
  })
  return findHook(ctx, actor.workspaceId, id)
}

function assertEvents(events: string[]): void {
  if (events.length > MAX_EVENTS) throw invalid('events', `at most ${MAX_EVENTS} events; for more, choose every event`)
  assertKnownEvents(events)
}

/** An attempt that is under way keeps the body it began with; the next one has the minimal one. */
async function cutDown(tx: Tx, hookId: string): Promise<void> {
  for (;;) {
    // The queue rows are always locked first.
    const { rows } = await sql<{ id: string; event_id: string }>`
      select d.id, d.event_id from delivery_queue q
      join deliveries d on d.id = q.delivery_id and d.period = q.period
      where q.hook_id = ${hookId} and q.scheduled and d.mode = 'full'
      order by q.seq limit ${BATCH} for update of q`.execute(tx)
    if (rows.length === 0) return
    const bodies = await minimalBodies(tx, rows)
    await sql`
      update deliveries d set body = cut.body, mode = 'minimal'
      from unnest(${bodies.map(({ id }) => id)}::uuid[], ${bodies.map(({ minimal }) => minimal)}::text[]) as cut (id, body)
      where d.id = cut.id and d.hook_id = ${hookId}`.execute(tx)
  }
}
