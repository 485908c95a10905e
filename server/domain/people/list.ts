import type { Ctx } from '../../context.ts'
import type { Actor, Role } from '../actor.ts'
import { assertMay } from '../may.ts'

export interface ListedMember {
  id: string
  email: string
  name: string | null
  role: Role
  /** When any of the person's sessions was last used; null: not in the last 30 days, or never. */
  lastSeenAt: Date | null
}

export interface ListedInvitation {
  id: string
  email: string
  role: Role
  expiresAt: Date
}

/** The people of the actor's workspace, and who was asked to join. */
export async function listPeople(
  ctx: Ctx,
  actor: Actor,
): Promise<{ members: ListedMember[]; invitations: ListedInvitation[] }> {
  assertMay(ctx, actor, 'listPeople')
  const members = await ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.name', 'memberships.role'])
    .select((eb) =>
      eb
        .selectFrom('user_sessions')
        .select((inner) => inner.fn.max('last_used_at').as('at'))
        .whereRef('user_sessions.user_id', '=', 'users.id')
        .as('lastSeenAt'),
    )
    .where('memberships.workspace_id', '=', actor.workspaceId)
    .orderBy('memberships.created_at')
    .orderBy('users.id')
    .execute()
  const invitations = await ctx.db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'expires_at as expiresAt'])
    .where('workspace_id', '=', actor.workspaceId)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('created_at')
    .execute()
  return { members, invitations }
}
