import { remindSigner } from '../domain/signing/remind.ts'
import { REMIND } from '../limits.ts'
import type { Handler } from './contract.ts'

/** `POST /signing-requests/{id}/remind` (contract 4.11). */
export const remindSigningRequest: Handler<'remindSigningRequest'> = async (call) => {
  const { signer, remindedAt, status } = await remindSigner(call.ctx, call.actor, call.params.id)
  return call.reply(200, {
    signingRequestId: signer.id,
    documentId: signer.document_id,
    status,
    channel: signer.channel,
    emailed: signer.emailed,
    texted: signer.texted,
    remindedAt: remindedAt.toISOString(),
    reminderCount: signer.reminder_count,
    nextRemindAllowedAt: new Date(remindedAt.getTime() + REMIND.cooldownMs).toISOString(),
    expiresAt: signer.expires_at!.toISOString(),
  })
}
