import { withdrawSigningRequest as withdraw } from '../domain/signing/withdraw.ts'
import type { Handler } from './contract.ts'

/** `POST /signing-requests/{id}/withdraw` (contract 4.11). */
export const withdrawSigningRequest: Handler<'withdrawSigningRequest'> = async (call) => {
  const reason = call.body?.data.reason ?? null
  const { signer, documentStatus } = await withdraw(call.ctx, call.actor, call.params.id, reason)
  return call.reply(200, {
    signingRequestId: signer.id,
    documentId: signer.document_id,
    status: 'withdrawn',
    withdrawnBy: 'api',
    withdrawnAt: signer.withdrawn_at!.toISOString(),
    documentStatus,
  })
}
