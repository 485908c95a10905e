import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { UsersTable } from '../../db/schema.ts'
import type { Origin, Role, UserActor } from '../actor.ts'
import { DomainError } from '../errors.ts'

export type User = Selectable<UsersTable>

export interface NewMember {
  workspaceId: string
  email: string
  /** Null: as it is. */
  name: string | null
  /** Null: as it is; for a new member `owner` in a workspace without one, else `member`. */
  role: Role | null
}

/**
 * Makes somebody a member of a workspace, in the caller's transaction: the user is created if nobody has the address
 * (in any case of letters), and one who is a member already gets the role.
 * @throws DomainError `invalid_state` for the only owner, who is to be no owner any more
 */
export async function addMember(ctx: Pick<Ctx, 'clock'>, tx: Tx, member: NewMember): Promise<User> {
  const { workspaceId, role } = member
  const user = await ensureUser(ctx, tx, member)
  await lockMembers(tx, workspaceId)
  if (role === 'member' && (await isOnlyOwner(tx, workspaceId, user.id)))
    throw new DomainError(
      'invalid_state',
      `${user.email} is the only owner of the workspace: make somebody else one first`,
    )
  const newRole = role ?? ((await hasOtherOwner(tx, workspaceId, null)) ? 'member' : 'owner')
  if (newRole === 'owner') await notifyFirstOwner(tx, workspaceId, user)
  const added = { workspace_id: workspaceId, user_id: user.id, created_at: ctx.clock.now() }
  await tx
    .insertInto('memberships')
    .values({ ...added, role: newRole })
    .onConflict((conflict) => {
      const known = conflict.columns(['workspace_id', 'user_id'])
      return role ? known.doUpdateSet({ role }) : known.doNothing()
    })
    .execute()
  return user
}

/**
 * The first owner of a workspace is told of its documents, unless somebody already is (decision 0020). In the caller's
 * transaction, before the membership is written.
 */
export async function notifyFirstOwner(tx: Tx, workspaceId: string, { email }: Pick<User, 'email'>): Promise<void> {
  if (await hasOtherOwner(tx, workspaceId, null)) return
  await tx
    .updateTable('workspaces')
    .set((eb) => ({ notify_email: eb.fn.coalesce('notify_email', eb.val(email)) }))
    .where('id', '=', workspaceId)
    .execute()
}

/**
 * A member of a workspace with the rights of today, for what they began earlier; of a sandbox the members are those of
 * its live workspace. Null: nobody, or no member any more.
 */
export async function memberActor(
  { db }: Pick<Ctx, 'db'>,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
  origin: Origin,
): Promise<UserActor | null> {
  if (userId === null) return null
  const found = await db
    .selectFrom('workspaces')
    .innerJoin('memberships', (join) =>
      join.on((eb) => eb('memberships.workspace_id', '=', eb.fn.coalesce('workspaces.live_id', 'workspaces.id'))),
    )
    .select(['memberships.role', 'workspaces.tier', 'workspaces.live_id as liveId'])
    .where('workspaces.id', '=', workspaceId)
    .where('memberships.user_id', '=', userId)
    .executeTakeFirst()
  return found ? { kind: 'user', workspaceId, userId, ...found, origin } : null
}

async function isOnlyOwner(tx: Tx, workspaceId: string, userId: string): Promise<boolean> {
  const own = await tx
    .selectFrom('memberships')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return own?.role === 'owner' && !(await hasOtherOwner(tx, workspaceId, userId))
}

/** Serializes changes of a workspace's members until the transaction ends: whoever counts its owners counts all. */
export async function lockMembers(tx: Tx, workspaceId: string): Promise<void> {
  await tx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
}

/** Whether anybody besides this user owns the workspace. @param userId null: anybody at all */
export async function hasOtherOwner(tx: Tx, workspaceId: string, userId: string | null): Promise<boolean> {
  const owner = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .where(sql<boolean>`user_id is distinct from ${userId}::uuid`)
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

/** The workspaces a user belongs to, the oldest membership first; nobody belongs to none. */
export async function workspacesOf(db: Ctx['db'] | Tx, userId: string | null): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['workspaces.id', 'workspaces.name'])
    .where('user_id', '=', userId)
    .orderBy('memberships.created_at')
    .execute()
}

/**
 * The user with this address, created if there is none. Two callers at the same time get the same one: the second waits
 * for the unique index and then updates.
 */
export async function ensureUser(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  { email, name }: Pick<NewMember, 'email' | 'name'>,
): Promise<User> {
  const { rows } = await sql<User>`
    insert into users (id, email, name, created_at) values (${randomUUID()}, ${email}, ${name}, ${ctx.clock.now()})
    on conflict (lower(email)) do update set name = coalesce(excluded.name, users.name)
    returning *
  `.execute(tx)
  return rows[0]!
}

/** The user with this address, in any case of letters. */
export async function userOfAddress(db: Ctx['db'] | Tx, email: string): Promise<User | null> {
  const byAddress = sql<boolean>`lower(email) = lower(${email})`
  return (await db.selectFrom('users').selectAll().where(byAddress).executeTakeFirst()) ?? null
}
