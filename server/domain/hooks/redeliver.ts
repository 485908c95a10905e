import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { DeliveryStatus } from '../../db/schema.ts'
import type { Actor } from '../actor.ts'
import { type AttemptResult, outcomeOfRequested } from '../deliveries/outcome.ts'
import { claimOne, settle } from '../deliveries/queue.ts'
import { DomainError } from '../errors.ts'
import { assertMay } from '../may.ts'
import { isUuid } from '../uuid.ts'
import { attempt } from './attempt.ts'
import { bodyNow } from './body-now.ts'
import { assertSendable, findHook, type HookRow } from './find.ts'
import { countHookSend } from './send-limit.ts'
import { settleSwitchedOff } from './switch-off.ts'

export interface Redelivered {
  deliveryId: string
  eventId: string
  status: DeliveryStatus
  result: AttemptResult
}

/** Which delivery, and of which document where its own hook may be meant: the API never does (contract 2.2). */
interface Repeated {
  hookId: string
  deliveryId: string
  documentId?: string
}

/**
 * Sends a delivery again: one immediate attempt, in the current payload mode of the hook (contract 4.8). A failed
 * delivery that was still being retried keeps its schedule, any other is given up. The same lease keeps the engine and
 * other callers away meanwhile.
 * @throws DomainError `not_found`; `hook_disabled`, `https_required`, `delivery_in_progress`; `rate_limited`
 */
export async function redeliverHookDelivery(
  ctx: Ctx,
  actor: Actor,
  { hookId, deliveryId, documentId }: Repeated,
): Promise<Redelivered> {
  assertMay(ctx, actor, 'redeliverHookDelivery')
  const hook = await findHook(ctx, actor.workspaceId, hookId, documentId)
  await assertLogged(ctx, hook, deliveryId)
  await assertSendable(ctx, hook)
  const claim = await transaction(ctx.db, async (tx) => {
    const claimed = await claimOne(tx, { id: deliveryId, hookId: hook.id, now: ctx.clock.now() })
    // A delivery that cannot be sent does not count; beyond the limit the claim is rolled back.
    if (claimed) await countHookSend({ db: tx, clock: ctx.clock }, hook.id)
    return claimed
  })
  if (!claim) return refuse(ctx, hook, deliveryId)
  const { event, event_id } = claim
  const result = await attempt(ctx, { ...hook, event, event_id }, await bodyNow(ctx.db, hook, claim))
  const outcome = outcomeOfRequested(claim, result, ctx.clock.now())
  await transaction(ctx.db, async (tx) => {
    await settle(tx, [outcome])
    // The hook may have been switched off during the attempt.
    if (outcome.status === 'pending') await settleSwitchedOff(ctx, tx, [hook.id])
  })
  return { deliveryId: claim.id, eventId: event_id, status: outcome.status, result }
}

async function assertLogged(ctx: Ctx, hook: HookRow, deliveryId: string): Promise<void> {
  const known =
    isUuid(deliveryId) &&
    (await ctx.db
      .selectFrom('deliveries')
      .select('id')
      .where('id', '=', deliveryId)
      .where('hook_id', '=', hook.id)
      .executeTakeFirst())
  if (!known) throw new DomainError('not_found', 'there is no such delivery in the log of this hook')
}

/** The delivery could not be claimed: deleted or moved with its hook a moment ago, or about to be sent. */
async function refuse(ctx: Ctx, seen: HookRow, deliveryId: string): Promise<never> {
  const hook = await findHook(ctx, seen.workspace_id, seen.id, seen.document_id)
  await assertSendable(ctx, hook)
  await assertLogged(ctx, hook, deliveryId)
  throw new DomainError('delivery_in_progress', 'an attempt of this delivery is under way or about to be made')
}
