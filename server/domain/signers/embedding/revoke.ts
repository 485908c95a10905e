import type { Ctx } from '../../../context.ts'
import { type Tx, transaction } from '../../../db/database.ts'
import type { Actor } from '../../actor.ts'
import { assertMay } from '../../may.ts'
import { appendAudit } from '../../records/audit.ts'
import { lockDocument } from '../../records/documents.ts'
import { getEmbeddedSession } from './session.ts'

/** Ends a session immediately; idempotent. @throws DomainError `not_found` */
export async function revokeEmbeddedSession(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  assertMay(ctx, actor, 'revokeEmbeddedSession')
  const session = await getEmbeddedSession(ctx, actor, id)
  await transaction(ctx.db, async (tx) => {
    await lockDocument(tx, session.document_id)
    const revoked = await tx
      .updateTable('embedded_sessions')
      .set({ revoked_at: ctx.clock.now() })
      .where('id', '=', session.id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!revoked) return
    await appendAudit(ctx, tx, session.document_id, {
      type: 'session_revoked',
      signingRequestId: session.signing_request_id,
      meta: { session_id: session.id },
      actor,
    })
  })
}

/** Ends every open session of a request whose signer changes. The caller holds the document's lock and records why. */
export async function revokeSessions(ctx: Pick<Ctx, 'clock'>, tx: Tx, signingRequestId: string): Promise<void> {
  await tx
    .updateTable('embedded_sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('signing_request_id', '=', signingRequestId)
    .where('revoked_at', 'is', null)
    .execute()
}
