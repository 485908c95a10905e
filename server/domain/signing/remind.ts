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
import { ACTIONS, allows } from '../signers/states.ts'
import { restartRequestCount } from '../sms/day-caps.ts'
import { UNLOCKED } from '../sms/step.ts'
import { invalidState } from './withdraw.ts'

export interface Reminded {
  signer: SignerRow
  /** At the time the email was sent. */
  status: 'pending' | 'viewed'
  remindedAt: Date
}

/**
 * Re-sends the invitation (contract 4.11), synchronously rather than as a job, so that the caller learns whether it was
 * sent. A locked verification is unlocked. The cooldown is claimed before sending, so that two
 * concurrent callers send one email; if sending fails it is restored.
 * @throws DomainError `not_found`, `expired` or `invalid_state`, `rate_limited` (again in 60 seconds), `email_failed`,
 * `email_not_configured`
 */
export async function remindSigner(ctx: Ctx, actor: Actor, id: string): Promise<Reminded> {
  assertMay(ctx, actor, 'remindSigner')
  const seen = await loadSigner(ctx.db, actor.workspaceId, id)
  const { before, remindedAt } = await claimCooldown(ctx, seen)
  try {
    await sendReminder(ctx, id, { timeoutMs: REMIND.sendMs })
  } catch (error) {
    await ctx.db
      .updateTable('signing_requests')
      .set({ last_reminded_at: before.last_reminded_at })
      .where('id', '=', id)
      .execute()
    if (error instanceof MailError)
      throw new DomainError('email_failed', 'the reminder could not be sent', { cause: error })
    throw error
  }
  const signer = await transaction(ctx.db, async (tx) => {
    await lockDocument(tx, seen.document_id)
    await appendAudit(ctx, tx, seen.document_id, {
      type: 'reminded',
      signingRequestId: id,
      meta: { email: seen.email },
      actor,
    })
    // A person who sends a reminder wants this signer to continue; a schedule expresses no such intent.
    const unlocks = actor.kind !== 'system'
    if (unlocks) await restartRequestCount(tx, id)
    return tx
      .updateTable('signing_requests')
      .set((eb) => ({
        reminder_count: eb('reminder_count', '+', 1),
        emailed: true,
        ...(unlocks && UNLOCKED),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { signer, remindedAt, status: before.status === 'viewed' ? 'viewed' : 'pending' }
}

async function claimCooldown(ctx: Ctx, seen: SignerRow): Promise<{ before: SignerRow; remindedAt: Date }> {
  return transaction(ctx.db, async (tx) => {
    await lockDocument(tx, seen.document_id)
    const signer = await reloadSigner(tx, seen.id)
    const now = ctx.clock.now()
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
    if (ctx.mail.kind === 'none') throw new DomainError('email_not_configured', 'no email provider is configured')
    await tx.updateTable('signing_requests').set({ last_reminded_at: now }).where('id', '=', seen.id).execute()
    return { before: signer, remindedAt: now }
  })
}
