import type { Ctx } from '../../context.ts'
import { sendToPerson } from './people.ts'
import { notSent } from './templates/people.ts'

/**
 * Tells whoever scheduled a draft that it was not sent; the longest-serving owner where that person has left. Nothing,
 * once somebody has changed the draft. @throws as `sendSignIn`
 */
export async function sendNotSent(ctx: Ctx, draftId: string): Promise<void> {
  const draft = await ctx.db.selectFrom('drafts').selectAll().where('id', '=', draftId).executeTakeFirst()
  if (!draft || draft.send_problem === null) return
  const { id: workspaceId, name: sender } = await ctx.db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('id', '=', draft.workspace_id)
    .executeTakeFirstOrThrow()
  const person = await ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['email', 'name'])
    .where('workspace_id', '=', workspaceId)
    .orderBy((eb) => eb('user_id', '=', draft.scheduled_by), 'desc')
    .orderBy((eb) => eb('role', '=', 'owner'), 'desc')
    .orderBy('memberships.created_at')
    .executeTakeFirst()
  if (!person) return
  const title = draft.files[0]?.title ?? draft.id
  const url = `${ctx.config.publicUrl}/documents/drafts/${draftId}`
  const mail = notSent({ name: person.name, sender, title, problem: draft.send_problem, url })
  await sendToPerson(ctx, { to: person.email, ...mail, idempotencyKey: `not_sent/${draftId}/${draft.revision}` })
}
