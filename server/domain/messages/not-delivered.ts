import type { Ctx } from '../../context.ts'
import type { EmailTask } from '../../db/tasks.ts'
import { readAudit } from '../records/audit.ts'
import { readDocumentFacts } from './facts.ts'
import { readerOf } from './not-sent.ts'
import { sendToPerson } from './people.ts'
import { notDelivered } from './templates/people.ts'

/**
 * Tells the sender that an email could not be delivered: the workspace's `notify_email`, else the longest-serving owner.
 * Nothing once it was delivered after all. @throws as `sendSignIn`
 */
export async function sendNotDelivered(
  ctx: Ctx,
  { documentId, about, signingRequestId }: Extract<EmailTask, { message: 'not_delivered' }>,
): Promise<void> {
  const facts = await readDocumentFacts(ctx, documentId)
  if (!facts) return
  const { document, workspace } = facts
  const outcome = (await readAudit(ctx.db, documentId)).findLast(
    ({ type, meta, signing_request_id }) =>
      (type === 'email_sent' || type === 'email_failed') &&
      meta.message === about &&
      signing_request_id === signingRequestId,
  )
  const to = workspace.notify_email ?? (await readerOf(ctx, document.workspace_id, null))?.email
  if (outcome?.type !== 'email_failed' || to === undefined) return
  const mail = notDelivered({
    about,
    sender: workspace.name,
    title: document.title,
    email: String(outcome.meta.email),
    reason: String(outcome.meta.reason),
    url: `${ctx.config.publicUrl}/documents/${documentId}`,
  })
  await sendToPerson(ctx, {
    to,
    ...mail,
    idempotencyKey: `not_delivered/${about}/${signingRequestId ?? documentId}/${outcome.seq}`,
  })
}
