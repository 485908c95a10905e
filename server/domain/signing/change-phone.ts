import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { maskPhone } from '../mask.ts'
import { assertMay } from '../may.ts'
import { appendAudit } from '../records/audit.ts'
import { loadSigner, lockDocument, reloadSigner, type SignerRow } from '../records/documents.ts'
import { allows } from '../signers/states.ts'
import { restartRequestCount } from '../sms/day-caps.ts'
import { UNLOCKED, voidCodes } from '../sms/step.ts'

/**
 * Changes the number that codes are sent to (contract 3, 4.11): codes sent to the previous number become void, and the
 * count of wrong attempts is reset, which also lifts a lock. An unchanged number changes and records nothing.
 * @throws DomainError `not_found`, `not_editable` with `meta.status` and `meta.sms_verified_at`
 */
export async function changePhone(ctx: Ctx, actor: Actor, id: string, phone: string): Promise<SignerRow> {
  assertMay(ctx, actor, 'changePhone')
  const seen = await loadSigner(ctx.db, actor.workspaceId, id)
  return transaction(ctx.db, async (tx) => {
    await lockDocument(tx, seen.document_id)
    const signer = await reloadSigner(tx, id)
    if (!allows('change_phone', signer.status) || signer.sms_verified_at) {
      throw new DomainError('not_editable', 'the phone number can no longer be changed', {
        meta: { status: signer.status, sms_verified_at: signer.sms_verified_at?.toISOString() ?? null },
      })
    }
    if (signer.phone_e164 === phone) return signer
    await appendAudit(ctx, tx, signer.document_id, {
      type: 'phone_changed',
      signingRequestId: id,
      meta: { phone_masked: maskPhone(phone) },
      actor,
    })
    await voidCodes(tx, id)
    await restartRequestCount(tx, id)
    return tx
      .updateTable('signing_requests')
      .set({ phone_e164: phone, ...UNLOCKED })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}
