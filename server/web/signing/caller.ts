import type { Context } from 'hono'
import type { Ctx } from '../../context.ts'
import type { Origin, SignerActor } from '../../domain/actor.ts'
import { openLink } from '../../domain/signers/access.ts'
import { isSessionToken } from '../../domain/signers/embedding/session.ts'
import { originOf } from '../../http/origin.ts'
import type { State } from '../../http/state.ts'

/** Where the signer's page lives: by the mailed link, or in a frame by the token of an embedded session. */
export type SignerRoot = '/sign' | '/embed'

/** Who acts from where. */
export function signerOrigin(ctx: Ctx, c: Context<State>): Origin {
  return originOf(c, ctx.config.trustedProxies)
}

/** The signer that the path's token acts for. @throws DomainError as `openLink` */
export function signerOf(ctx: Ctx, root: SignerRoot, c: Context<State>): Promise<SignerActor> {
  return openLink(ctx, signerToken(root, c), signerOrigin(ctx, c))
}

/** The token in the path; empty where it is of the other root's kind: a session opens no page outside of a frame. */
export function signerToken(root: SignerRoot, c: Context<State>): string {
  const token = c.req.param('token') ?? ''
  return isSessionToken(token) === (root === '/embed') ? token : ''
}
