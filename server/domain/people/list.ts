import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { PEOPLE_LIST } from '../../limits.ts'
import type { Actor, Role } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { isUuid } from '../uuid.ts'

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

/** A page of the people of a workspace. */
export interface ListedPeople {
  members: ListedMember[]
  /** Behind all members. */
  invitations: ListedInvitation[]
  /** Of all pages, members and invitations. */
  total: number
  /** From 1; the last one, where there are fewer than was asked for. */
  page: number
}

/**
 * The people of the actor's workspace, and behind them who was asked to join: `PEOPLE_LIST.rows` of them.
 * @param page from 1
 */
export async function listPeople(ctx: Ctx, actor: Actor, page = 1): Promise<ListedPeople> {
  assertMay(ctx, actor, 'listPeople')
  const { rows } = PEOPLE_LIST
  const invited = ctx.db
    .selectFrom('invitations')
    .where('workspace_id', '=', actor.workspaceId)
    .where('expires_at', '>', ctx.clock.now())
  const [joined, asked] = await Promise.all([
    membersOf(ctx, actor).select(count).executeTakeFirstOrThrow(),
    invited.select(count).executeTakeFirstOrThrow(),
  ])
  const total = joined.count + asked.count
  const shown = Math.min(page, Math.max(1, Math.ceil(total / rows)))
  const from = (shown - 1) * rows
  const members = await withLastSeen(membersOf(ctx, actor)).limit(rows).offset(from).execute()
  const invitations = await invited
    .select(['id', 'email', 'role', 'expires_at as expiresAt'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(rows - members.length)
    .offset(Math.max(0, from - joined.count))
    .execute()
  return { members, invitations, total, page: shown }
}

/** One of the people. @throws DomainError `not_found` */
export async function readMember(ctx: Ctx, actor: Actor, id: string): Promise<ListedMember> {
  assertMay(ctx, actor, 'readMember')
  const members = withLastSeen(membersOf(ctx, actor))
  const member = isUuid(id) ? await members.where('users.id', '=', id).executeTakeFirst() : undefined
  if (!member) throw new DomainError('not_found', 'there is no such person in this workspace')
  return member
}

const count = sql<number>`count(*)`.as('count')

function membersOf(ctx: Pick<Ctx, 'db'>, { workspaceId }: Actor) {
  return ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.workspace_id', '=', workspaceId)
}

function withLastSeen(members: ReturnType<typeof membersOf>) {
  return members
    .select(['users.id', 'users.email', 'users.name', 'memberships.role'])
    .select((eb) =>
      eb
        .selectFrom('user_sessions')
        .select((inner) => inner.fn.max('last_used_at').as('at'))
        .whereRef('user_sessions.user_id', '=', 'users.id')
        .as('lastSeenAt'),
    )
    .orderBy('memberships.created_at')
    .orderBy('users.id')
}
