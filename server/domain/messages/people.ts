import type { Ctx } from '../../context.ts'
import { MailError, type MailMessage } from '../../mail/index.ts'
import { maskEmail } from '../mask.ts'
import { emailChangeCode, openEmailChange } from '../people/change-email.ts'
import { joinUrl, openInvitation } from '../people/invite.ts'
import { workspacesOf } from '../people/members.ts'
import { codeOf } from '../people/sign-in-code.ts'
import { openSignIn, signInUrl } from '../people/sign-in-link.ts'
import { assertAcceptsMail } from './once.ts'
import { emailChanged, emailCode, join, signIn } from './templates/people.ts'

/**
 * The mail with a code and a link for the dashboard. Nothing is sent to an address that nobody has, nor for a sign-in
 * that is over. Sent twice, it is the same mail.
 * @throws MailError when it may be sent later
 */
export async function sendSignIn(ctx: Ctx, signInId: string): Promise<void> {
  const found = await openSignIn(ctx, signInId)
  if (!found) return
  const { user } = found
  const [workspace] = await workspacesOf(ctx.db, user.id)
  if (!workspace) return
  const url = signInUrl(ctx, found.signIn)
  const mail = signIn({ name: user.name, sender: workspace.name, code: codeOf(ctx, found.signIn), url })
  await sendToPerson(ctx, { to: user.email, ...mail, idempotencyKey: `sign_in/${signInId}` })
}

/** The mail that asks somebody to join a workspace; nothing for an invitation that is over. @throws as `sendSignIn` */
export async function sendJoin(ctx: Ctx, invitationId: string): Promise<void> {
  const open = await openInvitation(ctx, invitationId)
  if (!open) return
  const { invitation, workspace, by } = open
  const mail = join({ workspace, by: by ?? workspace, role: invitation.role, url: joinUrl(ctx, invitation) })
  await sendToPerson(ctx, { to: invitation.email, ...mail, idempotencyKey: `join/${invitationId}` })
}

/** The mail with a code to the new address of a person; nothing for a change that is over. @throws as `sendSignIn` */
export async function sendEmailCode(ctx: Ctx, id: string): Promise<void> {
  const change = await openEmailChange(ctx, { id })
  if (!change) return
  const mail = emailCode({ code: emailChangeCode(ctx, change) })
  await sendToPerson(ctx, { to: change.email, ...mail, idempotencyKey: `email_change/${id}` })
}

/** Tells the address before that it signs in no more. @throws as `sendSignIn` */
export async function sendEmailChanged(ctx: Ctx, id: string): Promise<void> {
  const change = await ctx.db.selectFrom('email_changes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!change?.email_before) return
  const mail = emailChanged({ now: maskEmail(change.email) })
  await sendToPerson(ctx, { to: change.email_before, ...mail, idempotencyKey: `email_changed/${id}` })
}

/** What will never be accepted is logged, without the address; anything else is tried again. */
export async function sendToPerson(ctx: Ctx, mail: MailMessage): Promise<void> {
  try {
    await assertAcceptsMail(ctx, mail.to)
    await ctx.mail.send(mail)
  } catch (error) {
    if (!(error instanceof MailError) || !error.permanent) throw error
    ctx.log.warn({ reason: error.reason, mail: mail.idempotencyKey }, 'a mail to a person was refused')
  }
}
