import { upTo } from '../../characters.ts'
import type { Ctx } from '../../context.ts'
import { enqueue, transaction } from '../../db/database.ts'
import { type Bounce, type ResendHeaders, readResendEvent } from '../../mail/resend-events.ts'
import { DomainError } from '../errors.ts'
import { appendAudit } from '../records/audit.ts'
import { lockDocument, reloadSigner } from '../records/documents.ts'
import { isUuid } from '../uuid.ts'
import { isAwaited, recordEmailFailure } from './invite.ts'

/** Characters of the provider's words. */
const MAX_DETAIL = 500

/**
 * Records what Resend tells of an email, if it is that an invitation or a reminder came back.
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

function verified<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new DomainError('invalid_request', 'the signature does not match', { cause })
  }
}

/**
 * Records that an invitation or a reminder came back: as one that was refused at once (`sendOnce`), with its event. Nothing
 * for a signer who has meanwhile signed, or for an address that has been corrected since.
 */
async function recordBounce(ctx: Ctx, { signingRequestId, to, reason, detail }: Bounce): Promise<void> {
  if (!isUuid(signingRequestId)) return
  const found = await ctx.db
    .selectFrom('signing_requests')
    .select('document_id')
    .where('id', '=', signingRequestId)
    .executeTakeFirst()
  if (!found) return
  await transaction(ctx.db, async (tx) => {
    await lockDocument(tx, found.document_id)
    const signer = await reloadSigner(tx, signingRequestId)
    const isTheirs = to.some((address) => address.toLowerCase() === signer.email.toLowerCase())
    if (!isAwaited(signer) || !signer.emailed || !isTheirs) return
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
