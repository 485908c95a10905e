import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { enqueueAll, type Tx, transaction } from '../../db/database.ts'
import type { EmailTask } from '../../db/tasks.ts'
import { LIST } from '../../limits.ts'
import type { Actor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { type PublishedAuditEvent, readAudit } from '../records/audit.ts'
import { type DocumentRow, loadDocument, lockDocument } from '../records/documents.ts'
import { recordWork } from '../records/workspaces/log.ts'

/** A finished copy that no provider took when it was tried last. */
export interface UndeliveredCopy {
  /** The id of the signing request; of an observer, the address. */
  to: string
  email: string
  /** As in the audit trail. */
  reason: string
}

/** Those of a document, as its audit trail says. */
export function undeliveredCopies(
  events: readonly Pick<PublishedAuditEvent, 'type' | 'meta' | 'signing_request_id'>[],
): UndeliveredCopy[] {
  const failed = new Map<string, UndeliveredCopy>()
  for (const { type, meta, signing_request_id: id } of events) {
    if (meta.message !== 'completed' && meta.message !== 'observer_copy') continue
    const email = String(meta.email)
    const to = id ?? email
    if (type === 'email_failed') failed.set(to, { to, email, reason: String(meta.reason) })
    else if (type === 'email_sent') failed.delete(to)
  }
  return [...failed.values()]
}

/** The job of a finished copy. One that waits for its next attempt is replaced by one that is due now. */
export async function enqueueCopies(
  ctx: Pick<Ctx, 'clock' | 'sandbox'>,
  tx: Tx,
  copies: Extract<EmailTask, { message: 'completed' | 'observer_copy' | 'sender_copy' }>[],
): Promise<void> {
  await enqueueAll(ctx, tx, 'send-email', copies, { keys: copies.map((copy) => Object.values(copy).join('/')) })
}

/**
 * Notes on the document whether somebody has no copy, for the list (decision 0560), after one was delivered or not.
 * @param document as the caller has locked it
 */
export async function noteCopies(
  tx: Tx,
  delivered: boolean,
  { id, copies_undelivered: before }: DocumentRow,
): Promise<void> {
  if (delivered && !before) return
  const isAny = undeliveredCopies(await readAudit(tx, id)).length > 0
  await tx.updateTable('documents').set({ copies_undelivered: isAny }).where('id', '=', id).execute()
}

/**
 * Sends a finished copy again that could not be delivered, to the same address; the audit trail gets the outcome.
 * @param to as of `UndeliveredCopy`
 * @returns the address
 * @throws DomainError `not_found`; `invalid_state` when it has arrived by now, or the file was deleted
 */
export async function resendCopy(ctx: Ctx, actor: Actor, documentId: string, to: string): Promise<string> {
  assertMay(ctx, actor, 'resendCopy')
  await loadDocument(ctx.db, actor.workspaceId, documentId)
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, documentId)
    const copy = undeliveredCopies(await readAudit(tx, documentId)).find((one) => one.to === to)
    if (!copy || document.deleted_at !== null) {
      throw new DomainError('invalid_state', 'there is no copy of this document to send again')
    }
    const observer = document.observers.indexOf(copy.email)
    if (to === copy.email) await enqueueCopies(ctx, tx, [{ message: 'observer_copy', documentId, observer }])
    else await enqueueCopies(ctx, tx, [{ message: 'completed', signingRequestId: to }])
    await recordWork(ctx, tx, actor, 'copy.sent_again', { name: document.title, id: documentId })
    return copy.email
  })
}

/** After a while it needs no attention any more; its page still says it. */
export async function forgetUndeliveredCopies({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await db
    .updateTable('documents')
    .set({ copies_undelivered: false })
    .where('copies_undelivered', '=', sql.lit(true))
    .where('tab', '=', 'attention')
    .where('completed_at', '<=', new Date(clock.now().getTime() - LIST.attentionMs))
    .execute()
}
