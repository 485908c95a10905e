import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { REMIND } from '../../limits.ts'
import { MailError } from '../../mail/index.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { sendReminder } from '../messages/send.ts'
import { appendAudit } from '../records/audit.ts'
import { loadSigner, lockDocument, reloadSigner, type SignerRow } from '../records/documents.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { atReviewEnd } from '../signers/review.ts'
import { ACTIONS, allows } from '../signers/states.ts'
import { restartRequestCount } from '../sms/day-caps.ts'
import { UNLOCKED } from '../sms/step.ts'
import { sendTextReminder } from '../sms/text-signer.ts'
import { invalidState } from './withdraw.ts'

export interface Reminded {
  signer: SignerRow
  /** At the time the reminder was sent. */
  status: 'pending' | 'viewed'
  remindedAt: Date
}

/**
 * Re-sends the invitation (contract 4.11) by the signer's channel, synchronously rather than as a job, so that the caller learns whether it was
 * sent. A locked verification is unlocked. The cooldown is claimed before sending, so that two
 * concurrent callers send one reminder; if sending fails it is restored.
 * @throws DomainError `not_found`, `expired` or `invalid_state`, `rate_limited` (again in 60 seconds), `email_failed`,
 * `email_not_configured`, `sms_failed` with `meta.reason`
 */
export async function remindSigningRequest(ctx: Ctx, actor: Actor, id: string): Promise<Reminded> {
  assertMay(ctx, actor, 'remindSigningRequest')
  const seen = await loadSigner(ctx.db, actor.workspaceId, id)
  const { before, remindedAt } = await claimCooldown(ctx, seen)
  let sent: Sent
  try {
    sent = await sendByChannel(ctx, before)
  } catch (error) {
    await ctx.db
      .updateTable('signing_requests')
      .set({ last_reminded_at: before.last_reminded_at })
      .where('id', '=', id)
      .execute()
    throw error
  }
  const signer = await transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, seen.document_id)
    await appendAudit(ctx, tx, seen.document_id, {
      type: 'reminded',
      signingRequestId: id,
      meta: { email: before.email, channel: before.channel, ...sent },
      actor,
    })
    await recordWork(ctx, tx, actor, 'signer.reminded', { name: document.title, id: document.id })
    // A person who sends a reminder wants this signer to continue; a schedule expresses no such intent.
    const unlocks = actor.kind !== 'system'
    if (unlocks) await restartRequestCount(tx, id)
    return tx
      .updateTable('signing_requests')
      .set((eb) => ({
        reminder_count: eb('reminder_count', '+', 1),
        ...(sent.emailed && { emailed: true }),
        ...(sent.texted && { texted: true }),
        ...(unlocks && UNLOCKED),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { signer, remindedAt, status: before.status === 'viewed' ? 'viewed' : 'pending' }
}

/** How the reminder went out. */
interface Sent {
  emailed: boolean
  texted: boolean
}

/**
 * Of a signer who is reminded by email and by SMS one is enough.
 * @throws DomainError `email_failed`; `sms_failed` where only an SMS was to be sent
 */
async function sendByChannel(ctx: Ctx, { id, channel }: SignerRow): Promise<Sent> {
  if (channel === 'email') {
    await emailReminder(ctx, id)
    return { emailed: true, texted: false }
  }
  if (channel === 'sms') {
    await sendTextReminder(ctx, id)
    return { emailed: false, texted: true }
  }
  const [email, text] = await Promise.allSettled([emailReminder(ctx, id), sendTextReminder(ctx, id)])
  for (const { reason } of [email, text].filter((one) => one.status === 'rejected')) {
    if (!(reason instanceof DomainError)) throw reason
  }
  if (email.status === 'rejected' && text.status === 'rejected') throw email.reason
  return { emailed: email.status === 'fulfilled', texted: text.status === 'fulfilled' }
}

/** @throws DomainError `email_failed` */
async function emailReminder(ctx: Ctx, id: string): Promise<void> {
  try {
    await sendReminder(ctx, id, { timeoutMs: REMIND.sendMs })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    throw new DomainError('email_failed', 'the reminder could not be sent', { cause: error })
  }
}

async function claimCooldown(ctx: Ctx, seen: SignerRow): Promise<{ before: SignerRow; remindedAt: Date }> {
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, seen.document_id)
    const now = ctx.clock.now()
    const signer = atReviewEnd(document, await reloadSigner(tx, seen.id), now)
    const open = allows('remind', signer.status)
    if (signer.status === 'expired' || (open && signer.expires_at !== null && signer.expires_at <= now)) {
      throw new DomainError('expired', 'the signing request has expired; reminding does not extend it')
    }
    if (!open) throw invalidState(signer, ACTIONS.remind.from)
    if (signer.last_reminded_at && now.getTime() - signer.last_reminded_at.getTime() < REMIND.cooldownMs) {
      throw new DomainError('rate_limited', 'this signer was reminded in the last 60 seconds', {
        retryInSeconds: REMIND.cooldownMs / 1000,
      })
    }
    if (ctx.mail.kind === 'none' && signer.channel === 'email')
      throw new DomainError('email_not_configured', 'no email provider is configured')
    await tx.updateTable('signing_requests').set({ last_reminded_at: now }).where('id', '=', seen.id).execute()
    return { before: signer, remindedAt: now }
  })
}
