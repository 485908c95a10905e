import type { Ctx } from '../../context.ts'
import { SIGN_IN, USER_SESSION } from '../../limits.ts'

/** Deletes invitations that are over, sign-ins and changes of an address that ended a day ago, and sessions without use for 30 days. */
export async function prunePeople(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now().getTime()
  await ctx.db
    .deleteFrom('sign_ins')
    .where('expires_at', '<', new Date(now - SIGN_IN.keptMs))
    .execute()
  await ctx.db
    .deleteFrom('email_changes')
    .where('expires_at', '<', new Date(now - SIGN_IN.keptMs))
    .execute()
  await ctx.db.deleteFrom('invitations').where('expires_at', '<', new Date(now)).execute()
  await ctx.db
    .deleteFrom('user_sessions')
    .where('last_used_at', '<', new Date(now - USER_SESSION.idleMs))
    .execute()
}
