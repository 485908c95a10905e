import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../../context.ts'
import type { EmbeddedSessionsTable } from '../../../db/schema.ts'
import type { SignerRow } from '../../records/documents.ts'

/** An embedded session with what decides its state: its key and its signer. */
export type Session = Selectable<EmbeddedSessionsTable> & { key_revoked_at: Date | null; signer: SignerRow }

/**
 * A session starts `active` and changes by what happens, not by being written: it is `completed` when its request is
 * signed, declined, withdrawn or past its expiry, `revoked` by DELETE or with its key, `expired` at `expires_at`;
 * whatever came first counts (decision 0044).
 */
export type SessionStatus = 'active' | 'completed' | 'revoked' | 'expired'

/** Why a session opens nothing any more. A completed one stays readable until it expires. */
export type Closed = 'revoked' | 'key_revoked' | 'expired'

/** The prefix tells a session's token from a link's. */
const TOKEN = /^es_[A-Za-z0-9_-]{43}$/

export function isSessionToken(token: string): boolean {
  return TOKEN.test(token)
}

/** All that is stored of a token. It holds 256 random bits, so an unsalted hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The session of a token, whatever its state, or null. */
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

/** What the session is, and since when. */
export function sessionState(session: Session, now: Date): { status: SessionStatus; since: Date } {
  // In the order that decides between two of the same moment: at `expires_at` nothing can be done any more.
  const ends: [SessionStatus, Date | null][] = [
    ['expired', session.expires_at],
    ['completed', completedAt(session, now)],
    ['revoked', revokedAt(session)],
  ]
  const past = ends.flatMap(([status, since]) => (since && since <= now ? [{ status, since }] : []))
  const start = { status: 'active' as SessionStatus, since: session.created_at }
  return past.reduce((first, end) => (first.status === 'active' || end.since < first.since ? end : first), start)
}

/** Why the session opens nothing any more, or null while it does. */
export function closedBy(session: Session, now: Date): Closed | null {
  if (session.revoked_at) return 'revoked'
  if (session.key_revoked_at) return 'key_revoked'
  return session.expires_at <= now ? 'expired' : null
}

/** When the session's request came to its end; null while the signer can act. */
export function completedAt({ signer }: Session, now: Date): Date | null {
  const passed = signer.expires_at !== null && signer.expires_at <= now ? signer.expires_at : null
  return signer.signed_at ?? signer.declined_at ?? earliest(signer.withdrawn_at, passed)
}

/** By DELETE or with its key. */
export function revokedAt(session: Session): Date | null {
  return earliest(session.revoked_at, session.key_revoked_at)
}

function earliest(one: Date | null, other: Date | null): Date | null {
  if (one && other) return one < other ? one : other
  return one ?? other
}
