import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Database, SenderEmails } from '../../db/schema.ts'
import { USER_SESSION } from '../../limits.ts'
import type { Origin, Role, UserActor } from '../actor.ts'
import { resolveSignIn, takeSignIn } from './sign-in-link.ts'

/** A person who is signed in. */
export interface Person {
  sessionId: string
  userId: string
  email: string
  name: string | null
  /** What they are emailed about of the documents that they sent. */
  emails: SenderEmails
  /** The workspace that is shown. */
  workspace: MemberOf
  /** All that the person belongs to, the oldest membership first. */
  workspaces: MemberOf[]
  /** Whether this use was recorded, and has put off the end of the session. */
  isRenewed: boolean
}

export interface MemberOf {
  id: string
  name: string
  slug: string
  tier: string
  role: Role
  /** The live workspace behind a sandbox; null: it is live. */
  liveId: string | null
}

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * Signs in by a link, which is used up. Always a new session with a token of its own, so that nobody can have planted
 * it before; null when the link does not work any more.
 */
export async function signInByLink(
  ctx: Ctx,
  token: string,
  origin: Origin,
): Promise<{ token: string; next: string | null } | null> {
  const found = await resolveSignIn(ctx, token)
  if (!found) return null
  return transaction(ctx.db, async (tx) => {
    if (!(await takeSignIn(ctx, tx, found.signIn.id))) return null
    const { workspace_id: workspaceId, next } = found.signIn
    return { ...(await openSession(ctx, tx, found.user.id, origin, workspaceId)), next }
  })
}

/** Opens a session, which shows the given workspace. The token is returned once and never stored, only its SHA-256. */
export async function openSession(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  userId: string,
  { ip, userAgent }: Origin,
  workspaceId: string | null = null,
): Promise<{ token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = ctx.clock.now()
  await tx
    .insertInto('user_sessions')
    .values({
      id: randomUUID(),
      token_hash: hashToken(token),
      user_id: userId,
      workspace_id: workspaceId,
      created_at: now,
      last_used_at: now,
      ip,
      user_agent: userAgent,
    })
    .execute()
  return { token }
}

/**
 * Who is signed in with this token; null when the session is unknown, revoked or idle for 30 days, or when the person
 * belongs to no workspace any more. Its last use is recorded once a minute.
 */
export async function findPerson(
  ctx: Pick<Ctx, 'clock'> & { db: Kysely<Database> },
  token: string,
): Promise<Person | null> {
  if (!TOKEN.test(token)) return null
  const now = ctx.clock.now()
  const { rows } = await sql<{
    sessionId: string
    shown: string | null
    userId: string
    email: string
    name: string | null
    emails: SenderEmails
    workspaces: MemberOf[] | null
    isRenewed: boolean
  }>`
    with found as (
      select s.id, s.workspace_id, u.id as user_id, u.email, u.name, u.emails
      from user_sessions s join users u on u.id = s.user_id
      where s.token_hash = ${hashToken(token)} and s.revoked_at is null
        and s.last_used_at > ${new Date(now.getTime() - USER_SESSION.idleMs)}
    ),
    recorded as (
      update user_sessions s set last_used_at = ${now} from found
      where s.id = found.id and s.last_used_at <= ${new Date(now.getTime() - USER_SESSION.recordedEveryMs)}
      returning s.id
    )
    select found.id as "sessionId", found.workspace_id as shown, found.user_id as "userId", found.email, found.name, found.emails,
      (select json_agg(json_build_object('id', w.id, 'name', w.name, 'slug', w.slug, 'tier', w.tier, 'role', m.role,
          'liveId', w.live_id) order by m.created_at, m.workspace_id, w.live_id nulls first, w.created_at desc, w.id)
        -- With the sandboxes of each (contract 1.13).
        from memberships m join workspaces w
          on w.id = m.workspace_id or (w.live_id = m.workspace_id and w.ends_at > ${now})
        where m.user_id = found.user_id) as workspaces,
      exists (select from recorded) as "isRenewed"
    from found
  `.execute(ctx.db)
  const [row] = rows
  if (!row?.workspaces) return null
  const { workspaces, shown, ...person } = row
  const workspace = workspaces.find(({ id }) => id === shown) ?? workspaces[0]!
  return { ...person, workspace, workspaces }
}

/** The person as an actor in the workspace that is shown. */
export function actorOf({ userId, workspace }: Person, origin: Origin): UserActor {
  const { id: workspaceId, role, tier, liveId } = workspace
  return { kind: 'user', workspaceId, userId, role, tier, liveId, origin }
}

/** Shows another workspace from now on; false when the person does not belong to it. */
export async function showWorkspace(ctx: Pick<Ctx, 'db'>, person: Person, workspaceId: string): Promise<boolean> {
  if (!person.workspaces.some(({ id }) => id === workspaceId)) return false
  await ctx.db
    .updateTable('user_sessions')
    .set({ workspace_id: workspaceId })
    .where('id', '=', person.sessionId)
    .execute()
  return true
}

/** Ends one session of a user; false when the user has no such open session. */
export async function endSession(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('user_sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Tokens hold 256 random bits, so an unsalted hash is enough, as for keys (decision 0023). */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
