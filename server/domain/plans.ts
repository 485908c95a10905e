import type { Plan } from '../config.ts'
import type { Ctx } from '../context.ts'
import { RATE, SANDBOX } from '../limits.ts'

/**
 * The plan of a tier. A tier missing from `PLANS` gets the most restrictive one: the basics only. Code asks for what a plan
 * has, never for a tier, so that an operator changes plans without a release.
 */
export function planOf(ctx: Pick<Ctx, 'config'>, tier: string): Plan {
  return (
    ctx.config.plans[tier] ?? {
      document_cap: null,
      enterprise: false,
      sms_monthly: 0,
      requests_per_minute: RATE.requests,
      without: [],
    }
  )
}

/** What of its plan a workspace can use up; a sandbox has its own, so that it neither spends what is paid for nor lacks it. */
export function capsOf(ctx: Pick<Ctx, 'config' | 'sandbox'>, tier: string): Pick<Plan, 'document_cap' | 'sms_monthly'> {
  return ctx.sandbox ? { document_cap: SANDBOX.documents, sms_monthly: SANDBOX.smsMonthly } : planOf(ctx, tier)
}

/** How often each API key of a workspace may call (contract 8). @param tier null: the workspace no longer exists */
export function rateOf(ctx: Pick<Ctx, 'config'>, tier: string | null): { requests: number; windowSeconds: number } {
  return tier === null ? RATE : { ...RATE, requests: planOf(ctx, tier).requests_per_minute }
}
