import type { ServerCtx } from '../context.ts'
import { transaction } from '../db/database.ts'
import { type Outcome, outcomeOf } from '../domain/deliveries/outcome.ts'
import { type Claim, freeze, releaseClaim } from '../domain/deliveries/queue.ts'
import { bodyOf } from '../domain/events/body.ts'
import { attempt } from '../domain/hooks/attempt.ts'
import { settleSwitchedOff } from '../domain/hooks/switch-off.ts'

/** After this many senders have died, the delivery counts as attempted: it may be what kills them. */
const MAX_UNFINISHED_CLAIMS = 3
const CUT_OFF = { status: null, text: 'network: the attempt was cut off', latencyMs: 0, phase: null }

/** Carries out one claim; null when there is no outcome to write: the claim was lost, or the hook is switched off. */
export async function deliver(
  ctx: Pick<ServerCtx, 'db' | 'clock' | 'keyring' | 'outbound' | 'metrics' | 'sandbox'>,
  claim: Claim,
  timeoutMs: number,
): Promise<Outcome | null> {
  if (!claim.enabled) {
    await releaseSwitchedOff(ctx, claim)
    return null
  }
  if (claim.unfinished_claims > MAX_UNFINISHED_CLAIMS) {
    const now = ctx.clock.now()
    return outcomeOf(claim, { ...CUT_OFF, at: now }, now)
  }
  const { body, mode } = claim
  const frozen = body !== null && mode !== null ? { body, mode } : await freezeNow(ctx, claim)
  if (!frozen) return null
  return outcomeOf(claim, await attempt(ctx, claim, frozen, timeoutMs), ctx.clock.now())
}

/** A held delivery that is due is sent with the current content of its event, in the current mode of its hook. */
async function freezeNow(ctx: Pick<ServerCtx, 'db'>, claim: Claim) {
  const body = await bodyOf(ctx.db, claim.event_id, claim.hook_mode)
  return freeze(ctx.db, claim, { body, mode: claim.hook_mode })
}

/**
 * The event was recorded while its hook was being switched off, or others are settled before it: the delivery moves or
 * is given up like them.
 */
async function releaseSwitchedOff(ctx: Pick<ServerCtx, 'db' | 'clock' | 'sandbox'>, claim: Claim): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await releaseClaim(tx, claim, ctx.clock.now())
    await settleSwitchedOff(ctx, tx, [claim.hook_id], claim.id)
  })
}
