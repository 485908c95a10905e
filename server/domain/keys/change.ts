import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { isUuid } from '../uuid.ts'
import { checkedSettings, type KeySettings } from './request.ts'

/**
 * Changes what a key is called and where it may be used, from the next call on. Its scope stays (decision 0023). The same
 * settings again change nothing.
 * @returns its name now
 * @throws DomainError `not_found`, also for a revoked key; `invalid_request` with the name of the field in `meta.path`
 */
export async function changeKey(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  actor: Actor,
  id: string,
  settings: KeySettings,
): Promise<{ name: string }> {
  assertMay(ctx, actor, 'changeKey')
  const { name, allowIps, embedOrigins, returnOrigins } = checkedSettings(ctx.config, settings)
  const changed = { name, allow_ips: allowIps, embed_origins: embedOrigins, return_origins: returnOrigins }
  await transaction(ctx.db, async (tx) => {
    const key = isUuid(id)
      ? await tx
          .selectFrom('api_keys')
          .select(['name', 'allow_ips', 'embed_origins', 'return_origins'])
          .where('id', '=', id)
          .where('workspace_id', '=', actor.workspaceId)
          .where('revoked_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
      : undefined
    if (!key) throw new DomainError('not_found', 'there is no such key that works')
    if (isDeepStrictEqual(key, changed)) return
    await tx.updateTable('api_keys').set(changed).where('id', '=', id).execute()
    await recordWork(ctx, tx, actor, 'key.changed', { name, id })
  })
  return { name }
}
