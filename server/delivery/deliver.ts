import type { Ctx } from '../context.ts'
import { type Answer, attempt } from './attempt.ts'
import { type Claim, freeze, type Outcome } from './due.ts'
import { outcomeOf } from './schedule.ts'

/** A delivery whose sender died this often counts as attempted: it may be what kills its senders. */
const MAX_UNFINISHED_CLAIMS = 3
const CUT_OFF: Answer = { status: null, text: 'network: the attempt was cut off', latencyMs: 0 }

/** Carries out one claim; null when the claim was lost before anything was sent. */
export async function deliver(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keyring' | 'outbound' | 'metrics'>,
  claim: Claim,
  timeoutMs: number,
): Promise<Outcome | null> {
  if (claim.unfinished_claims > MAX_UNFINISHED_CLAIMS) return outcomeOf(claim, CUT_OFF, ctx.clock.now())
  const { body, mode } = claim
  const frozen = body !== null && mode !== null ? { body, mode } : await freeze(ctx.db, claim)
  if (frozen === null) return null
  const answer = await attempt(ctx, claim, frozen, timeoutMs)
  const outcome = outcomeOf(claim, answer, ctx.clock.now())
  const label = outcome.status === 'success' ? 'success' : 'failure'
  ctx.metrics.deliverySeconds.observe({ outcome: label }, answer.latencyMs / 1_000)
  return outcome
}
