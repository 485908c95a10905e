import type { Ctx } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'

/** Ends every open session of a request whose signer changes. The caller holds the document's lock and records why. */
export async function revokeSessions(ctx: Pick<Ctx, 'clock'>, tx: Tx, signingRequestId: string): Promise<void> {
  await tx
    .updateTable('embedded_sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('signing_request_id', '=', signingRequestId)
    .where('revoked_at', 'is', null)
    .execute()
}
