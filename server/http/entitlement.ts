import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { lacksEntitlement, MESSAGES } from '../domain/may.ts'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'
import { verbOf } from './verbs.ts'

/** Enterprise operations require the workspace's plan, checked before the rate limit (contract 5.5). Takes no token. */
export const entitlement = (ctx: Ctx) =>
  createMiddleware<State>(async function entitlement(c, next) {
    if (lacksEntitlement(ctx, verbOf(c.get('operation').id), c.get('actor'))) {
      throw new HttpError('enterprise-required', MESSAGES['enterprise-required'])
    }
    await next()
  })
