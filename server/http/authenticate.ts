import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { findKey } from '../domain/records/calls/keys.ts'
import { HttpError } from './errors.ts'
import { originOf } from './origin.ts'
import type { State } from './state.ts'

/**
 * Reads the bearer key (contract 5). Missing, malformed, unknown, revoked, or an embedded-only key outside
 * `/embedded/*`: always the same 401, so that nothing can be learnt from it.
 */
export const authenticate = (ctx: Ctx) =>
  createMiddleware<State>(async function authenticate(c, next) {
    const token = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const key = token === undefined ? null : await findKey(ctx, token)
    if (key) c.set('apiKey', key)
    const elsewhere = key?.scope === 'embedded' && !c.get('operation').path.startsWith('/embedded/')
    if (!key || key.revoked || elsewhere) {
      throw new HttpError('invalid_key', 'a valid API key is required: Authorization: Bearer <key>', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
    }
    c.set('actor', {
      kind: 'apiKey',
      workspaceId: key.workspaceId,
      keyId: key.id,
      scope: key.scope,
      origin: originOf(c, ctx.config.trustedProxies),
    })
    await next()
  })
