import type { Ctx } from '../../../context.ts'
import { REFUSALS } from '../../../limits.ts'
import { networksOf } from '../../mask.ts'
import { takeToken } from './rate-limit.ts'

/** What a caller was refused for: no valid API key, or the link or session of nobody. */
export type RefusalKind = 'key' | 'link'

/** The budget of a network after a refusal. */
export interface Budget {
  /** Further refusals leave neither a line nor a row. */
  spent: boolean
  /** Until the budget is full again; 0 unless it is spent. */
  resetSeconds: number
}

/**
 * Counts a refused caller, and takes the refusal from the budget of the caller's network. Call it only once it is
 * certain that key or link is not valid: a whole office shares an address, so that a valid one never depends on the
 * budget (decision 0450). A full window is remembered in this process, so that a flood costs no statement.
 */
export async function countRefusal(ctx: Ctx, kind: RefusalKind, ip: string | null): Promise<Budget> {
  const budget = await budgetOf(ctx, kind, ip).catch((error: unknown) => {
    // A refusal must not become a failure because it could not be counted.
    ctx.log.warn({ err: error, kind }, 'could not count a refusal')
    return { spent: false, resetSeconds: 0 }
  })
  ctx.metrics.refusals.inc({ kind, budget: budget.spent ? 'spent' : 'within' })
  return budget
}

async function budgetOf(ctx: Ctx, kind: RefusalKind, ip: string | null): Promise<Budget> {
  const networks = ip === null ? ['unknown'] : networksOf(ip)
  for (const [index, network] of networks.entries()) {
    const isWider = index < networks.length - 1
    const requests = REFUSALS.requests * (isWider ? REFUSALS.widerNetwork : 1)
    const resetSeconds = await take(ctx, `refused-${kind}:${network}`, requests)
    if (resetSeconds > 0) return { spent: true, resetSeconds }
  }
  return { spent: false, resetSeconds: 0 }
}

/** 0: taken. Else the seconds until the window closes. */
async function take(ctx: Ctx, bucket: string, requests: number): Promise<number> {
  const now = ctx.clock.now().getTime()
  const known = ctx.fullWindows.get(bucket)
  if (known !== undefined && known > now) return Math.ceil((known - now) / 1000)
  const { allowed, resetSeconds } = await takeToken(ctx, bucket, { ...REFUSALS, requests })
  if (allowed) return 0
  ctx.fullWindows.set(bucket, now + resetSeconds * 1000)
  return resetSeconds
}
