import type { Context } from 'hono'
import type { Ctx } from '../context.ts'
import { type Budget, countRefusal, type RefusalKind } from '../domain/records/calls/refusals.ts'
import { originOf } from './origin.ts'
import type { State } from './state.ts'

/** Counts a caller whose key or link is not valid; beyond the budget of its network the call is not written anywhere. */
export async function refused(ctx: Ctx, c: Context<State>, kind: RefusalKind): Promise<Budget> {
  const budget = await countRefusal(ctx, kind, originOf(c, ctx.config.trustedProxies).ip)
  if (budget.spent) c.set('untraced', true)
  return budget
}
