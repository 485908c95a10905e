import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { EXPIRY, REMIND } from '../../limits.ts'
import { forEach } from '../each.ts'
import { DomainError } from '../errors.ts'
import { loadSigners, lockDocument, reloadSigner, type SignerRow } from '../records/documents.ts'
import { isInScope } from '../records/workspaces/sandbox.ts'
import { ACTIONS, allows, deadReason } from '../signers/states.ts'
import { remindSigningRequest } from './remind.ts'

/**
 * The hourly job of automatic reminders (decision 0020): an invited signer is reminded on the days after the invitation
 * that the document names, else in workspaces that have enabled it after 3, 7 and 12, once per step however many
 * processes run the job. Excluded are
 * documents that can no longer complete or whose caller sends no emails, and requests past their expiry. Missed steps
 * are merged into one reminder.
 * @returns how many were due
 * @throws AggregateError when reminders failed; they are retried in an hour
 */
export async function remindDue(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now()
  const days = sql<number[]>`coalesce(documents.reminder_days, case when workspaces.reminders
    then ${[...REMIND.afterDays]}::integer[] else '{}' end)`
  const due = await ctx.db
    .selectFrom('signing_requests')
    .innerJoin('documents', 'documents.id', 'signing_requests.document_id')
    .innerJoin('workspaces', 'workspaces.id', 'signing_requests.workspace_id')
    .where('documents.send_emails', '=', true)
    .where('signing_requests.status', 'in', ACTIONS.remind.from)
    .where((eb) => {
      const texted = eb('signing_requests.texted', '=', true)
      return ctx.mail.kind === 'none' ? texted : eb.or([texted, eb('signing_requests.emailed', '=', true)])
    })
    .where('signing_requests.expires_at', '>', now)
    .where(isInScope(ctx, 'signing_requests.workspace_id'))
    .where('signing_requests.invited_at', '<=', new Date(now.getTime() - EXPIRY.dayMs))
    .where(
      sql<boolean>`signing_requests.invited_at + (${days})[signing_requests.reminder_steps + 1] * interval '24 hours' <= ${now}`,
    )
    .select(['signing_requests.id', 'signing_requests.document_id', 'signing_requests.workspace_id', days.as('days')])
    .orderBy('signing_requests.invited_at')
    .execute()
  await forEach(
    due,
    (signer) => remindOne(ctx, signer),
    ({ document_id }, error) =>
      ctx.log.warn({ err: error, document_id }, 'could not send an automatic reminder, will retry'),
  )
  return due.length
}

/** The reminder could not be sent. */
const FAILED = new Set<string>(['email_failed', 'sms_failed'])

type DueSigner = Pick<SignerRow, 'id' | 'document_id' | 'workspace_id'> & { days: number[] }

async function remindOne(ctx: Ctx, signer: DueSigner): Promise<void> {
  const claimed = await claimStep(ctx, signer)
  if (!claimed) return
  try {
    await remindSigningRequest(ctx, { kind: 'system', workspaceId: signer.workspace_id }, signer.id)
  } catch (error) {
    await ctx.db
      .updateTable('signing_requests')
      .set({ reminder_steps: claimed.before })
      .where('id', '=', signer.id)
      .where('reminder_steps', '=', claimed.step)
      .execute()
    // Somebody reminded the signer within the last minute, or the signer has just acted: no reminder is needed.
    if (error instanceof DomainError && !FAILED.has(error.code)) return
    throw error
  }
}

/** Claims the due steps before the reminder is sent, so that no other process sends it too. */
async function claimStep(
  ctx: Ctx,
  { id, document_id, days }: DueSigner,
): Promise<{ before: number; step: number } | null> {
  return transaction(ctx.db, async (tx) => {
    await lockDocument(tx, document_id)
    const signer = await reloadSigner(tx, id)
    const signers = await loadSigners(tx, document_id)
    if (!allows('remind', signer.status) || deadReason(signers.map(({ status }) => status))) return null
    const passed = (ctx.clock.now().getTime() - signer.invited_at!.getTime()) / EXPIRY.dayMs
    const step = days.filter((after) => after <= passed).length
    if (step <= signer.reminder_steps) return null
    await tx.updateTable('signing_requests').set({ reminder_steps: step }).where('id', '=', id).execute()
    return { before: signer.reminder_steps, step }
  })
}
