import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { SMS_CODE } from '../../limits.ts'
import type { Actor, SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { maskPhone } from '../mask.ts'
import { assertMay } from '../may.ts'
import { appendAudit } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'
import { lockForSigner } from '../signers/access.ts'
import { isSmsCode, readDigits } from './code.ts'
import { restartCounts } from './day-caps.ts'
import { assertVerifiable, isLocked, newestCode, smsStep, voidCodes } from './step.ts'

/**
 * Checks the code a signer entered (contract 1.3): only the newest, for 10 minutes, five attempts, one success. The
 * attempt is counted before the comparison and committed before the response. A wrong code emits nothing; the one that
 * locks the request is recorded in the audit trail. Does nothing if already verified.
 * @throws DomainError as `assertInvited`; `sms_not_required`; `sms_code_malformed`; `sms_code_wrong` (also when there
 * is no code to compare with); `sms_locked`; with the current step in `meta`
 */
export async function verifyCode(ctx: Ctx, actor: Actor, typed: string): Promise<void> {
  assertMay(ctx, actor, 'verifyCode')
  const seen = actor.signer
  if (seen.sms_verified_at !== null) return
  assertVerifiable(seen, ctx.clock.now())
  const given = readDigits(typed)
  if (given === null) {
    throw new DomainError('sms_code_malformed', `the code has ${SMS_CODE.digits} digits`)
  }
  const refusal = await transaction(ctx.db, (tx) => tryCode(ctx, tx, actor, given))
  if (refusal) throw refusal
}

async function tryCode(ctx: Ctx, tx: Tx, actor: SignerActor, given: string): Promise<DomainError | null> {
  const { document, signer } = await lockForSigner(tx, actor)
  if (signer.sms_verified_at !== null) return null
  const now = ctx.clock.now()
  assertVerifiable(signer, now)
  const newest = await newestCode(tx, signer.id)
  const open = newest !== undefined && newest.expires_at > now && newest.tries < SMS_CODE.maxTries && !isLocked(signer)
  // The same statements with or without a code, so that the response time reveals nothing.
  const counted = open ? 1 : 0
  await tx
    .updateTable('sms_codes')
    .set({ tries: sql`tries + ${counted}::int` })
    .where('signing_request_id', '=', signer.id)
    .where('attempt', '=', newest?.attempt ?? 0)
    .execute()
  const after = await tx
    .updateTable('signing_requests')
    .set({ sms_wrong_tries: sql`sms_wrong_tries + ${counted}::int` })
    .where('id', '=', signer.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isSmsCode(ctx, { signer, document }, given, open ? newest : null) && open) {
    await confirm(ctx, tx, { actor, signer, provider: newest.provider, messageId: newest.provider_message_id })
    return null
  }
  if (open && isLocked(after)) {
    await appendAudit(ctx, tx, document.id, {
      type: 'sms_locked',
      signingRequestId: signer.id,
      meta: { phone_masked: maskPhone(signer.phone_e164), wrong_tries: after.sms_wrong_tries },
      actor,
    })
  }
  const meta = { ...(await smsStep(ctx, tx, after)) }
  return isLocked(after)
    ? new DomainError('sms_locked', 'too many codes or wrong attempts; only the sender can unlock this', { meta })
    : new DomainError('sms_code_wrong', 'this is not the code that was sent last', { meta })
}

interface Confirmed {
  actor: SignerActor
  /** Before this attempt. */
  signer: SignerRow
  provider: string | null
  messageId: string | null
}

/** From now on this signature is an advanced one. */
async function confirm(ctx: Ctx, tx: Tx, { actor, signer, provider, messageId }: Confirmed): Promise<void> {
  const now = ctx.clock.now()
  const verified = await tx
    .updateTable('signing_requests')
    .set({
      sms_verified_at: now,
      // The last attempt was correct, so it is not counted.
      sms_wrong_tries: signer.sms_wrong_tries,
      sms_provider: provider,
      sms_message_id: messageId,
    })
    .where('id', '=', signer.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await voidCodes(tx, signer.id)
  await restartCounts(tx, signer)
  const phone_masked = maskPhone(signer.phone_e164) ?? ''
  await appendAudit(ctx, tx, signer.document_id, {
    type: 'sms_verified',
    signingRequestId: signer.id,
    meta: { phone_masked, provider, provider_message_id: messageId, wrong_tries: signer.sms_wrong_tries },
    actor,
  })
  await recordSignerEvent(ctx, tx, verified, 'signing_request.sms_verified', {
    occurred_at: now.toISOString(),
    phone_masked,
    sms_verified_at: now.toISOString(),
  })
}
