import type { Ctx } from '../../context.ts'
import type { ApiKeyActor } from '../actor.ts'
import { isUuid } from '../uuid.ts'

/** Deletes a workspace-wide hook with its log; whatever else the id names is left alone (contract 4.5). */
export async function deleteHook(ctx: Pick<Ctx, 'db'>, actor: ApiKeyActor, id: string): Promise<void> {
  if (!isUuid(id)) return
  await ctx.db
    .deleteFrom('hooks')
    .where('id', '=', id)
    .where('workspace_id', '=', actor.workspaceId)
    .where('scope', '=', 'workspace')
    .execute()
}
