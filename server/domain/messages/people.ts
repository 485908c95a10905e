import type { Ctx } from '../../context.ts'
import { MailError } from '../../mail/index.ts'
import { workspacesOf } from '../people/members.ts'
import { codeOf } from '../people/sign-in-code.ts'
import { openSignIn, signInUrl } from '../people/sign-in-link.ts'
import { assertAcceptsMail } from './once.ts'
import { signIn } from './templates/people.ts'

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
  try {
    await assertAcceptsMail(ctx, user.email)
    await ctx.mail.send({ to: user.email, ...mail, idempotencyKey: `sign_in/${signInId}` })
  } catch (error) {
    if (!(error instanceof MailError) || !error.permanent) throw error
    ctx.log.warn({ reason: error.reason, user_id: user.id }, 'a mail for the sign-in was refused')
  }
}
