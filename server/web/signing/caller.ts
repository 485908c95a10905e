import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../../context.ts'
import type { SignerActor } from '../../domain/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { inWorkspace } from '../../domain/records/workspaces/sandbox.ts'
import { findSignerActor, invalidLink } from '../../domain/signers/access.ts'
import { takeCall } from '../../domain/signers/calls.ts'
import { isSessionToken } from '../../domain/signers/embedding/session.ts'
import { originOf } from '../../http/origin.ts'
import { refused } from '../../http/refused.ts'
import type { State } from '../../http/state.ts'
import { SAFE } from '../same-origin.ts'

/** The path of the signer's page: by the emailed link, or in a frame by the token of an embedded session. */
export type SignerRoot = '/sign' | '/embed'

/** The state of a call by a signer, with the context of the workspace that sent the document. */
export interface SignerState extends State {
  Variables: Omit<State['Variables'], 'ctx'> & { signer: SignerActor; ctx: Ctx }
}

/**
 * Judges the path's token, and the calls that its signer has left, before anything of the body is read.
 * @throws DomainError as `findSigner` and `takeCall`; `not_found` for an unknown token
 */
export const judgeLink = (ctx: Ctx, root: SignerRoot) =>
  createMiddleware<SignerState>(async function judgeLink(c, next) {
    const actor = await findSigner(ctx, root, c as Context)
    if (!actor) throw invalidLink()
    if (!SAFE.has(c.req.method)) await takeCall(ctx, actor)
    c.set('ctx', await inWorkspace(ctx, actor.workspaceId))
    c.set('signer', actor)
    await next()
  })

/**
 * The same, but null for an unknown token.
 * @throws DomainError as `findSignerActor`; `rate_limited`: too many unknown tokens from this network. A known one is
 * never refused for that (decision 0450)
 */
export async function findSigner(ctx: Ctx, root: SignerRoot, c: Context<State>): Promise<SignerActor | null> {
  const actor = await findSignerActor(ctx, signerToken(root, c), originOf(c, ctx.config.trustedProxies))
  if (actor) return actor
  const { spent, resetSeconds } = await refused(ctx, c, 'link')
  if (!spent) return null
  const message = 'too many invalid links were opened from this network'
  throw new DomainError('rate_limited', message, { retryInSeconds: resetSeconds })
}

/** The token in the path; empty when it belongs to the other root: a session opens no page outside a frame. */
export function signerToken(root: SignerRoot, c: Context<State>): string {
  const token = c.req.param('token') ?? ''
  return isSessionToken(token) === (root === '/embed') ? token : ''
}
