import type { Plan } from '../config.ts'
import type { Ctx } from '../context.ts'

/**
 * The plan of a tier. A tier missing from `PLANS` gets the most restrictive one: the basics only. Code asks for what a plan
 * has, never for a tier, so that an operator changes plans without a release.
 */
export function planOf(ctx: Pick<Ctx, 'config'>, tier: string): Plan {
  return ctx.config.plans[tier] ?? { document_cap: null, enterprise: false, sms_monthly: 0, without: [] }
}
