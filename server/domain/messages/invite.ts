import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { MailError } from '../../mail/index.ts'
import type { EmailFailure } from '../events/catalogue.ts'
import { releaseHeld } from '../events/record.ts'
import { recordSignerEvent } from '../events/signer-event.ts'
import { reloadSigner, type SignerRow } from '../records/documents.ts'
import { signingUrl } from '../signers/link.ts'
import { inTheSendersName, lookOf, type MailFacts, readSignerFacts, subjectOf } from './facts.ts'
import { type Attempt, assertAcceptsMail, type DocumentMail, sendOnce } from './once.ts'
import { invitation } from './templates/invitation.ts'

export interface InvitationTask {
  signingRequestId: string
  /** The held `signing_request.sent` of a sequential release; it gets the outcome and is released. */
  eventId?: string
}

/**
 * Sends a signer's first email and records the outcome: `emailed`, the audit trail and, for a release, the held event.
 * A signer who is no longer expected to sign, or whose link has expired, gets no email, and nobody gets it twice.
 * @throws MailError when the email may be sent later
 */
export async function sendInvitation(ctx: Ctx, task: InvitationTask, attempt: Attempt): Promise<void> {
  const facts = await readSignerFacts(ctx, task.signingRequestId)
  if (!facts || !isAwaited(facts.signer)) return
  const { signer } = facts
  // Until the hourly job ends the request as well.
  if (signer.expires_at !== null && signer.expires_at <= ctx.clock.now()) return
  const mail: DocumentMail = {
    documentId: signer.document_id,
    sent: facts.sent,
    signingRequestId: signer.id,
    message: 'invitation',
    to: signer.email,
    render: async () => ({
      ...invitationMail(ctx, facts, 'invitation'),
      idempotencyKey: `invitation/${signer.id}/${signer.link_version}`,
    }),
  }
  await sendOnce(ctx, mail, attempt, async (tx, emailed) => {
    // It was announced as sent.
    if (emailed !== signer.emailed) {
      await tx
        .updateTable('signing_requests')
        .set({ emailed, email_problem: null })
        .where('id', '=', signer.id)
        // The outcome of an email to somebody else says nothing about the person it is for now.
        .where('link_version', '=', signer.link_version)
        .execute()
    }
    if (!emailed)
      await recordEmailFailure(ctx, tx, await reloadSigner(tx, signer.id), {
        reason: 'refused',
        provider_message: null,
      })
    if (task.eventId) await releaseHeld(ctx, tx, task.eventId, { emailed })
  })
}

/** Its event, in the transaction of the outcome. */
export async function recordEmailFailure(
  ctx: Ctx,
  tx: Tx,
  signer: SignerRow,
  failure: { reason: EmailFailure; provider_message: string | null },
): Promise<void> {
  const own = { occurred_at: ctx.clock.now().toISOString(), ...failure }
  await recordSignerEvent(ctx, tx, signer, 'signing_request.email_failed', own)
}

/**
 * Sends the invitation again, synchronously, so that the caller learns whether it was sent.
 * @throws MailError when it was refused or took longer than `timeoutMs`
 */
export async function sendReminder(ctx: Ctx, signingRequestId: string, options: { timeoutMs: number }): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts) throw new MailError('the signing request no longer exists', { permanent: true, reason: 'gone' })
  const to = facts.signer.email
  const sending = assertAcceptsMail(ctx, to).then(() =>
    ctx.mail.send({ to, about: subjectOf(facts.signer, 'reminder'), ...invitationMail(ctx, facts, 'reminder') }),
  )
  await within(sending, options.timeoutMs)
}

function invitationMail(ctx: Ctx, facts: MailFacts & { signer: SignerRow }, kind: 'invitation' | 'reminder') {
  const { signer, document, workspace } = facts
  const rendered = invitation(
    {
      locale: signer.locale,
      sender: workspace.name,
      look: lookOf(facts),
      title: document.title,
      subject: document.subject,
      name: signer.name,
      message: document.message,
      url: signingUrl(ctx, signer),
      expiresAt: signer.expires_at,
      timeZone: signer.time_zone ?? workspace.time_zone,
    },
    kind,
  )
  return { ...inTheSendersName(facts), ...rendered }
}

/** Pending or viewed: the states in which a signature is awaited. */
export function isAwaited(signer: SignerRow): boolean {
  return signer.status === 'pending' || signer.status === 'viewed'
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
