import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { ApiKeyActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { PING } from '../events/catalogue.ts'
import { deliveryBody } from '../events/envelope.ts'
import { newEventId } from '../events/record.ts'
import { type Answer, attempt, isDelivered, LEASE_MS } from './attempt.ts'
import { assertSendable, findHook } from './find.ts'
import { trimLogs } from './log.ts'
import { takeHookSend } from './send-limit.ts'

export interface Ping {
  deliveryId: string
  eventId: string
  status: 'success' | 'giving_up'
  answer: Answer
}

/**
 * Sends a hook one signed ping, whatever it subscribes to: one attempt, logged, never retried (contract 4.9).
 * @throws DomainError `not_found`; `hook_disabled`, `https_required`; `rate_limited`
 */
export async function pingHook(ctx: Ctx, actor: ApiKeyActor, id: string): Promise<Ping> {
  const hook = await findHook(ctx, actor.workspaceId, id)
  await assertSendable(ctx, hook)
  await takeHookSend(ctx, hook.id)
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
  const [deliveryId, token] = [randomUUID(), randomUUID()]
  await transaction(ctx.db, async (tx) => {
    const kept = await tx.selectFrom('hooks').select('id').where('id', '=', hook.id).forKeyShare().executeTakeFirst()
    if (!kept) throw new DomainError('not_found', 'this hook was deleted a moment ago')
    await tx
      .insertInto('events')
      .values({ ...event, payload: '{}' })
      .execute()
    await tx
      .insertInto('deliveries')
      .values({
        id: deliveryId,
        hook_id: hook.id,
        workspace_id: actor.workspaceId,
        event_id: event.id,
        event: PING,
        status: 'pending',
        body,
        mode: hook.payload,
        // Ours to send, until the lease runs out.
        claim_token: token,
        next_attempt_at: new Date(now.getTime() + LEASE_MS),
        created_at: now,
      })
      .execute()
  })
  const answer = await attempt(ctx, { ...hook, event: PING, event_id: event.id }, { body, mode: hook.payload })
  const status = isDelivered(answer) ? 'success' : 'giving_up'
  await ctx.db
    .updateTable('deliveries')
    .set({
      status,
      attempts: 1,
      schedule_step: 1,
      claim_token: null,
      next_attempt_at: null,
      response_status: answer.status,
      response_body: answer.text,
      latency_ms: answer.latencyMs,
      completed_at: ctx.clock.now(),
    })
    .where('id', '=', deliveryId)
    .where('claim_token', '=', token)
    .execute()
  await trimLogs(ctx.db, [hook.id])
  return { deliveryId, eventId: event.id, status, answer }
}
