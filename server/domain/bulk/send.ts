import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { loadUpload } from './read.ts'

/**
 * Begins to send the good rows of a checked file, or those that are left of one that was stopped. Whoever presses is the
 * sender of its documents. A second press changes nothing.
 * @throws DomainError `not_found`
 */
export async function sendUpload(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'sendUpload')
  await loadUpload(ctx.db, actor.workspaceId, id)
  await transaction(ctx.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('bulk_sends')
      .set({
        state: 'sending',
        stop_reason: null,
        user_id: actor.userId,
        ip: actor.origin.ip,
        user_agent: actor.origin.userAgent,
        changed_at: ctx.clock.now(),
      })
      .where('id', '=', id)
      .where('state', 'in', ['checked', 'stopped'])
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await enqueue(ctx, tx, 'bulk-send', { bulkId: id })
  })
}

/**
 * Stops the checking or sending of a file. Once this has returned, no further row goes out; what was sent is not taken
 * back.
 * @throws DomainError `not_found`
 */
export async function stopUpload(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'stopUpload')
  await loadUpload(ctx.db, actor.workspaceId, id)
  await stop(ctx, id, null)
}

/** @param reason in words, for whoever looks; null: a person stopped it */
export async function stop(ctx: Pick<Ctx, 'db' | 'clock'>, id: string, reason: string | null): Promise<void> {
  await ctx.db
    .updateTable('bulk_sends')
    .set({ state: 'stopped', stop_reason: reason, changed_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'sending'])
    .execute()
}
