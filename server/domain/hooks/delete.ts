import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { isUuid } from '../uuid.ts'

/** Deletes a workspace-wide hook with its log; an id of anything else is ignored (contract 4.5). */
export async function deleteHook(ctx: Pick<Ctx, 'db' | 'clock' | 'config'>, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'deleteHook')
  if (!isUuid(id)) return
  await transaction(ctx.db, async (tx) => {
    const hook = await tx
      .selectFrom('hooks')
      .select('target_url')
      .where('id', '=', id)
      .where('workspace_id', '=', actor.workspaceId)
      .where('scope', '=', 'workspace')
      .forUpdate()
      .executeTakeFirst()
    if (!hook) return
    // Before the log: the queue rows are always locked first.
    await tx.deleteFrom('delivery_queue').where('hook_id', '=', id).execute()
    await tx.deleteFrom('hooks').where('id', '=', id).execute()
    await recordWork(ctx, tx, actor, 'hook.deleted', { name: hook.target_url, id })
  })
}
