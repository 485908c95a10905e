import type { Plan } from '../config.ts'
import type { Ctx } from '../context.ts'

/** The plan of a tier; a tier that `PLANS` does not name gets the most careful one: nothing beyond the basics. */
export function planOf(ctx: Pick<Ctx, 'config'>, tier: string): Plan {
  return ctx.config.plans[tier] ?? { document_cap: null, enterprise: false, sms_monthly: 0, without: [] }
}
