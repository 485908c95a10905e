import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { createKey } from '../records/workspaces/keys.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { checkedSettings, type KeyRequest } from './request.ts'

/**
 * Creates a key of the actor's workspace (contract 5.1). The key is returned once and never stored.
 * @throws DomainError `invalid_request` with the name of the field in `meta.path`
 */
export async function issueKey(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  actor: Actor,
  request: KeyRequest,
): Promise<{ id: string; key: string }> {
  assertMay(ctx, actor, 'issueKey')
  const key = { workspaceId: actor.workspaceId, scope: request.scope, ...checkedSettings(ctx.config, request) }
  return transaction(ctx.db, async (tx) => {
    const created = await createKey(ctx, tx, key)
    await recordWork(ctx, tx, actor, 'key.created', { name: key.name, id: created.id })
    return created
  })
}
