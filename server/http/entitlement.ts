import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { planOf } from '../domain/records/workspaces/caps.ts'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'

/** The four Enterprise operations ask the workspace's plan, before the rate limit (contract 5.5). Spends no token. */
export const entitlement = (ctx: Ctx) =>
  createMiddleware<State>(async function entitlement(c, next) {
    const { tier } = c.get('apiKey')!
    const entitled = tier !== null && planOf(ctx, tier).enterprise
    if (c.get('operation').entitlement === 'enterprise' && !entitled) {
      throw new HttpError('enterprise-required', 'this call needs the Enterprise entitlement')
    }
    await next()
  })
