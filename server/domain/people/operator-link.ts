import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { voidInvitation, voidInvitationsBy } from './invite.ts'
import { addMember, type NewMember } from './members.ts'
import { createSignIn, signInUrl } from './sign-in-link.ts'

/**
 * A link that signs somebody in as a member of a workspace, for whoever runs the server: the first start, an operator,
 * broken mail. It is good once and for 15 minutes.
 *
 * @param next a path of ours that the link leads to
 * @throws DomainError `invalid_state` when the role would leave the workspace without an owner
 */
export async function linkFor(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config' | 'keyring'>,
  member: NewMember,
  next: string | null = null,
): Promise<string> {
  return transaction(ctx.db, async (tx) => {
    const user = await addMember(ctx, tx, member)
    const { workspaceId, role } = member
    if (role === 'member') {
      // As with a change of the role in the dashboard.
      await voidInvitation(tx, workspaceId, user.email)
      await voidInvitationsBy(tx, workspaceId, user.id)
    }
    const link = { user, email: user.email, ip: null, windowHash: null, mailed: null, workspaceId, next }
    const signIn = await createSignIn(ctx, tx, link)
    return signInUrl(ctx, signIn)
  })
}
