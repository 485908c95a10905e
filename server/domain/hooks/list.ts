import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import type { HookRow } from './find.ts'

/** The workspace's hooks, newest first; only enabled ones without `includeDisabled` (contract 4.3). */
export async function listHooks(
  ctx: Pick<Ctx, 'db' | 'config'>,
  actor: Actor,
  { includeDisabled }: { includeDisabled: boolean },
): Promise<HookRow[]> {
  assertMay(ctx, actor, 'listHooks')
  const all = ctx.db
    .selectFrom('hooks')
    .selectAll()
    .where('workspace_id', '=', actor.workspaceId)
    .where('scope', '=', 'workspace')
    .orderBy('seq', 'desc')
  return (includeDisabled ? all : all.where('enabled', '=', true)).execute()
}
