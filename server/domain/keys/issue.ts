import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { createKeyOnce } from '../records/workspaces/keys.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { isUuid } from '../uuid.ts'
import { checkedSettings, type KeyRequest } from './request.ts'

/**
 * Creates a key of the actor's workspace (contract 5.1). The key is returned once and never stored.
 * @param formId the id that the form was given, which becomes the key's; anything else than a free UUID counts as none
 * @throws DomainError `invalid_request` with the name of the field in `meta.path`
 */
export async function issueKey(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  actor: Actor,
  request: KeyRequest,
  formId: string,
): Promise<{ id: string; key: string }> {
  assertMay(ctx, actor, 'issueKey')
  const key = { workspaceId: actor.workspaceId, scope: request.scope, ...checkedSettings(ctx.config, request) }
  return transaction(ctx.db, async (tx) => {
    const { id, key: secret, repeated } = await createKeyOnce(ctx, tx, key, isUuid(formId) ? formId : randomUUID())
    if (!repeated) await recordWork(ctx, tx, actor, 'key.created', { name: key.name, id })
    return { id, key: secret }
  })
}
