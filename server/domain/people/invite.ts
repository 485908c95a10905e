import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { enqueue, type Tx, transaction } from '../../db/database.ts'
import type { InvitationsTable } from '../../db/schema.ts'
import { INVITATION } from '../../limits.ts'
import type { Actor, Origin, Role } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { takeToken } from '../records/calls/rate-limit.ts'
import { recordWork } from '../records/workspaces/log.ts'
import { currentLinkKey, idBytes, uuidOf } from '../signers/link.ts'
import { isUuid } from '../uuid.ts'
import { isAddress } from './address.ts'
import { addMember, userOfAddress } from './members.ts'
import { openSession } from './sessions.ts'

export type Invitation = Selectable<InvitationsTable>

/** An invitation that can be accepted. */
export interface OpenInvitation {
  invitation: Invitation
  /** The name of the workspace. */
  workspace: string
  /** Who invited; null: the account no longer exists. */
  by: string | null
}

const ID_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{64}$/

/**
 * Asks somebody by mail to join the workspace, within seven days. Asking an address again makes its earlier link void.
 * @throws DomainError `invalid_request` for what is no address, for a member, and where the server sends no mail;
 *   `rate_limited`
 */
export async function invite(ctx: Ctx, actor: Actor, email: string, role: Role): Promise<Invitation> {
  assertMay(ctx, actor, 'invite')
  const { workspaceId, userId } = actor
  if (!isAddress(email)) throw new DomainError('invalid_request', 'enter an email address, such as ada@example.com')
  if (ctx.mail.kind === 'none') {
    const way = 'whoever runs it prints a link for them with “countersign users link”'
    throw new DomainError('invalid_request', `this server sends no mail; ${way}`)
  }
  const now = ctx.clock.now()
  return transaction(ctx.db, async (tx) => {
    // Serialized, so that invitations at the same time do not all find room.
    await sql`select pg_advisory_xact_lock(hashtext('countersign:invitations:' || ${workspaceId}))`.execute(tx)
    const user = await userOfAddress(tx, email)
    const membership = tx.selectFrom('memberships').select('role').where('workspace_id', '=', workspaceId)
    if (user && (await membership.where('user_id', '=', user.id).executeTakeFirst())) {
      throw new DomainError('invalid_request', `${user.email} is in this workspace already`)
    }
    // Of mails, not of rows: those of earlier invitations may be gone.
    const { allowed, resetSeconds } = await takeToken({ ...ctx, db: tx }, `invite:${workspaceId}`, INVITATION.mails)
    if (!allowed) {
      throw new DomainError('rate_limited', 'too many invitations for one day; go on tomorrow', {
        retryInSeconds: resetSeconds,
      })
    }
    await voidInvitation(tx, workspaceId, email)
    const invitation = await tx
      .insertInto('invitations')
      .values({
        id: randomUUID(),
        workspace_id: workspaceId,
        email,
        role,
        invited_by: userId,
        link_key_version: currentLinkKey(ctx),
        created_at: now,
        expires_at: new Date(now.getTime() + INVITATION.livesMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueue(ctx, tx, 'send-email', { message: 'join', invitationId: invitation.id })
    await recordWork(ctx, tx, actor, 'person.invited', { name: email })
    return invitation
  })
}

/** Voids the link of an invitation to the workspace that went to this address, if there is one. */
export async function voidInvitation(tx: Tx, workspaceId: string, email: string): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .execute()
}

/** Voids what a person asked others to, once that person may no longer ask. */
export async function voidInvitationsBy(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  await tx.deleteFrom('invitations').where('workspace_id', '=', workspaceId).where('invited_by', '=', userId).execute()
}

/** Voids the link of an invitation. @throws DomainError `not_found` */
export async function withdrawInvitation(ctx: Ctx, actor: Actor, id: string): Promise<{ email: string }> {
  assertMay(ctx, actor, 'withdrawInvitation')
  return transaction(ctx.db, async (tx) => {
    const gone = isUuid(id)
      ? await tx
          .deleteFrom('invitations')
          .where('id', '=', id)
          .where('workspace_id', '=', actor.workspaceId)
          .returning('email')
          .executeTakeFirst()
      : undefined
    if (!gone) throw new DomainError('not_found', 'there is no such invitation')
    await recordWork(ctx, tx, actor, 'invitation.withdrawn', { name: gone.email })
    return gone
  })
}

/** The page that lets somebody join; its token is base64url(id ‖ HMAC-SHA256(link key, "join:" ‖ id)). */
export function joinUrl(ctx: Pick<Ctx, 'config' | 'keyring'>, invitation: Invitation): string {
  const token = Buffer.concat([idBytes(invitation.id), macOf(ctx, invitation)]).toString('base64url')
  return `${ctx.config.publicUrl}/sign-in/join/${token}`
}

/** The invitation of a genuine link that is open, with the workspace; else null. Changes nothing. */
export async function resolveInvitation(ctx: Ctx, token: string): Promise<OpenInvitation | null> {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const open = await openInvitation(ctx, uuidOf(bytes.subarray(0, ID_BYTES)))
  return open && timingSafeEqual(macOf(ctx, open.invitation), bytes.subarray(ID_BYTES)) ? open : null
}

/** An open invitation with the names of the workspace and of who invited; else null. */
export async function openInvitation(ctx: Pick<Ctx, 'db' | 'clock'>, id: string): Promise<OpenInvitation | null> {
  const row = await ctx.db
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select((eb) => ['workspaces.name as workspace', eb.fn.coalesce('users.name', 'users.email').as('by')])
    .where('invitations.id', '=', id)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  if (!row) return null
  const { workspace, by, ...invitation } = row
  return { invitation, workspace, by }
}

/**
 * Joins the workspace and signs in, which uses up the invitation: whoever has the link has the mailbox. Null when it is
 * over.
 */
export async function acceptInvitation(
  ctx: Ctx,
  token: string,
  name: string | null,
  origin: Origin,
): Promise<{ token: string } | null> {
  const found = await resolveInvitation(ctx, token)
  if (!found) return null
  const { id, email, role, workspace_id: workspaceId } = found.invitation
  return transaction(ctx.db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('invitations').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) return null
    // Whoever has become an owner meanwhile stays one: they may be the last.
    const user = await addMember(ctx, tx, { workspaceId, email, name, role: role === 'owner' ? role : null })
    const actor = { kind: 'user', workspaceId, userId: user.id, role, tier: null, liveId: null, origin } as const
    await recordWork(ctx, tx, actor, 'person.joined', { name: role })
    return openSession(ctx, tx, user.id, origin, workspaceId)
  })
}

function macOf(ctx: Pick<Ctx, 'keyring'>, { id, link_key_version }: Invitation): Buffer {
  return ctx.keyring.mac('link', link_key_version, Buffer.concat([Buffer.from('join:'), idBytes(id)])).mac
}
