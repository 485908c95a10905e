import type { Ctx } from '../../context.ts'
import type { EmailTask } from '../../db/tasks.ts'
import { sendToPerson } from './people.ts'
import { draftDeleted, notSent } from './templates/people.ts'

/**
 * Tells whoever scheduled a draft that it was not sent; the longest-serving owner where that person has left. Nothing,
 * once somebody has changed the draft. @throws as `sendSignIn`
 */
export async function sendNotSent(ctx: Ctx, draftId: string): Promise<void> {
  const draft = await ctx.db.selectFrom('drafts').selectAll().where('id', '=', draftId).executeTakeFirst()
  if (!draft || draft.send_problem === null) return
  const reader = await readerOf(ctx, draft.workspace_id, draft.scheduled_by)
  if (!reader) return
  const title = draft.files[0]?.title ?? draft.id
  const url = `${ctx.config.publicUrl}/documents/drafts/${draftId}`
  const { email, ...names } = reader
  const mail = notSent({ ...names, title, problem: draft.send_problem, url })
  await sendToPerson(ctx, { to: email, ...mail, idempotencyKey: `not_sent/${draftId}/${draft.revision}` })
}

/**
 * Tells the same person that a scheduled draft was deleted with the document that it was a copy of (decision 0017).
 * @throws as `sendSignIn`
 */
export async function sendDraftDeleted(
  ctx: Ctx,
  { draftId, documentId, scheduledBy }: Extract<EmailTask, { message: 'draft_deleted' }>,
): Promise<void> {
  const { workspace_id: workspaceId, title } = await ctx.db
    .selectFrom('documents')
    .select(['workspace_id', 'title'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const reader = await readerOf(ctx, workspaceId, scheduledBy)
  if (!reader) return
  const { email, ...names } = reader
  const mail = draftDeleted({ ...names, title, url: `${ctx.config.publicUrl}/documents/${documentId}` })
  await sendToPerson(ctx, { to: email, ...mail, idempotencyKey: `draft_deleted/${draftId}` })
}

/** Whoever scheduled a draft, else the longest-serving owner, and the name of the workspace. */
export async function readerOf(
  { db }: Pick<Ctx, 'db'>,
  workspaceId: string,
  scheduledBy: string | null,
): Promise<{ email: string; name: string | null; sender: string } | undefined> {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['users.email', 'users.name', 'workspaces.name as sender'])
    .where('workspace_id', '=', workspaceId)
    .orderBy((eb) => eb('user_id', '=', scheduledBy), 'desc')
    .orderBy((eb) => eb('role', '=', 'owner'), 'desc')
    .orderBy('memberships.created_at')
    .executeTakeFirst()
}
