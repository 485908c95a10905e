import type { DeliveryStatus, LoggedAttempt } from '../../db/schema.ts'

/**
 * Contract 6.6: the first attempt immediately, then these pauses in seconds, each counted from the end of the previous
 * attempt.
 */
export const RETRY_DELAYS_S = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400] as const

/** The right to attempt a delivery and to write the outcome, until the lease ends. */
export interface Lease {
  id: string
  token: string
}

/** The result of one attempt. */
export interface AttemptResult {
  /** Null when no response came. */
  status: number | null
  /** The beginning of the response's body, or a note on why there is none (contract 2.3). */
  text: string
  latencyMs: number
  /** When it started. */
  at: Date
  /** How far it got; null when unknown. */
  phase: LoggedAttempt['phase']
}

/** What an attempt changes in its delivery. */
export interface Outcome extends Lease {
  status: DeliveryStatus
  schedule_step: number
  next_attempt_at: Date | null
  next_retry_at: Date | null
  response_status: number | null
  response_body: string
  latency_ms: number
  attempted_at: Date
  phase: LoggedAttempt['phase']
  completed_at: Date | null
}

/** Contract 6.6: any 2xx, nothing else. */
export function isDelivered({ status }: Pick<AttemptResult, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** An attempt of the schedule that ended at `endedAt`: the delivery has succeeded, will be retried, or is given up. */
export function outcomeOf(
  claim: Lease & { once: boolean; schedule_step: number },
  result: AttemptResult,
  endedAt: Date,
): Outcome {
  const step = claim.schedule_step + 1
  const pause = claim.once ? undefined : RETRY_DELAYS_S[step - 1]
  const next = pause === undefined ? null : new Date(endedAt.getTime() + pause * 1_000)
  return outcome(claim, result, endedAt, { step, next_attempt_at: next, next_retry_at: next })
}

/**
 * An attempt on request, outside the schedule: a failed delivery that was still being retried keeps its schedule
 * (contract 4.8).
 */
export function outcomeOfRequested(
  claim: Lease & {
    once: boolean
    status: DeliveryStatus
    schedule_step: number
    due_at: Date | null
    next_retry_at: Date | null
  },
  result: AttemptResult,
  endedAt: Date,
): Outcome {
  const goesOn = claim.status === 'pending' && !claim.once
  return outcome(claim, result, endedAt, {
    step: claim.schedule_step,
    next_attempt_at: goesOn ? claim.due_at : null,
    next_retry_at: goesOn ? claim.next_retry_at : null,
  })
}

/** @param onFailure what comes next if the attempt failed; without a next time the delivery is given up */
function outcome(
  { id, token }: Lease,
  result: AttemptResult,
  endedAt: Date,
  onFailure: { step: number; next_attempt_at: Date | null; next_retry_at: Date | null },
): Outcome {
  const delivered = isDelivered(result)
  const goesOn = !delivered && onFailure.next_attempt_at !== null
  return {
    id,
    token,
    status: delivered ? 'success' : goesOn ? 'pending' : 'giving_up',
    schedule_step: onFailure.step,
    next_attempt_at: goesOn ? onFailure.next_attempt_at : null,
    next_retry_at: goesOn ? onFailure.next_retry_at : null,
    response_status: result.status,
    response_body: result.text,
    latency_ms: result.latencyMs,
    attempted_at: result.at,
    phase: result.phase,
    completed_at: goesOn ? null : endedAt,
  }
}
