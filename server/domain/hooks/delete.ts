import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { isUuid } from '../uuid.ts'

/** Deletes a workspace-wide hook with its log; whatever else the id names is left alone (contract 4.5). */
export async function deleteHook(ctx: Pick<Ctx, 'db' | 'config'>, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'deleteHook')
  if (!isUuid(id)) return
  await transaction(ctx.db, async (tx) => {
    const hook = await tx
      .selectFrom('hooks')
      .select('id')
      .where('id', '=', id)
      .where('workspace_id', '=', actor.workspaceId)
      .where('scope', '=', 'workspace')
      .forUpdate()
      .executeTakeFirst()
    if (!hook) return
    // Before the log: rows of the queue are locked first everywhere.
    await tx.deleteFrom('delivery_queue').where('hook_id', '=', id).execute()
    await tx.deleteFrom('hooks').where('id', '=', id).execute()
  })
}
