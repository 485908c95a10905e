import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { addClaimed } from '../deliveries/add.ts'
import { type AttemptResult, outcomeOf } from '../deliveries/outcome.ts'
import { settle } from '../deliveries/queue.ts'
import { DomainError } from '../errors.ts'
import { deliveryBody } from '../events/envelope.ts'
import { newEventId } from '../events/record.ts'
import { attempt } from './attempt.ts'
import { assertSendable, type HookRow } from './find.ts'
import { trimLogs } from './log.ts'
import { countHookSend } from './send-limit.ts'

export interface SentOnce {
  deliveryId: string
  eventId: string
  status: 'success' | 'giving_up'
  result: AttemptResult
}

/** An event for one hook alone. */
interface OwnEvent {
  type: string
  /** Of an event about a document: what its body names. */
  documentId: string | null
  /** The fields of the full body besides the envelope. */
  payload: Record<string, unknown>
}

/**
 * Sends one hook an event of its own, regardless of its subscriptions: signed, one attempt, logged, never retried. It
 * counts as a ping (contract 4.9).
 * @throws DomainError `not_found`; `hook_disabled`, `https_required`; `rate_limited`
 */
export async function sendOwnEvent(
  ctx: Ctx,
  hook: HookRow,
  { type, documentId, payload }: OwnEvent,
): Promise<SentOnce> {
  await assertSendable(ctx, hook)
  await countHookSend(ctx, hook.id)
  const now = ctx.clock.now()
  const { workspace_id, payload: mode } = hook
  const event = { id: newEventId(), type, workspace_id, document_id: documentId, payload, created_at: now }
  const body = deliveryBody(event, mode)
  const lease = await transaction(ctx.db, async (tx) => {
    const kept = await tx.selectFrom('hooks').select('id').where('id', '=', hook.id).forKeyShare().executeTakeFirst()
    if (!kept) throw new DomainError('not_found', 'this hook was deleted a moment ago')
    await tx
      .insertInto('events')
      .values({ ...event, payload: JSON.stringify(payload), position: null })
      .execute()
    const delivery = { hook_id: hook.id, workspace_id, event_id: event.id, event: type, once: true }
    return addClaimed(tx, { ...delivery, body, mode, created_at: now }, now)
  })
  const result = await attempt(ctx, { ...hook, event: type, event_id: event.id }, { body, mode })
  const outcome = outcomeOf({ ...lease, once: true, schedule_step: 0 }, result, ctx.clock.now())
  await settle(ctx.db, [outcome])
  await trimLogs(ctx, [hook.id])
  return {
    deliveryId: lease.id,
    eventId: event.id,
    status: outcome.status === 'success' ? 'success' : 'giving_up',
    result,
  }
}
