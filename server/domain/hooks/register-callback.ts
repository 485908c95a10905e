import { randomBytes, randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

const SECRET_BYTES = 24
const SECRET_PREFIX_CHARACTERS = 12

/**
 * The document's own webhook from `callback_url` (contract 6.1): every event, full bodies, a secret that is told once
 * and kept encrypted. The URL has been judged before (`outbound.judgeUrl`).
 */
export async function registerCallbackHook(
  ctx: Pick<Ctx, 'clock' | 'keyring'>,
  tx: Tx,
  { workspaceId, documentId, targetUrl }: { workspaceId: string; documentId: string; targetUrl: string },
): Promise<{ secret: string }> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('hex')}`
  await tx
    .insertInto('hooks')
    .values({
      id: randomUUID(),
      workspace_id: workspaceId,
      scope: 'document',
      document_id: documentId,
      target_url: targetUrl,
      payload: 'full',
      secret: ctx.keyring.encrypt('secret', Buffer.from(secret)),
      secret_prefix: secret.slice(0, SECRET_PREFIX_CHARACTERS),
      created_at: ctx.clock.now(),
    })
    .execute()
  return { secret }
}
