import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { MailError } from '../../mail/index.ts'
import { appendAudit } from '../audit.ts'
import { lockDocument, type SignerRow } from '../documents/load.ts'
import { releaseHeld } from '../events/record.ts'
import { signingUrl } from '../signing/link.ts'
import { type MailFacts, readSignerFacts } from './facts.ts'
import { invitation } from './templates/invitation.ts'

export interface InvitationTask {
  signingRequestId: string
  /** The held `signing_request.sent` of a sequential release, which is told the outcome and let go. */
  eventId?: string
}

/**
 * Sends a signer's first mail and writes down what came of it: `emailed`, the audit trail and, for a release, the
 * held event. A signer who is no longer waited for gets none, and one already told is not told twice.
 * A refusal for good ends the job; any other failure is thrown, so that the job comes again.
 * @throws MailError when the mail may go out later
 */
export async function sendInvitation(ctx: Ctx, task: InvitationTask, attempt: { last: boolean }): Promise<void> {
  const facts = await readSignerFacts(ctx, task.signingRequestId)
  if (!facts || !isAwaited(facts.signer) || (await wasInvited(ctx, facts.signer))) return
  try {
    if (await ctx.mail.acceptsNoMail(facts.signer.email))
      throw new MailError('the domain accepts no mail', { permanent: true, reason: 'null_mx' })
    await ctx.mail.send({
      to: facts.signer.email,
      ...invitationMail(ctx, facts, 'invitation'),
      idempotencyKey: `invitation/${facts.signer.id}/${facts.signer.link_version}`,
    })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    if (error.permanent || attempt.last)
      await recordOutcome(ctx, facts.signer, task, { emailed: false, reason: error.reason })
    if (error.permanent) return
    throw error
  }
  await recordOutcome(ctx, facts.signer, task, { emailed: true })
}

/**
 * Sends the invitation again, now: the caller learns whether it went out.
 * @throws MailError when it was refused or took longer than `timeoutMs`
 */
export async function sendReminder(ctx: Ctx, signingRequestId: string, options: { timeoutMs: number }): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts) throw new MailError('the signing request is gone', { permanent: true, reason: 'gone' })
  const sending = ctx.mail.send({ to: facts.signer.email, ...invitationMail(ctx, facts, 'reminder') })
  await within(sending, options.timeoutMs)
}

function invitationMail(
  ctx: Ctx,
  { signer, document, sender }: MailFacts & { signer: SignerRow },
  kind: 'invitation' | 'reminder',
) {
  return invitation(
    {
      locale: signer.locale,
      sender,
      title: document.title,
      name: signer.name,
      message: document.message,
      url: signingUrl(ctx, signer),
      expiresAt: signer.expires_at,
    },
    kind,
  )
}

/** Pending or viewed: the states in which a signature is awaited. */
function isAwaited(signer: SignerRow): boolean {
  return signer.status === 'pending' || signer.status === 'viewed'
}

async function wasInvited(ctx: Ctx, signer: SignerRow): Promise<boolean> {
  const sent = await ctx.db
    .selectFrom('audit_events')
    .select('seq')
    .where('document_id', '=', signer.document_id)
    .where('signing_request_id', '=', signer.id)
    .where('type', '=', 'email_sent')
    .executeTakeFirst()
  return sent !== undefined
}

type Outcome = { emailed: true } | { emailed: false; reason: string }

async function recordOutcome(ctx: Ctx, signer: SignerRow, task: InvitationTask, outcome: Outcome): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await lockDocument(tx, signer.document_id)
    await tx.updateTable('signing_requests').set({ emailed: outcome.emailed }).where('id', '=', signer.id).execute()
    await appendAudit(ctx, tx, signer.document_id, {
      type: outcome.emailed ? 'email_sent' : 'email_failed',
      signingRequestId: signer.id,
      meta: { message: 'invitation', email: signer.email, ...(outcome.emailed ? {} : { reason: outcome.reason }) },
    })
    if (task.eventId) await releaseHeld(ctx, tx, task.eventId, { emailed: outcome.emailed })
  })
}

async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new MailError('the mail provider took too long', { permanent: false, reason: 'timeout' })),
      timeoutMs,
    )
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
