import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Origin, SignerAccess, SignerActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import { lockWithSigners } from '../records/signers-json.ts'
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
  return opened && signerActor(opened.signer, opened.access, origin)
}

/** Whoever has this access to the page of the signer. */
export function signerActor(signer: SignerRow, access: SignerAccess, origin: Origin): SignerActor {
  const { id: signingRequestId, workspace_id: workspaceId, document_id: documentId } = signer
  return { kind: 'signer', workspaceId, documentId, signingRequestId, access, signer, origin }
}

/**
 * Locks the document for someone who acts by a link that may have been replaced since it was opened, or in a session that
 * may have been revoked: the current state of it and of the signers.
 * @throws DomainError `not_found`, `session_revoked`
 */
export async function lockForSigner(
  tx: Tx,
  { documentId, signingRequestId, access }: SignerActor,
): Promise<{ document: DocumentRow; signer: SignerRow; signers: SignerRow[] }> {
  const { document, signers } = await lockWithSigners(tx, documentId)
  const signer = signers.find(({ id }) => id === signingRequestId)
  if (access.kind === 'embedded_session') await assertNotRevoked(tx, access.sessionId)
  if (!signer || (access.kind === 'link' && access.version !== signer.link_version)) throw invalidLink()
  return { document, signer, signers }
}

/** A wrong or revoked link. */
export const invalidLink = () => new DomainError('not_found', 'this link is not valid')
