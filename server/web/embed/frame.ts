import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Ctx } from '../../context.ts'
import { DomainError } from '../../domain/errors.ts'
import { failureCode } from '../../domain/failure.ts'
import { inWorkspace } from '../../domain/records/workspaces/sandbox.ts'
import { available } from '../../domain/signers/embedding/resolve.ts'
import { findSession, type Session, sessionState } from '../../domain/signers/embedding/session.ts'
import { type SignerPage, signerPage } from '../../domain/signing/page.ts'
import { onError } from '../../http/respond.ts'
import type { State } from '../../http/state.ts'
import type { AnyCode } from '../../http/status.ts'
import type { FrameDetail, FrameOutcome } from '../host-data.ts'
import { findSigner } from '../signing/caller.ts'
import { startFirstPage } from '../signing/start-first-page.ts'
import { PAGE_ERRORS, pageStatus } from '../status.ts'

/** Why the frame does not show the document. */
export type NoDocument =
  | 'not_found'
  | 'revoked'
  | 'key_revoked'
  | 'expired'
  | 'done'
  | 'sms_required'
  | 'unavailable'
  | 'failed'

/** What the frame of a token shows now, and the outcome it reports to the embedding page. */
export interface Frame {
  session: Session | null
  content: { page: SignerPage } | { closed: NoDocument }
  status: ContentfulStatusCode
  outcome: FrameOutcome | null
}

/** Changes nothing and never throws: every failure becomes an outcome that the embedding page receives. */
export async function openFrame(ctx: Ctx, c: Context<State>, token: string): Promise<Frame> {
  let session: Session | null = null
  try {
    session = await available(() => findSession(ctx, token))
    const actor = await findSigner(ctx, '/embed', c)
    if (!actor) return closed(session, 'not_found', 'not_found', 'not_found')
    const own = await inWorkspace(ctx, actor.workspaceId)
    const page = await signerPage(own, actor)
    if (page.state === 'open' && c.req.method === 'GET') startFirstPage(own, actor)
    return { session, content: { page }, status: 200, outcome: outcomeOf(page.state) }
  } catch (error) {
    return refused(ctx, c, session, error)
  }
}

function refused(ctx: Ctx, c: Context<State>, session: Session | null, error: unknown): Frame {
  switch (error instanceof DomainError ? error.code : null) {
    case 'session_revoked':
      return closed(session, 'revoked', 'session_revoked', 'revoked')
    case 'key_revoked':
      return closed(session, 'key_revoked', 'key_revoked', 'key_revoked')
    case 'sms_required':
      return closed(session, 'sms_required', 'sms_required', 'sms_required')
    case 'rate_limited':
      return closed(session, 'not_found', 'rate_limited', 'not_found')
    case 'session_expired':
      return ended(session!, ctx.clock.now())
    case 'embedding_unavailable':
      return closed(session, 'unavailable', 'embedding_unavailable', 'unavailable')
  }
  // Logs it; internal details are not disclosed.
  onError(ctx, PAGE_ERRORS)(error instanceof Error ? error : new Error(String(error)), c)
  if (failureCode(error) === 'internal_error') return closed(session, 'failed', 'internal_error', 'http_500')
  return closed(session, 'unavailable', 'embedding_unavailable', 'unavailable')
}

function closed(session: Session | null, why: NoDocument, code: AnyCode, detail: FrameDetail): Frame {
  return { session, content: { closed: why }, status: pageStatus(code), outcome: { type: 'error', detail } }
}

/** A session whose request was completed in it has not expired: it keeps reporting how the request ended. */
function ended(session: Session, now: Date): Frame {
  const status = pageStatus('session_expired')
  if (sessionState(session, now).status !== 'completed') {
    return { session, content: { closed: 'expired' }, status, outcome: { type: 'expired' } }
  }
  return { session, content: { closed: 'done' }, status, outcome: outcomeOf(session.signer.status) }
}

function outcomeOf(state: string): FrameOutcome | null {
  switch (state) {
    case 'signed':
    case 'declined':
    case 'expired':
      return { type: state }
    case 'queued':
    case 'withdrawn':
      return { type: 'error', detail: state }
    default:
      return null
  }
}
