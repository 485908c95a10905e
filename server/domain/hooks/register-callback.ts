import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { newSecret } from './secret.ts'

/**
 * The document's own webhook from `callback_url` (contract 6.1): every event, full bodies, a secret that is returned
 * once and stored encrypted. The caller has checked the URL (`checkHookUrl`).
 */
export async function registerCallbackHook(
  ctx: Pick<Ctx, 'clock' | 'keyring'>,
  tx: Tx,
  { workspaceId, documentId, targetUrl }: { workspaceId: string; documentId: string; targetUrl: string },
): Promise<{ secret: string }> {
  const { secret, stored } = newSecret(ctx)
  await tx
    .insertInto('hooks')
    .values({
      ...stored,
      id: randomUUID(),
      workspace_id: workspaceId,
      scope: 'document',
      document_id: documentId,
      target_url: targetUrl,
      payload: 'full',
      created_at: ctx.clock.now(),
    })
    .execute()
  return { secret }
}
