import { upTo } from '../../characters.ts'
import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { type EmailReference, readReference, wentTo } from '../../mail/reference.ts'
import { type Bounce, type ResendHeaders, readResendEvent } from '../../mail/resend-events.ts'
import { readReturnedMails } from '../../mail/returned.ts'
import { DomainError } from '../errors.ts'
import { appendAudit, readAudit } from '../records/audit.ts'
import { lockDocument, reloadSigner } from '../records/documents.ts'
import { isUuid } from '../uuid.ts'
import { isAwaited, recordEmailFailure } from './invite.ts'
import { noteCopies } from './undelivered-copies.ts'

/** Characters of the provider's words. */
const MAX_DETAIL = 500

/**
 * Records what Resend tells of an email, if it is that an invitation, a reminder or a finished copy came back.
 * @param secret of the webhook there
 * @throws DomainError `invalid_request`: the signature does not match, or is old
 */
export async function receiveMailEvent(
  ctx: Ctx,
  payload: string,
  headers: ResendHeaders,
  secret: string,
): Promise<void> {
  const bounce = verified(() => readResendEvent(payload, headers, secret))
  if (bounce) await recordBounce(ctx, bounce)
}

/** Records what mail servers have returned to the mailbox for it. @throws Error when the mailbox cannot be read */
export async function receiveReturnedMails(ctx: Ctx): Promise<void> {
  const { bounceMailbox } = ctx.config
  if (bounceMailbox !== null) await readReturnedMails(bounceMailbox, (bounce) => recordBounce(ctx, bounce))
}

function verified<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new DomainError('invalid_request', 'the signature does not match', { cause })
  }
}

/** Records that an email came back, as one that was refused at once (`sendOnce`). Nothing for one that is unknown. */
async function recordBounce(ctx: Ctx, bounce: Bounce): Promise<void> {
  const reference = readReference(bounce.reference)
  if (reference === null || !isUuid(reference.id)) return
  if (reference.message === 'invitation') await invitationReturned(ctx, reference, bounce)
  else await copyReturned(ctx, { ...reference, message: reference.message }, bounce)
}

/** With its event. Nothing for a signer who has meanwhile signed, or for an address that has been corrected since. */
async function invitationReturned(
  ctx: Ctx,
  reference: EmailReference,
  { reason, detail }: Pick<Bounce, 'reason' | 'detail'>,
): Promise<void> {
  const signingRequestId = reference.id
  const found = await ctx.db
    .selectFrom('signing_requests')
    .select('document_id')
    .where('id', '=', signingRequestId)
    .executeTakeFirst()
  if (!found) return
  await transaction(ctx.db, async (tx) => {
    await lockDocument(tx, found.document_id)
    const signer = await reloadSigner(tx, signingRequestId)
    if (!isAwaited(signer) || !signer.emailed || !wentTo(reference, signer.email)) return
    // Postgres takes no NUL in text.
    const problem = upTo(MAX_DETAIL, detail.replaceAll('\0', '')) || null
    await appendAudit(ctx, tx, found.document_id, {
      type: 'email_failed',
      signingRequestId,
      meta: { message: 'invitation', email: signer.email, reason },
    })
    await tx
      .updateTable('signing_requests')
      .set({ emailed: false, email_problem: problem })
      .where('id', '=', signingRequestId)
      .execute()
    await recordEmailFailure(ctx, tx, signer, { reason, provider_message: problem })
    const about = { message: 'not_delivered', about: 'invitation' } as const
    await enqueue(ctx, tx, 'send-email', { ...about, documentId: found.document_id, signingRequestId })
  })
}

/** Nothing where the last attempt to send this copy has failed already. */
async function copyReturned(
  ctx: Ctx,
  reference: EmailReference & { message: 'completed' | 'observer_copy' },
  { reason }: Pick<Bounce, 'reason'>,
): Promise<void> {
  const { message, id } = reference
  const signingRequestId = message === 'completed' ? id : null
  const found = await ctx.db
    .selectFrom('documents')
    .select('id')
    .$if(signingRequestId === null, (q) => q.where('id', '=', id))
    .$if(signingRequestId !== null, (q) =>
      q.where('id', '=', (eb) => eb.selectFrom('signing_requests').select('document_id').where('id', '=', id)),
    )
    .executeTakeFirst()
  if (!found) return
  await transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, found.id)
    const last = (await readAudit(tx, document.id)).findLast(
      ({ meta, signing_request_id }) =>
        meta.message === message && signing_request_id === signingRequestId && wentTo(reference, String(meta.email)),
    )
    if (last?.type !== 'email_sent') return
    await appendAudit(ctx, tx, document.id, {
      type: 'email_failed',
      signingRequestId,
      meta: { message, email: String(last.meta.email), reason },
    })
    await noteCopies(tx, false, document)
    const told = { message: 'not_delivered', about: message } as const
    await enqueue(ctx, tx, 'send-email', { ...told, documentId: document.id, signingRequestId })
  })
}
