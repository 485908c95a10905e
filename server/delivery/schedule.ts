import { PING } from '../domain/events/catalogue.ts'
import { type Answer, isDelivered } from '../domain/hooks/attempt.ts'
import type { Claim, Outcome } from './due.ts'

/** Contract 6.6: the first attempt at once, then these pauses, each from the end of the attempt before, in seconds. */
export const RETRY_DELAYS_S = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400] as const

/** What an attempt that ended at `endedAt` makes of its delivery: done, to be tried again, or given up. */
export function outcomeOf(claim: Claim, answer: Answer, endedAt: Date): Outcome {
  const { status, text, latencyMs } = answer
  const step = claim.schedule_step + 1
  const delivered = isDelivered(answer)
  // A ping is tried once (contract 4.9).
  const delay = delivered || claim.event === PING ? undefined : RETRY_DELAYS_S[step - 1]
  return {
    id: claim.id,
    token: claim.token,
    status: delivered ? 'success' : delay === undefined ? 'giving_up' : 'pending',
    schedule_step: step,
    next_attempt_at: delay === undefined ? null : new Date(endedAt.getTime() + delay * 1_000),
    response_status: status,
    response_body: text,
    latency_ms: latencyMs,
    completed_at: delay === undefined ? endedAt : null,
  }
}
