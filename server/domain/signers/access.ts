import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Origin, SignerAccess, SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { reloadSigner, type SignerRow } from '../records/documents.ts'
import { assertNotRevoked, resolveSession } from './embedding/resolve.ts'
import { isSessionToken } from './embedding/session.ts'
import { resolveLink } from './link.ts'

/**
 * The signer behind the token of a link or an embedded session, and which of the two it is; null when the token is
 * unknown.
 * @throws DomainError as `resolveSession`
 */
async function resolveAccess(ctx: Ctx, token: string): Promise<{ signer: SignerRow; access: SignerAccess } | null> {
  if (isSessionToken(token)) {
    const session = await resolveSession(ctx, token)
    return session && { signer: session.signer, access: { kind: 'embedded_session', sessionId: session.sessionId } }
  }
  const signer = await resolveLink(ctx, ctx.db, token)
  return signer && { signer, access: { kind: 'link', version: signer.link_version } }
}

/**
 * The signer behind a link or an embedded session, or null for a wrong or revoked link.
 * @throws DomainError as `resolveSession`
 */
export async function findSignerActor(ctx: Ctx, token: string, origin: Origin): Promise<SignerActor | null> {
  const opened = await resolveAccess(ctx, token)
  if (!opened) return null
  const { signer, access } = opened
  return {
    kind: 'signer',
    workspaceId: signer.workspace_id,
    documentId: signer.document_id,
    signingRequestId: signer.id,
    access,
    signer,
    origin,
  }
}

/**
 * The current state of the signer, under the document's lock, for someone who acts by a link that may have been
 * replaced since it was opened, or in a session that may have been revoked.
 * @throws DomainError `not_found`, `session_revoked`
 */
export async function reloadActingSigner(tx: Tx, actor: SignerActor): Promise<SignerRow> {
  const signer = await reloadSigner(tx, actor.signingRequestId)
  if (actor.access.kind === 'embedded_session') await assertNotRevoked(tx, actor.access.sessionId)
  else if (actor.access.version !== signer.link_version) throw invalidLink()
  return signer
}

/** A wrong or revoked link. */
export const invalidLink = () => new DomainError('not_found', 'this link is not valid')
