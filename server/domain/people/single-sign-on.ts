import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { IdentityClaims } from '../../net/openid.ts'
import type { Actor, Origin, Role } from '../actor.ts'
import { assertMay } from '../may.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { isUuid } from '../uuid.ts'
import { isAddress } from './address.ts'
import { claimedRole, isElsewhere } from './claimed-role.ts'
import { voidInvitation, voidInvitationsBy } from './invite.ts'
import {
  ensureUser,
  hasOtherOwner,
  lockMembers,
  notifyFirstOwner,
  type User,
  userOfAddress,
  workspacesOf,
} from './members.ts'
import { openSession } from './sessions.ts'

/**
 * Why somebody whom the issuer knows is not signed in. `no_address`: it names no email address · `unverified`: it does
 * not vouch for it · `unknown`: the person belongs to no workspace here · `no_role`: nor does the issuer give them a role
 * · `no_claim`: the claim that must let them in is missing.
 */
export type SsoRefusal = 'no_address' | 'unverified' | 'unknown' | 'no_role' | 'no_claim'

type Sso = NonNullable<Config['oidc']>

const NAME_MAX_CHARACTERS = 100

/**
 * Signs in somebody whom the issuer of the settings has authenticated (decision 0550): the user that this account of
 * the issuer had the last time, else the one with its verified address. In `OIDC_WORKSPACE` people join and get the
 * role of their claim; into any other workspace an invitation leads. A missing claim changes nothing for who belongs to
 * it, and lets nobody in whom it must let in. Always a new session; it shows the workspace that was just joined.
 */
export async function signInBySso(
  ctx: Ctx,
  claims: IdentityClaims,
  origin: Origin,
): Promise<{ token: string } | SsoRefusal> {
  const sso = ctx.config.oidc!
  const { email } = claims
  if (typeof email !== 'string' || !isAddress(email)) return 'no_address'
  if (!sso.trustEmail && !isVerified(claims)) return 'unverified'
  const role = sso.roles ? claimedRole(claims, sso.roles) : undefined
  const isUntold = sso.roles !== null && role === undefined
  if (isUntold) warnOfMissing(ctx, claims, sso.roles!.claim)
  const isWithheld = isUntold && sso.roles!.members.length > 0
  const refusal = isWithheld ? 'no_claim' : role === null ? 'no_role' : 'unknown'
  return transaction(ctx.db, async (tx) => {
    const workspaceId = await ssoWorkspace(tx, sso)
    const known = (await userOfAccount(tx, sso, claims.sub)) ?? (await userOfAddress(tx, email))
    const joins = workspaceId !== null && role !== null && !isWithheld
    if (!known && !joins) return refusal
    const user = known ?? (await ensureUser(ctx, tx, { email, name: null }))
    const hasJoined =
      workspaceId !== null && !isWithheld && (await applyRole(ctx, tx, { user, workspaceId, role, origin }))
    const workspaces = await workspacesOf(tx, user.id)
    if (workspaces.length === 0) return refusal
    if (isWithheld && workspaces.some(({ id }) => id === workspaceId)) return refusal
    await remember(ctx, tx, { sso, claims, user, workspaces, origin })
    return openSession(ctx, tx, user.id, origin, hasJoined ? workspaceId : null)
  })
}

/** For the operator: a claim that does not arrive decides on nobody. */
function warnOfMissing(ctx: Ctx, claims: IdentityClaims, claim: string): void {
  const why = isElsewhere(claims, claim)
    ? 'the provider keeps it elsewhere (_claim_names), as Entra ID does for somebody in too many groups; let it send fewer, such as those assigned to the application'
    : 'neither the ID token nor UserInfo has it; the provider may send it for another scope alone (OIDC_SCOPE), or leave it out for somebody without a value'
  ctx.log.warn({ claim, reason: why }, 'single sign-on: the claim of OIDC_ROLE_CLAIM is missing')
}

/**
 * Whether the issuer vouches for the address. Entra ID never says `email_verified` of an account at work; it has a claim
 * of its own for an address in a domain that its tenant owns.
 */
function isVerified({ email_verified: verified, xms_edov: ownDomain }: IdentityClaims): boolean {
  const isYes = (claim: unknown) => claim === true || claim === 'true'
  return verified === undefined ? isYes(ownDomain) || ownDomain === 1 || ownDomain === '1' : isYes(verified)
}

/** The workspace that `OIDC_WORKSPACE` names; null: none is named, or there is none of this name. */
export async function ssoWorkspace(db: Ctx['db'] | Tx, { workspace }: Pick<Sso, 'workspace'>): Promise<string | null> {
  if (workspace === null) return null
  const found = await db
    .selectFrom('workspaces')
    .select('id')
    .where(isUuid(workspace) ? 'id' : 'slug', '=', workspace)
    .executeTakeFirst()
  return found?.id ?? null
}

/** What holds for single sign-on to a workspace. */
export interface SsoInfo {
  issuer: string
  /** Whether everybody of the issuer joins this workspace. */
  joins: boolean
  /** The claim that decides on roles here; null: none does. */
  claim: string | null
}

/** What holds for single sign-on to the actor's workspace; null: there is none. */
export async function ssoInfo(ctx: Ctx, actor: Actor): Promise<SsoInfo | null> {
  assertMay(ctx, actor, 'ssoInfo')
  const { oidc } = ctx.config
  if (!oidc) return null
  const joins = (await ssoWorkspace(ctx.db, oidc)) === actor.workspaceId
  return { issuer: oidc.issuer, joins, claim: joins ? (oidc.roles?.claim ?? null) : null }
}

async function userOfAccount(tx: Tx, { issuer }: Sso, subject: string): Promise<User | null> {
  const user = await tx
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .selectAll('users')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return user ?? null
}

interface Applied {
  user: User
  workspaceId: string
  /** Null: the claim excludes the person; undefined: no claim decides. */
  role: Role | null | undefined
  origin: Origin
}

/**
 * Gives the person the role of the claim; the last owner stays one, or nobody could let anybody in.
 * @returns whether the person was no member before
 */
async function applyRole(ctx: Ctx, tx: Tx, { user, workspaceId, role, origin }: Applied): Promise<boolean> {
  await lockMembers(tx, workspaceId)
  const ofPerson = { workspace_id: workspaceId, user_id: user.id }
  const own = (column: 'workspace_id' | 'user_id') => [column, '=', ofPerson[column]] as const
  const before = await tx
    .selectFrom('memberships')
    .select('role')
    .where(...own('workspace_id'))
    .where(...own('user_id'))
    .executeTakeFirst()
  const after = role === undefined ? (before?.role ?? 'member') : role
  if (before?.role === after || (!before && after === null)) return false
  if (before?.role === 'owner' && !(await hasOtherOwner(tx, workspaceId, user.id))) return false
  // As a member may record it too: the log says who, what and when.
  const actor = {
    kind: 'user',
    workspaceId,
    userId: user.id,
    role: after ?? 'member',
    tier: null,
    liveId: null,
    origin,
  } as const
  // It would undo the change.
  if (before) await voidInvitation(tx, workspaceId, user.email)
  if (before?.role === 'owner') await voidInvitationsBy(tx, workspaceId, user.id)
  if (after === null) {
    await tx
      .deleteFrom('memberships')
      .where(...own('workspace_id'))
      .where(...own('user_id'))
      .execute()
    await recordWork(ctx, tx, actor, 'person.left_by_sso', { name: before!.role })
    return false
  }
  if (after === 'owner') await notifyFirstOwner(tx, workspaceId, user)
  await tx
    .insertInto('memberships')
    .values({ ...ofPerson, role: after, created_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role: after }))
    .execute()
  await recordWork(ctx, tx, actor, before ? 'person.role_by_sso' : 'person.joined_by_sso', { name: after })
  return !before
}

interface Connected {
  sso: Sso
  claims: IdentityClaims
  user: User
  /** Of the user. */
  workspaces: { id: string }[]
  origin: Origin
}

/**
 * Connects the account of the issuer with the user, and takes over the name where there is none yet. An account that
 * takes the place of another one is in the log: its address can have been given to somebody else.
 */
async function remember(ctx: Ctx, tx: Tx, { sso, claims, user, workspaces, origin }: Connected): Promise<void> {
  const [issuer, subject] = [sso.issuer, claims.sub]
  const before = await tx
    .selectFrom('user_identities')
    .select('subject')
    .where('user_id', '=', user.id)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  for (const { id: workspaceId } of before && before.subject !== subject ? workspaces : []) {
    const actor = {
      kind: 'user',
      workspaceId,
      userId: user.id,
      role: 'member',
      tier: null,
      liveId: null,
      origin,
    } as const
    await recordWork(ctx, tx, actor, 'person.other_account', { name: user.email })
  }
  await tx
    .insertInto('user_identities')
    .values({ issuer, subject, user_id: user.id, created_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'issuer']).doUpdateSet({ subject }))
    .execute()
  const name = typeof claims.name === 'string' ? claims.name.replace(/\p{Cc}/gu, ' ').trim() : ''
  if (user.name !== null || name === '' || name.length > NAME_MAX_CHARACTERS) return
  await tx.updateTable('users').set({ name }).where('id', '=', user.id).execute()
}
