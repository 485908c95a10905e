import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../../context.ts'
import type { EmbeddedSessionsTable } from '../../../db/schema.ts'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import { assertMay } from '../../may.ts'
import type { SignerRow } from '../../records/documents.ts'
import { isUuid } from '../../uuid.ts'

/** An embedded session with the rows that determine its state: its key and its signer. */
export type Session = Selectable<EmbeddedSessionsTable> & { key_revoked_at: Date | null; signer: SignerRow }

/**
 * A session starts `active`. Its state is derived, not stored: it is `completed` when its request is signed, declined,
 * withdrawn or past its expiry, `revoked` by DELETE or with its key, `expired` at `expires_at`; the earliest of these
 * counts (decision 0044).
 */
export type SessionStatus = 'active' | 'completed' | 'revoked' | 'expired'

/** Why a session no longer gives access. A completed one stays readable until it expires. */
export type SessionEnd = 'revoked' | 'key_revoked' | 'expired'

/** The prefix distinguishes a session's token from a link's. */
const TOKEN = /^es_[A-Za-z0-9_-]{43}$/

export function isSessionToken(token: string): boolean {
  return TOKEN.test(token)
}

/** The stored form of a token. A token holds 256 random bits, so an unsalted hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The session of a token, in any state, or null. */
export async function findSession(ctx: Pick<Ctx, 'db'>, token: string): Promise<Session | null> {
  return isSessionToken(token) ? loadSession(ctx, { token_hash: hashToken(token) }) : null
}

/** One session by its token's hash, or by its id in a workspace. */
export async function loadSession(
  { db }: Pick<Ctx, 'db'>,
  by: { token_hash: Buffer } | { id: string; workspace_id: string },
): Promise<Session | null> {
  const session = await db
    .selectFrom('embedded_sessions')
    .selectAll()
    .where((eb) => eb.and(by))
    .executeTakeFirst()
  if (!session) return null
  const [key, signer] = await Promise.all([
    db.selectFrom('api_keys').select('revoked_at').where('id', '=', session.api_key_id).executeTakeFirstOrThrow(),
    db
      .selectFrom('signing_requests')
      .selectAll()
      .where('id', '=', session.signing_request_id)
      .executeTakeFirstOrThrow(),
  ])
  return { ...session, key_revoked_at: key.revoked_at, signer }
}

/** The state of the session, and since when. */
export function sessionState(session: Session, now: Date): { status: SessionStatus; since: Date } {
  // The order decides between two at the same moment: at `expires_at` nothing can be done any more.
  const ends: [SessionStatus, Date | null][] = [
    ['expired', session.expires_at],
    ['completed', completedAt(session, now)],
    ['revoked', revokedAt(session)],
  ]
  const past = ends.flatMap(([status, since]) => (since && since <= now ? [{ status, since }] : []))
  const start = { status: 'active' as SessionStatus, since: session.created_at }
  return past.reduce((first, end) => (first.status === 'active' || end.since < first.since ? end : first), start)
}

/** Why the session no longer gives access, or null while it does. */
export function closedBy(session: Session, now: Date): SessionEnd | null {
  if (session.revoked_at) return 'revoked'
  if (session.key_revoked_at) return 'key_revoked'
  return session.expires_at <= now ? 'expired' : null
}

/** When the session's request ended; null while the signer can act. */
export function completedAt({ signer }: Session, now: Date): Date | null {
  const passed = signer.expires_at !== null && signer.expires_at <= now ? signer.expires_at : null
  return signer.signed_at ?? signer.declined_at ?? earliest(signer.withdrawn_at, passed)
}

/** When it was revoked, by DELETE or with its key. */
export function revokedAt(session: Session): Date | null {
  return earliest(session.revoked_at, session.key_revoked_at)
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (a && b) return a < b ? a : b
  return a ?? b
}

/** A session of the workspace, in any state. @throws DomainError `not_found` */
export async function getEmbeddedSession(ctx: Ctx, actor: Actor, id: string): Promise<Session> {
  assertMay(ctx, actor, 'getEmbeddedSession')
  const session = isUuid(id) ? await loadSession(ctx, { id, workspace_id: actor.workspaceId }) : null
  if (!session) throw new DomainError('not_found', 'no embedded session with this id')
  return session
}
