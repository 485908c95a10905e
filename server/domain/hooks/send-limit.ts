import type { Ctx } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { HOOK_SENDS } from '../../limits.ts'
import { takeToken } from '../records/calls/rate-limit.ts'

/**
 * Counts a ping or a redelivery of a hook: 10 a minute together (contract 8).
 * @throws ApiError 429 `rate_limited` with `Retry-After`, without RateLimit headers
 */
export async function takeHookSend(ctx: Pick<Ctx, 'db' | 'clock'>, hookId: string): Promise<void> {
  const { allowed, resetSeconds } = await takeToken(ctx, `hook:${hookId}`, HOOK_SENDS)
  if (allowed) return
  throw new ApiError('rate_limited', `at most ${HOOK_SENDS.requests} pings and redeliveries a minute for each hook`, {
    headers: { 'Retry-After': String(resetSeconds) },
  })
}
