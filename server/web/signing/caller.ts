import type { Context } from 'hono'
import type { Ctx } from '../../context.ts'
import type { Origin, SignerActor } from '../../domain/actor.ts'
import { openLink } from '../../domain/signers/access.ts'
import { isSessionToken } from '../../domain/signers/embedding/session.ts'
import { originOf } from '../../http/origin.ts'
import type { State } from '../../http/state.ts'

/** The path of the signer's page: by the emailed link, or in a frame by the token of an embedded session. */
export type SignerRoot = '/sign' | '/embed'

/** The network origin of the request, as recorded with the signer's actions. */
export function signerOrigin(ctx: Ctx, c: Context<State>): Origin {
  return originOf(c, ctx.config.trustedProxies)
}

/** The signer that the path's token acts for. @throws DomainError as `openLink` */
export function signerOf(ctx: Ctx, root: SignerRoot, c: Context<State>): Promise<SignerActor> {
  return openLink(ctx, signerToken(root, c), signerOrigin(ctx, c))
}

/** The token in the path; empty when it belongs to the other root: a session opens no page outside a frame. */
export function signerToken(root: SignerRoot, c: Context<State>): string {
  const token = c.req.param('token') ?? ''
  return isSessionToken(token) === (root === '/embed') ? token : ''
}
