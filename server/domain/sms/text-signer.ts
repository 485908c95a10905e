import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { SmsError } from '../../sms/index.ts'
import { DomainError } from '../errors.ts'
import { maskPhone } from '../mask.ts'
import { readSignerFacts } from '../messages/facts.ts'
import { isAwaited } from '../messages/invite.ts'
import { type AuditMeta, appendAudit, readAudit } from '../records/audit.ts'
import { lockDocument, type SignerRow } from '../records/documents.ts'
import { isBySms } from '../signers/channel.ts'
import { isPassing, type LinkSent, sendLink } from './send-link.ts'

/**
 * Invites a signer by SMS and records the outcome: `texted` and the audit trail. A signer who is no longer expected to
 * sign, or no longer invited by SMS, gets no message; one that was sent before is not sent again.
 * @throws SmsError when the message may be sent later
 */
export async function sendTextInvitation(
  ctx: Ctx,
  { signingRequestId }: { signingRequestId: string },
  attempt: { last: boolean },
): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts || !isAwaited(facts.signer) || !isBySms(facts.signer)) return
  const { signer } = facts
  if (await wasTexted(ctx, signer)) return
  const sent = await sendLink(ctx, facts)
  if ('reason' in sent && isPassing(sent.reason) && !attempt.last) {
    throw new SmsError('the invitation could not be sent by SMS', { reason: 'provider_error' })
  }
  await transaction(ctx.db, async (tx) => {
    await recordText(ctx, tx, signer, 'invitation', sent)
    await tx
      .updateTable('signing_requests')
      .set({ texted: 'messageId' in sent })
      .where('id', '=', signer.id)
      // The outcome of a message to somebody else says nothing about the person it is for now.
      .where('link_version', '=', signer.link_version)
      .execute()
  })
}

/**
 * Sends the link by SMS again, synchronously, so that the caller learns whether it was sent.
 * @throws DomainError `sms_failed` with `meta.reason`
 */
export async function sendTextReminder(ctx: Ctx, signingRequestId: string): Promise<void> {
  const facts = await readSignerFacts(ctx, signingRequestId)
  if (!facts) throw new Error(`signing request ${signingRequestId} no longer exists`)
  const sent = await sendLink(ctx, facts)
  await transaction(ctx.db, (tx) => recordText(ctx, tx, facts.signer, 'reminder', sent))
  if (!('reason' in sent)) return
  const message = `the reminder could not be sent by SMS: ${sent.reason}`
  throw new DomainError('sms_failed', message, { meta: { reason: sent.reason } })
}

/** In the audit trail, under the document's row lock. */
async function recordText(
  ctx: Ctx,
  tx: Tx,
  { id, document_id: documentId, phone_e164: phone }: SignerRow,
  message: 'invitation' | 'reminder',
  sent: LinkSent,
): Promise<void> {
  await lockDocument(tx, documentId)
  const about = { message, phone_masked: maskPhone(phone) }
  const outcome: AuditMeta =
    'messageId' in sent
      ? { provider: ctx.sms.kind, provider_message_id: sent.messageId }
      : { reason: sent.reason, ...(sent.providerCode !== null && { provider_code: sent.providerCode }) }
  await appendAudit(ctx, tx, documentId, {
    type: 'messageId' in sent ? 'text_sent' : 'text_failed',
    signingRequestId: id,
    meta: { ...about, ...outcome },
  })
}

/** Since the request was last given to another person, who may have the same number. */
async function wasTexted(ctx: Ctx, { id, document_id: documentId }: SignerRow): Promise<boolean> {
  const events = await readAudit(ctx.db, documentId, id)
  const since = events.findLastIndex(({ type }) => type === 'reassigned')
  return events.slice(since + 1).some(({ type, meta }) => type === 'text_sent' && meta.message === 'invitation')
}
