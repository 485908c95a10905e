import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { SMS_CODE, SMS_DAY, SMS_REQUESTS } from '../../limits.ts'
import { SmsError } from '../../sms/index.ts'
import type { Actor, Origin, SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { SmsFailure } from '../events/catalogue.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { fill } from '../fill.ts'
import { maskPhone, networkOf } from '../mask.ts'
import { assertMay } from '../may.ts'
import { subjectOf } from '../messages/facts.ts'
import { mailTexts } from '../messages/locales/index.ts'
import { appendAudit } from '../records/audit.ts'
import { takeToken } from '../records/calls/rate-limit.ts'
import { lockDocument, reloadSigner, type SignerRow } from '../records/documents.ts'
import { readWorkspace, type Workspace } from '../records/workspaces/read.ts'
import { assertInside } from '../records/workspaces/sandbox.ts'
import { allowanceBody, refundCode, smsAllowance, takeCode } from '../records/workspaces/sms-allowance.ts'
import { lockForSigner } from '../signers/access.ts'
import { codeMac, newCode } from './code.ts'
import { countSend, uncountSend } from './day-caps.ts'
import { deliverSms, shortened } from './deliver.ts'
import { assertVerifiable, isLocked, lastAttempt, type SmsStep, smsStep, voidCodes } from './step.ts'

/** A counted attempt and one code of the month's allowance, both claimed before the provider is called. */
interface ClaimedCode {
  id: string
  attempt: number
  phone: string
  code: string
  month: string
  signer: SignerRow
  workspace: Workspace
}

interface Failure {
  reason: SmsFailure
  providerCode?: string | null
}

/**
 * Sends a code to the signer's phone (contract 1.3). Emits `sms_sent` for every code that the provider accepted, and
 * `sms_failed` whenever the signer requested a code and none was sent, except when our own throttle refuses. An earlier
 * code stays valid until a newer one was accepted. If the provider's response is never known, the code counts but
 * cannot be used.
 * @throws DomainError as `assertVerifiable`; `rate_limited` (4 a minute from one address, `meta.retry_after_seconds`);
 * `sms_failed` with `meta.reason` and the current step
 */
export async function sendCode(ctx: Ctx, actor: Actor): Promise<SmsStep> {
  assertMay(ctx, actor, 'sendCode')
  assertVerifiable(actor.signer, ctx.clock.now())
  // Of which every message costs something; one of a sandbox costs nothing.
  if (!ctx.sandbox) await throttle(ctx, actor.origin)
  const claimed = await claim(ctx, actor)
  if ('reason' in claimed) throw await failed(ctx, actor, claimed)
  try {
    const { messageId } = await deliverSms(ctx, {
      to: claimed.phone,
      text: textOf(ctx, claimed),
      about: subjectOf(claimed.signer, 'code'),
    })
    return await accepted(ctx, actor, claimed, messageId)
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    const { reason, providerCode } = error
    ctx.log.warn({ err: error, reason, provider_code: providerCode }, 'could not send a code')
    await transaction(ctx.db, async (tx) => {
      const signer = await lockSigner(tx, actor)
      await tx.deleteFrom('sms_codes').where('claim', '=', claimed.id).execute()
      await uncountSend(tx, claimed.id)
      await refundCode(tx, actor.workspaceId, claimed.month)
      await recordFailure(ctx, tx, { actor, signer, workspace: claimed.workspace }, { reason, providerCode })
    })
    throw await failed(ctx, actor, { reason })
  }
}

/** @throws DomainError `rate_limited`. Emits nothing (contract 6.3). */
async function throttle(ctx: Ctx, origin: Origin): Promise<void> {
  const { allowed, resetSeconds } = await takeToken(
    ctx,
    `sms:${origin.ip ? networkOf(origin.ip) : 'unknown'}`,
    SMS_REQUESTS,
  )
  if (allowed) return
  throw new DomainError('rate_limited', `at most ${SMS_REQUESTS.requests} codes can be requested per minute`, {
    retryInSeconds: resetSeconds,
    meta: { retry_after_seconds: resetSeconds },
  })
}

/** Claims what a code needs, or records why it cannot be sent. */
async function claim(ctx: Ctx, actor: SignerActor): Promise<ClaimedCode | Failure> {
  return transaction(ctx.db, async (tx) => {
    const { document, signer } = await lockForSigner(tx, actor)
    const now = ctx.clock.now()
    assertVerifiable(signer, now)
    const workspace = await readWorkspace(tx, actor.workspaceId)
    assertInside(ctx, workspace)
    const { attempt: last } = await lastAttempt(ctx, tx, signer.id)
    const refuse = async (reason: SmsFailure): Promise<Failure> => {
      await recordFailure(ctx, tx, { actor, signer, workspace }, { reason })
      return { reason }
    }
    if (isLocked(signer)) return refuse('blocked')
    if (last >= SMS_CODE.maxCodes) return refuse('rate_limited')
    if (ctx.sms.kind === 'none') return refuse('not_configured')
    if (signer.phone_e164 === null) return refuse('invalid_number')
    const row = { id: randomUUID(), attempt: last + 1 }
    const month = await takeCode(ctx, tx, workspace)
    if (month === null) return refuse('allowance_exhausted')
    const send = { claim: row.id, workspaceId: signer.workspace_id, signingRequestId: signer.id }
    const counted = await countSend(ctx, tx, { ...send, phone: signer.phone_e164 })
    if (counted !== 'counted') {
      await refundCode(tx, actor.workspaceId, month)
      if (counted === 'request_full') await lock(ctx, tx, actor, signer)
      return refuse('blocked')
    }
    // The earlier codes no longer count.
    if (last === 0) await voidCodes(tx, signer.id)
    const code = newCode()
    await tx
      .insertInto('sms_codes')
      .values({
        signing_request_id: signer.id,
        attempt: row.attempt,
        claim: row.id,
        ...codeMac(ctx, { signer, document }, code),
        expires_at: new Date(now.getTime() + SMS_CODE.livesMs),
      })
      .execute()
    return { ...row, phone: signer.phone_e164, code, month, signer, workspace }
  })
}

/** The request has used up its codes: only the sender can unlock it, as after too many wrong attempts. */
async function lock(ctx: Ctx, tx: Tx, actor: SignerActor, signer: SignerRow): Promise<void> {
  await tx.updateTable('signing_requests').set({ sms_locked_at: ctx.clock.now() }).where('id', '=', signer.id).execute()
  await appendAudit(ctx, tx, signer.document_id, {
    type: 'sms_locked',
    signingRequestId: signer.id,
    meta: { phone_masked: maskPhone(signer.phone_e164), codes: SMS_DAY.ofRequest },
    actor,
  })
}

async function accepted(ctx: Ctx, actor: SignerActor, claimed: ClaimedCode, messageId: string): Promise<SmsStep> {
  const signer = await transaction(ctx.db, async (tx) => {
    const signer = await lockSigner(tx, actor)
    const now = ctx.clock.now()
    // No row: the number was changed meanwhile, or verified with an earlier code. The message was sent all the same, so
    // the event is recorded.
    const row = await tx
      .updateTable('sms_codes')
      .set({
        accepted_at: now,
        expires_at: new Date(now.getTime() + SMS_CODE.livesMs),
        provider: ctx.sms.kind,
        provider_message_id: messageId,
      })
      .where('claim', '=', claimed.id)
      .returning('attempt')
      .executeTakeFirst()
    const phone_masked = maskPhone(claimed.phone) ?? ''
    const attempt = row?.attempt ?? null
    await appendAudit(ctx, tx, actor.documentId, {
      type: 'sms_sent',
      signingRequestId: signer.id,
      meta: { phone_masked, attempt, provider: ctx.sms.kind, provider_message_id: messageId },
      actor,
    })
    await recordSignerEvent(ctx, tx, signer, 'signing_request.sms_sent', {
      occurred_at: now.toISOString(),
      phone_masked,
      attempt,
      sms_allowance: allowanceBody(await smsAllowance(ctx, tx, claimed.workspace)),
    })
    return signer
  })
  return stepOf(ctx, ctx.db, signer)
}

interface CodeRequest {
  actor: SignerActor
  signer: SignerRow
  workspace: Workspace
}

async function recordFailure(
  ctx: Ctx,
  tx: Tx,
  { actor, signer, workspace }: CodeRequest,
  { reason, providerCode = null }: Failure,
): Promise<void> {
  const phone_masked = maskPhone(signer.phone_e164)
  await appendAudit(ctx, tx, signer.document_id, {
    type: 'sms_failed',
    signingRequestId: signer.id,
    meta: { reason, phone_masked, ...(providerCode !== null && { provider_code: providerCode }) },
    actor,
  })
  await recordSignerEvent(ctx, tx, signer, 'signing_request.sms_failed', {
    occurred_at: ctx.clock.now().toISOString(),
    reason,
    phone_masked,
    sms_allowance: allowanceBody(await smsAllowance(ctx, tx, workspace)),
  })
}

async function failed(ctx: Ctx, actor: SignerActor, { reason }: Failure): Promise<DomainError> {
  const step = await stepOf(ctx, ctx.db, await reloadSigner(ctx.db, actor.signingRequestId))
  return new DomainError('sms_failed', `no code was sent: ${reason}`, { meta: { reason, ...step } })
}

async function stepOf(ctx: Ctx, db: Ctx['db'] | Tx, signer: SignerRow): Promise<SmsStep> {
  const step = await smsStep(ctx, db, signer)
  if (step) return step
  throw new DomainError('sms_not_required', 'no code is required')
}

async function lockSigner(tx: Tx, actor: SignerActor): Promise<SignerRow> {
  await lockDocument(tx, actor.documentId)
  return reloadSigner(tx, actor.signingRequestId)
}

/**
 * The last line binds the code to our host, so that phones autofill it there and nowhere else (WICG
 * sms-one-time-codes).
 */
function textOf(ctx: Ctx, { code, signer, workspace }: ClaimedCode): string {
  const { hostname } = new URL(ctx.config.publicUrl)
  return `${fill(mailTexts(signer.locale).sms, { code, sender: shortened(workspace.name) })}\n\n@${hostname} #${code}`
}
