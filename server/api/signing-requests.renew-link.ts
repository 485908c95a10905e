import { signingUrl } from '../domain/signers/link.ts'
import { renewLink } from '../domain/signing/renew-link.ts'
import type { Handler } from './contract.ts'

/** `POST /signing-requests/{id}/renew-link` (decision 0022). */
export const renewSigningLink: Handler<'renewSigningLink'> = async (call) => {
  const { signer, renewedAt, status } = await renewLink(call.ctx, call.actor, call.params.id)
  return call.reply(200, {
    signingRequestId: signer.id,
    documentId: signer.document_id,
    status,
    signingUrl: signingUrl(call.ctx, signer),
    renewedAt: renewedAt.toISOString(),
    expiresAt: signer.expires_at?.toISOString() ?? null,
  })
}
