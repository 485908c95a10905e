import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { revokeKey } from '../records/workspaces/keys.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { isUuid } from '../uuid.ts'

/** A key as a question about it names it. */
export interface NamedKey {
  id: string
  name: string
  display: string
}

/**
 * Revokes a key of the actor's workspace: from now on calls with it get 401. Revoking it twice changes nothing.
 * @throws DomainError `not_found`
 */
export async function revokeWorkspaceKey(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  actor: Actor,
  id: string,
): Promise<NamedKey> {
  assertMay(ctx, actor, 'revokeWorkspaceKey')
  const key = isUuid(id)
    ? await ctx.db
        .selectFrom('api_keys')
        .select(['id', 'name', 'display'])
        .where('id', '=', id)
        .where('workspace_id', '=', actor.workspaceId)
        .executeTakeFirst()
    : undefined
  if (!key) throw new DomainError('not_found', 'there is no such key')
  await transaction(ctx.db, async (tx) => {
    if (await revokeKey(ctx, tx, key.id)) await recordWork(ctx, tx, actor, 'key.revoked', key)
  })
  return key
}
