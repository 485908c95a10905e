import type { Ctx } from '../context.ts'
import { transaction } from '../db/database.ts'
import { type Answer, attempt } from '../domain/hooks/attempt.ts'
import { settleSwitchedOff } from '../domain/hooks/switch-off.ts'
import { type Claim, freeze, type Outcome, release } from './due.ts'
import { outcomeOf } from './schedule.ts'

/** A delivery whose sender died this often counts as attempted: it may be what kills its senders. */
const MAX_UNFINISHED_CLAIMS = 3
const CUT_OFF: Answer = { status: null, text: 'network: the attempt was cut off', latencyMs: 0 }

/** Carries out one claim; null when there is nothing to write: the claim was lost, or the hook is switched off. */
export async function deliver(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keyring' | 'outbound' | 'metrics'>,
  claim: Claim,
  timeoutMs: number,
): Promise<Outcome | null> {
  if (!claim.enabled) {
    await letGo(ctx, claim)
    return null
  }
  if (claim.unfinished_claims > MAX_UNFINISHED_CLAIMS) return outcomeOf(claim, CUT_OFF, ctx.clock.now())
  const { body, mode } = claim
  const frozen = body !== null && mode !== null ? { body, mode } : await freeze(ctx.db, claim)
  if (frozen === null) return null
  return outcomeOf(claim, await attempt(ctx, claim, frozen, timeoutMs), ctx.clock.now())
}

/** An event that was recorded while its hook was being switched off: it goes the way of those before it. */
async function letGo(ctx: Pick<Ctx, 'db' | 'clock'>, claim: Claim): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await release(tx, claim, ctx.clock.now())
    await settleSwitchedOff(ctx, tx, [claim.hook_id])
  })
}
