import type { Ctx } from '../../context.ts'
import type { EmailTask } from '../../db/tasks.ts'
import { readAudit } from '../records/audit.ts'
import { readDocumentFacts } from './facts.ts'
import { readerOf } from './not-sent.ts'
import { sendToPerson } from './people.ts'
import { addresseeOf, senderOf } from './sender.ts'
import { notDelivered } from './templates/people.ts'

/**
 * Tells the sender that an email could not be delivered (`addresseeOf`), or the longest-serving owner. Nothing once it was delivered after all. @throws as `sendSignIn`
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
  if (outcome?.type !== 'email_failed') return
  const addressee = await addresseeOf(ctx, facts, true)
  // Where the person who sent it wants no mails, nobody else gets them instead.
  const owner = (await senderOf(ctx, facts)) ? undefined : await readerOf(ctx, document.workspace_id, null)
  const to = addressee?.to ?? owner?.email
  if (to === undefined) return
  const mail = notDelivered({
    about,
    sender: workspace.name,
    title: document.title,
    email: String(outcome.meta.email),
    reason: (await problemOf(ctx, signingRequestId)) ?? String(outcome.meta.reason),
    url: `${ctx.config.publicUrl}/documents/${documentId}`,
  })
  await sendToPerson(ctx, {
    to,
    ...mail,
    idempotencyKey: `not_delivered/${about}/${signingRequestId ?? documentId}/${outcome.seq}`,
  })
}

/** The provider's words of an invitation that came back. */
async function problemOf({ db }: Pick<Ctx, 'db'>, signingRequestId: string | null): Promise<string | null> {
  if (signingRequestId === null) return null
  const signer = await db
    .selectFrom('signing_requests')
    .select('email_problem')
    .where('id', '=', signingRequestId)
    .executeTakeFirst()
  return signer?.email_problem ?? null
}
