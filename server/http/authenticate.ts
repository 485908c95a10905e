import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import type { ApiKeyActor } from '../domain/actor.ts'
import { MESSAGES, RULES, refusalOf } from '../domain/may.ts'
import { inSandbox } from '../domain/records/workspaces/sandbox.ts'
import type { Operation } from '../generated/operations.ts'
import { verbOf } from './authorize.ts'
import { bearerKey } from './bearer-key.ts'
import { HttpError } from './errors.ts'
import { originOf } from './origin.ts'
import { refused } from './refused.ts'
import type { State } from './state.ts'

/**
 * Reads the bearer key (contract 5). Missing, malformed, unknown, revoked, or an embedded-only key outside
 * `/embedded/*`: always the same 401, so that it reveals nothing.
 */
export const authenticate = (ctx: Ctx) =>
  createMiddleware<State>(async function authenticate(c, next) {
    const actor = await actorOf(ctx, c)
    if (!actor) await refused(ctx, c, 'key')
    if (!actor || refusalOf(verbOf(c.get('operation').id), actor) === 'invalid_key') {
      throw new HttpError('invalid_key', MESSAGES.invalid_key, { headers: { 'WWW-Authenticate': 'Bearer' } })
    }
    c.set('actor', actor)
    await next()
  })

async function actorOf(ctx: Ctx, c: Context<State>): Promise<ApiKeyActor | null> {
  const key = await bearerKey(ctx, c, countedScopes(c.get('operation')))
  if (key) c.set('apiKey', key)
  if (!key || key.revoked) return null
  const { id: keyId, name: keyName, display: keyPrefix, workspaceId, scope, tier, liveId, aheadMs } = key
  ctx.isSandbox.set(workspaceId, liveId !== null)
  if (liveId !== null) c.set('ctx', inSandbox(ctx, { workspaceId, liveId, aheadMs: aheadMs ?? 0 }))
  const origin = originOf(c, ctx.config.trustedProxies)
  return { kind: 'apiKey', workspaceId, keyId, keyName, keyPrefix, scope, tier, liveId, origin }
}

/** The scopes whose keys only the rate limit can still refuse, unless they have an address list. */
function countedScopes({ id, rateLimited }: Operation): readonly ApiKeyActor['scope'][] {
  const { keys, entitlement, only } = RULES[verbOf(id)]
  return rateLimited && entitlement === null && only === null ? keys : []
}
