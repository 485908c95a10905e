import type { Ctx } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { Actor } from '../../actor.ts'
import { DomainError, type SignerCode } from '../../errors.ts'
import { failureCode } from '../../failure.ts'
import { assertMay } from '../../may.ts'
import type { SignerRow } from '../../records/documents.ts'
import { closedBy, findSession, type Session, type SessionEnd } from './session.ts'

/** The codes sent for a closed session. The page of the frame and its messages are derived from them. */
const CLOSED: Record<SessionEnd, { code: SignerCode; message: string }> = {
  revoked: { code: 'session_revoked', message: 'this session was revoked' },
  key_revoked: { code: 'key_revoked', message: 'the key of this session was revoked' },
  expired: { code: 'session_expired', message: 'this session has expired' },
}

/**
 * The signer that a session's token acts for, in the session's language; null for an unknown token.
 * @throws DomainError `session_revoked`, `key_revoked`, `session_expired`; `sms_required`: a signer with `sms_gate:
 * before_view` cannot verify inside a frame (contract 4.14); `embedding_unavailable`
 */
export async function resolveSession(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  token: string,
): Promise<{ signer: SignerRow; sessionId: string } | null> {
  const session = await available(() => findSession(ctx, token))
  if (!session) return null
  assertUsable(session, ctx.clock.now())
  const { signer, locale } = session
  return { signer: { ...signer, locale: locale ?? signer.locale }, sessionId: session.id }
}

/** For a session that was open when the call began. @throws DomainError `session_revoked` */
export async function assertNotRevoked(tx: Tx, sessionId: string): Promise<void> {
  const session = await tx
    .selectFrom('embedded_sessions')
    .select('revoked_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (session && !session.revoked_at) return
  throw new DomainError(CLOSED.revoked.code, CLOSED.revoked.message)
}

function assertUsable(session: Session, now: Date): void {
  const closed = closedBy(session, now)
  if (closed) throw new DomainError(CLOSED[closed].code, CLOSED[closed].message)
  if (session.signer.sms_gate === 'before_view' && !session.signer.sms_verified_at) {
    throw new DomainError('sms_required', 'the phone number must first be verified outside this frame')
  }
}

/** Runs the work; a database failure becomes `embedding_unavailable` (contract 4.14). */
export async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError || failureCode(error) !== 'db_failed') throw error
    throw new DomainError('embedding_unavailable', 'embedded sessions are temporarily unavailable; try again', {
      cause: error,
    })
  }
}

/**
 * Records when the frame's script ran for the first time.
 * @throws DomainError `not_found` for a signer with a link, `embedding_unavailable`
 */
export async function markLoaded(ctx: Ctx, actor: Actor): Promise<void> {
  assertMay(ctx, actor, 'markLoaded')
  const { access } = actor
  if (access.kind !== 'embedded_session') throw new DomainError('not_found', 'there is no such session')
  await available(() =>
    ctx.db
      .updateTable('embedded_sessions')
      .set({ first_loaded_at: ctx.clock.now() })
      .where('id', '=', access.sessionId)
      .where('first_loaded_at', 'is', null)
      .execute(),
  )
}
