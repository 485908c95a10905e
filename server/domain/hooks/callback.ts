import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { HooksTable } from '../../db/schema.ts'
import { newSecret } from './rotate.ts'

/**
 * The document's own webhook from `callback_url` (contract 6.1) as a row to insert: every event, full bodies, a secret
 * that is returned once and stored encrypted. The caller has checked the URL (`checkHookUrl`).
 */
export function newCallbackHook(
  ctx: Pick<Ctx, 'clock' | 'keyring'>,
  { workspaceId, documentId, targetUrl }: { workspaceId: string; documentId: string; targetUrl: string },
): { secret: string; row: Insertable<HooksTable> } {
  const { secret, stored } = newSecret(ctx)
  const row = {
    ...stored,
    id: randomUUID(),
    workspace_id: workspaceId,
    scope: 'document' as const,
    document_id: documentId,
    target_url: targetUrl,
    payload: 'full' as const,
    created_at: ctx.clock.now(),
  }
  return { secret, row }
}
