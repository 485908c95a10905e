import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Actor } from '../actor.ts'
import { addClaimed } from '../deliveries/add.ts'
import { type AttemptResult, outcomeOf, PING } from '../deliveries/outcome.ts'
import { settle } from '../deliveries/queue.ts'
import { DomainError } from '../errors.ts'
import { deliveryBody } from '../events/envelope.ts'
import { newEventId } from '../events/record.ts'
import { assertMay } from '../may.ts'
import { attempt } from './attempt.ts'
import { assertSendable, findHook } from './find.ts'
import { trimLogs } from './log.ts'
import { countHookSend } from './send-limit.ts'

export interface Ping {
  deliveryId: string
  eventId: string
  status: 'success' | 'giving_up'
  result: AttemptResult
}

/**
 * Sends a hook one signed ping, regardless of its subscriptions: one attempt, logged, never retried (contract 4.9).
 * @throws DomainError `not_found`; `hook_disabled`, `https_required`; `rate_limited`
 */
export async function pingHook(ctx: Ctx, actor: Actor, id: string): Promise<Ping> {
  assertMay(ctx, actor, 'pingHook')
  const hook = await findHook(ctx, actor.workspaceId, id)
  await assertSendable(ctx, hook)
  await countHookSend(ctx, hook.id)
  const now = ctx.clock.now()
  const event = {
    id: newEventId(),
    type: PING,
    workspace_id: actor.workspaceId,
    document_id: null,
    payload: {},
    created_at: now,
  }
  const body = deliveryBody(event, hook.payload)
  const lease = await transaction(ctx.db, async (tx) => {
    const kept = await tx.selectFrom('hooks').select('id').where('id', '=', hook.id).forKeyShare().executeTakeFirst()
    if (!kept) throw new DomainError('not_found', 'this hook was deleted a moment ago')
    await tx
      .insertInto('events')
      .values({ ...event, payload: '{}' })
      .execute()
    const delivery = { hook_id: hook.id, workspace_id: actor.workspaceId, event_id: event.id, event: PING }
    return addClaimed(tx, { ...delivery, body, mode: hook.payload, created_at: now }, now)
  })
  const result = await attempt(ctx, { ...hook, event: PING, event_id: event.id }, { body, mode: hook.payload })
  const outcome = outcomeOf({ ...lease, event: PING, schedule_step: 0 }, result, ctx.clock.now())
  await settle(ctx.db, [outcome])
  await trimLogs(ctx, [hook.id])
  return {
    deliveryId: lease.id,
    eventId: event.id,
    status: outcome.status === 'success' ? 'success' : 'giving_up',
    result,
  }
}
