import type { Ctx } from '../../context.ts'
import type { SignerAccess } from '../actor.ts'
import type { SignerRow } from '../records/documents.ts'
import { resolveSession } from './embedding/resolve.ts'
import { isSessionToken } from './embedding/session.ts'
import { resolveLink } from './link.ts'

/**
 * The signer behind a link's or an embedded session's token, and by which of them; null when it names nobody.
 * @throws DomainError as `resolveSession`
 */
export async function resolveAccess(
  ctx: Ctx,
  token: string,
): Promise<{ signer: SignerRow; access: SignerAccess } | null> {
  if (isSessionToken(token)) {
    const session = await resolveSession(ctx, token)
    return session && { signer: session.signer, access: { kind: 'embedded_session', sessionId: session.sessionId } }
  }
  const signer = await resolveLink(ctx, ctx.db, token)
  return signer && { signer, access: { kind: 'link', version: signer.link_version } }
}
