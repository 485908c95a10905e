import type { Ctx } from '../../context.ts'
import { enqueue, type Tx, transaction } from '../../db/database.ts'
import type { EmailTask } from '../../db/tasks.ts'
import { MailError, type MailMessage } from '../../mail/index.ts'
import { appendAudit, type PublishedAuditEvent } from '../records/audit.ts'
import { type DocumentRow, lockDocument } from '../records/documents.ts'

/** Emails that somebody outside the workspace waits for, so that the sender must know when they do not arrive. */
const AWAITED = ['invitation', 'completed', 'observer_copy'] as const

const isAwaited = (message: EmailTask['message']): message is (typeof AWAITED)[number] =>
  (AWAITED as readonly string[]).includes(message)

/** Which attempt this is at sending an email. */
export interface Attempt {
  /** It has been tried for more than an hour: a failure is recorded, and the sender told. It is tried again all the same. */
  isOverdue: boolean
}

const OUTCOMES = new Set<string>(['email_sent', 'email_failed'])

export interface DocumentMail {
  documentId: string
  /** As of `MailFacts`. */
  sent: readonly PublishedAuditEvent[]
  /** Null for an observer and for what concerns the whole document. */
  signingRequestId: string | null
  message: EmailTask['message']
  /** Which proposal a `hand_over` is about: each is told once. */
  proposal?: number
  to: string
  /**
   * Called only when the email is about to be sent: attachments are read from storage.
   * @param attached false: the provider takes none of that size, so that a link has to do
   */
  render(attached: boolean): Promise<Omit<MailMessage, 'to'>>
}

/**
 * Sends an email of a document and records the outcome in its audit trail; an email that was sent before is not sent
 * again, so a job may run twice. A permanent refusal ends here; any other failure is thrown, so that the job is
 * retried. The sender is told of what a signer or an observer did not get.
 * @param settle further changes that belong to the outcome, in its transaction
 * @throws MailError when the email may be sent later
 */
export async function sendOnce(
  ctx: Ctx,
  mail: DocumentMail,
  attempt: Attempt,
  settle: Settle = async () => {},
): Promise<void> {
  if (wasSent(mail)) return
  try {
    await assertAcceptsMail(ctx, mail.to)
    await deliver(ctx, mail)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    if (error.permanent || attempt.isOverdue) await record(ctx, mail, error.reason, settle)
    if (error.permanent) return
    throw error
  }
  await record(ctx, mail, null, settle)
}

/** @param document as it is locked */
type Settle = (tx: Tx, emailed: boolean, document: DocumentRow) => Promise<void>

async function deliver(ctx: Ctx, mail: DocumentMail): Promise<void> {
  const { documentId, signingRequestId, message, to, render } = mail
  const about = { documentId, signingRequestId, kind: message }
  try {
    await ctx.mail.send({ to, about, ...(await render(true)) })
  } catch (error) {
    if (!(error instanceof MailError && error.isTooLarge)) throw error
    ctx.log.warn({ document_id: documentId, message, reason: error.reason }, 'an email was too large, a link is sent')
    await ctx.mail.send({ to, about, ...(await render(false)) })
  }
}

/**
 * Prevents reporting an email as sent to a domain that declares it accepts none (null MX, RFC 7505).
 * @throws MailError permanent, `null_mx`
 */
export async function assertAcceptsMail(ctx: Ctx, address: string): Promise<void> {
  if (await ctx.mail.acceptsNoMail(address)) {
    throw new MailError('the domain accepts no mail', { permanent: true, reason: 'null_mx' })
  }
}

/** Since the request was last given to another person, who may have the same address; not one that came back. */
function wasSent({ sent, signingRequestId, message, proposal, to }: DocumentMail): boolean {
  const events = sent.filter((event) => event.signing_request_id === signingRequestId)
  const since = events.findLastIndex(({ type }) => type === 'reassigned')
  const outcome = events.slice(since + 1).findLast(({ type, meta }) => {
    if (meta.email !== to) return false
    // Who was reminded by email has the link.
    if (type === 'reminded') return message === 'invitation' && meta.emailed === true
    return OUTCOMES.has(type) && meta.message === message && meta.proposal === proposal
  })
  return outcome !== undefined && outcome.type !== 'email_failed'
}

async function record(
  ctx: Ctx,
  { documentId, signingRequestId, message, proposal, to }: DocumentMail,
  failure: string | null,
  settle: Settle,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, documentId)
    await appendAudit(ctx, tx, documentId, {
      type: failure === null ? 'email_sent' : 'email_failed',
      signingRequestId,
      meta: {
        message,
        email: to,
        ...(proposal !== undefined && { proposal }),
        ...(failure !== null && { reason: failure }),
      },
    })
    await settle(tx, failure === null, document)
    if (failure !== null && isAwaited(message))
      await enqueue(ctx, tx, 'send-email', { message: 'not_delivered', documentId, about: message, signingRequestId })
  })
}
