import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { addMember, type NewMember } from './members.ts'
import { createSignIn, signInUrl } from './sign-in-link.ts'

/**
 * A link that signs somebody in as a member of a workspace, for whoever runs the server: the first start, an operator,
 * broken mail. It is good once and for 15 minutes.
 */
export async function linkFor(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config' | 'keyring'>,
  member: NewMember,
): Promise<string> {
  return transaction(ctx.db, async (tx) => {
    const user = await addMember(ctx, tx, member)
    const signIn = await createSignIn(ctx, tx, { user, email: user.email, ip: null, windowHash: null, next: null })
    return signInUrl(ctx, signIn)
  })
}
