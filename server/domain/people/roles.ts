import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Actor, Role } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { isUuid } from '../uuid.ts'
import { voidInvitation, voidInvitationsBy } from './invite.ts'
import { hasOtherOwner, lockMembers } from './members.ts'

/**
 * Gives a member another role.
 * @throws DomainError `not_found`; `invalid_request` for the last owner
 */
export async function changeRole(ctx: Ctx, actor: Actor, userId: string, role: Role): Promise<{ email: string }> {
  assertMay(ctx, actor, 'changeRole')
  return transaction(ctx.db, async (tx) => {
    const member = await lockMember(tx, actor.workspaceId, userId)
    if (member.role === role) return member
    if (role !== 'owner') await assertOtherOwner(tx, actor.workspaceId, userId)
    await tx
      .updateTable('memberships')
      .set({ role })
      .where('workspace_id', '=', actor.workspaceId)
      .where('user_id', '=', userId)
      .execute()
    await voidInvitation(tx, actor.workspaceId, member.email)
    if (role !== 'owner') await voidInvitationsBy(tx, actor.workspaceId, userId)
    await recordWork(ctx, tx, actor, role === 'owner' ? 'person.made_owner' : 'person.made_member', {
      name: member.email,
      id: userId,
    })
    return member
  })
}

/**
 * Ends a membership. What the person did stays; the person's sessions show other workspaces, or end.
 * @throws DomainError `not_found`; `invalid_request` for the last owner
 */
export async function removePerson(ctx: Ctx, actor: Actor, userId: string): Promise<{ email: string }> {
  assertMay(ctx, actor, 'removePerson')
  return transaction(ctx.db, async (tx) => {
    const member = await lockMember(tx, actor.workspaceId, userId)
    if (member.role === 'owner') await assertOtherOwner(tx, actor.workspaceId, userId)
    await tx
      .deleteFrom('memberships')
      .where('workspace_id', '=', actor.workspaceId)
      .where('user_id', '=', userId)
      .execute()
    // Else a mail that was never opened would let the person in again.
    await voidInvitation(tx, actor.workspaceId, member.email)
    await voidInvitationsBy(tx, actor.workspaceId, userId)
    await recordWork(ctx, tx, actor, 'person.removed', { name: member.email, id: userId })
    return member
  })
}

/** The member, once nobody else changes the members of the workspace. */
async function lockMember(tx: Tx, workspaceId: string, userId: string): Promise<{ email: string; role: Role }> {
  await lockMembers(tx, workspaceId)
  const member = isUuid(userId)
    ? await tx
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(['users.email', 'memberships.role'])
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    : undefined
  if (!member) throw new DomainError('not_found', 'there is no such person in this workspace')
  return member
}

async function assertOtherOwner(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  if (await hasOtherOwner(tx, workspaceId, userId)) return
  throw new DomainError('invalid_request', 'a workspace needs an owner: make somebody else one first')
}
