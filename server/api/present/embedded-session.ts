import type { Ctx } from '../../context.ts'
import { toLocale } from '../../domain/locales.ts'
import { completedAt, revokedAt, type Session, sessionState } from '../../domain/signers/embedding/session.ts'
import type { components } from '../../generated/openapi.ts'
import { iso } from './signer.ts'

type Schemas = components['schemas']

/** A session in reads (contract 4.14). */
export function presentSession(ctx: Ctx, session: Session): Schemas['EmbeddedSession'] {
  const now = ctx.clock.now()
  const { status } = sessionState(session, now)
  return {
    ...common(session),
    status,
    first_loaded_at: iso(session.first_loaded_at),
    completed_at: status === 'completed' ? iso(completedAt(session, now)) : null,
    revoked_at: iso(revokedAt(session)),
  }
}

/** A newly created session, with the URL of its frame. */
export function presentMinted(session: Session, embedUrl: string): Schemas['EmbeddedSessionCreated'] {
  return { ...common(session), status: 'active', embed_url: embedUrl }
}

function common(session: Session) {
  return {
    id: session.id,
    signing_request_id: session.signing_request_id,
    document_id: session.document_id,
    origin: session.origin,
    locale: toLocale(session.locale ?? session.signer.locale),
    ttl_seconds: session.ttl_seconds,
    expires_at: iso(session.expires_at),
    created_at: iso(session.created_at),
  }
}
