import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Db, type Tx, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { isWorkDone, recordWork } from '../records/workspaces/log.ts'
import { isUuid } from '../uuid.ts'

/** Deliveries that are deleted in one transaction. */
const BATCH = 2_000

/**
 * Deletes a workspace-wide hook with its log; an id of anything else is ignored (contract 4.5).
 * @returns whether it is gone now: also if somebody deleted it in the dashboard before, as a first press does
 */
export async function deleteHook(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  actor: Actor,
  id: string,
): Promise<boolean> {
  assertMay(ctx, actor, 'deleteHook')
  if (!isUuid(id)) return false
  const hookOf = (db: Db | Tx) =>
    db
      .selectFrom('hooks')
      .select('target_url')
      .where('id', '=', id)
      .where('workspace_id', '=', actor.workspaceId)
      .where('scope', '=', 'workspace')
  if (!(await hookOf(ctx.db).executeTakeFirst())) return isWorkDone(ctx, actor.workspaceId, 'hook.deleted', id)
  await switchOff(ctx, id)
  // A large log takes seconds, in which events of the workspace could not be recorded below.
  for (let more = true; more; ) more = await transaction(ctx.db, (tx) => deleteSome(tx, id))
  await transaction(ctx.db, async (tx) => {
    const hook = await hookOf(tx).forUpdate().executeTakeFirst()
    if (!hook) return
    // Before the rest of the log: the queue rows are always locked first.
    await tx.deleteFrom('delivery_queue').where('hook_id', '=', id).execute()
    await tx.deleteFrom('hooks').where('id', '=', id).execute()
    await recordWork(ctx, tx, actor, 'hook.deleted', { name: hook.target_url, id })
  })
  return true
}

/** So that nothing is sent to it in part, and the log only shrinks. */
async function switchOff({ db, clock }: Pick<Ctx, 'db' | 'clock'>, id: string): Promise<void> {
  await db
    .updateTable('hooks')
    .set({ enabled: false, disabled_at: clock.now(), disabled_reason: 'dashboard' })
    .where('id', '=', id)
    .where('enabled', '=', true)
    .execute()
}

/** Whether there were any. */
async function deleteSome(tx: Tx, hookId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from deliveries where hook_id = ${hookId} and period = 'infinity' order by seq desc limit ${BATCH}`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  // The queue rows are always locked first.
  await sql`delete from delivery_queue where delivery_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from deliveries where id = any(${ids}::uuid[]) and period = 'infinity'`.execute(tx)
  return ids.length > 0
}
