import type { Ctx } from '../../context.ts'
import { enqueue, type Tx } from '../../db/database.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { appendAudit } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'
import type { Sender } from './store.ts'

/**
 * Records that a stored document was sent, in the caller's transaction: the audit entry and the email of each signer
 * who is invited now, and a single `signing_request.sent` for the send, without a source when a person sent it
 * (contract 6.3).
 * @param signers of one document, in the order of the call; at least one is `pending`
 */
export async function invite(ctx: Ctx, tx: Tx, actor: Sender, signers: SignerRow[]): Promise<void> {
  const invited = signers.filter((signer) => signer.status === 'pending')
  for (const { id: signingRequestId, document_id, email, emailed, expires_at } of invited) {
    const meta = { email, emailed, expires_at: expires_at?.toISOString() ?? null }
    await appendAudit(ctx, tx, document_id, { type: 'sent', signingRequestId, meta, actor })
    if (emailed) await enqueue(ctx, tx, 'send-email', { message: 'invitation', signingRequestId })
  }
  const first = invited[0]!
  const source = actor.kind === 'apiKey' ? { source: 'v1_api' as const } : {}
  await recordSignerEvent(ctx, tx, first, 'signing_request.sent', { locale: first.locale, ...source })
}
