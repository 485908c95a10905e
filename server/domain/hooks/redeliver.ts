import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { DeliveryStatus, PayloadMode } from '../../db/schema.ts'
import type { ApiKeyActor } from '../actor.ts'
import { DomainError } from '../errors.ts'
import { deliveryBody } from '../events/envelope.ts'
import { isUuid } from '../uuid.ts'
import { type Answer, attempt, isDelivered, LEASE_MS } from './attempt.ts'
import { assertSendable, findHook, type HookRow } from './find.ts'
import { takeHookSend } from './send-limit.ts'
import { settleSwitchedOff } from './switch-off.ts'

export interface Redelivered {
  deliveryId: string
  eventId: string
  status: DeliveryStatus
  answer: Answer
}

/** A delivery that is ours to send for a while, and when it was to be looked at next before that. */
interface Claimed {
  id: string
  event: string
  event_id: string
  status: DeliveryStatus
  body: string | null
  mode: PayloadMode | null
  due_at: Date | null
}

/**
 * Sends a delivery again: one attempt at once, in the payload mode the hook has now (contract 4.8). A failed one that
 * was still being retried goes on with its schedule, any other is given up. The engine and other callers are kept away
 * from it meanwhile by the same lease.
 * @throws DomainError `not_found`; `hook_disabled`, `https_required`, `delivery_in_progress`; `rate_limited`
 */
export async function redeliver(
  ctx: Ctx,
  actor: ApiKeyActor,
  { hookId, deliveryId }: { hookId: string; deliveryId: string },
): Promise<Redelivered> {
  const hook = await findHook(ctx, actor.workspaceId, hookId)
  await assertLogged(ctx, hook, deliveryId)
  await assertSendable(ctx, hook)
  await takeHookSend(ctx, hook.id)
  const token = randomUUID()
  const claimed = await claim(ctx, hook, deliveryId, token)
  if (!claimed) return refuse(ctx, actor, hookId, deliveryId)
  const { event, event_id } = claimed
  const sent = await bodyNow(ctx, hook, claimed)
  const answer = await attempt(ctx, { ...hook, event, event_id }, sent)
  const status = await settle(ctx, hook, claimed, token, answer)
  return { deliveryId: claimed.id, eventId: event_id, status, answer }
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

async function claim(ctx: Ctx, hook: HookRow, deliveryId: string, token: string): Promise<Claimed | undefined> {
  const now = ctx.clock.now()
  const { rows } = await sql<Claimed>`
    update deliveries d set claim_token = ${token}, next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}
    from (select id, next_attempt_at as due_at from deliveries
      where id = ${deliveryId} and hook_id = ${hook.id} for update) before
    where d.id = before.id and (d.claim_token is null or d.next_attempt_at <= ${now})
      -- not while it is held: what it says is not settled yet
      and (d.status <> 'pending' or d.body is not null or d.next_attempt_at <= ${now})
    returning d.id, d.event, d.event_id, d.status, d.body, d.mode, before.due_at`.execute(ctx.db)
  return rows[0]
}

/** The delivery could not be claimed: deleted or moved with its hook a moment ago, or about to be sent. */
async function refuse(ctx: Ctx, actor: ApiKeyActor, hookId: string, deliveryId: string): Promise<never> {
  const hook = await findHook(ctx, actor.workspaceId, hookId)
  await assertSendable(ctx, hook)
  await assertLogged(ctx, hook, deliveryId)
  throw new DomainError('delivery_in_progress', 'an attempt of this delivery is under way or about to be made')
}

/** The stored text as long as the mode is the same, so that the bytes are too. */
async function bodyNow(ctx: Ctx, hook: HookRow, { body, mode, event_id }: Claimed) {
  if (body !== null && mode === hook.payload) return { body, mode }
  const event = await ctx.db
    .selectFrom('events')
    .select(['id', 'type', 'workspace_id', 'document_id', 'payload', 'created_at'])
    .where('id', '=', event_id)
    .executeTakeFirstOrThrow()
  return { body: deliveryBody(event, hook.payload), mode: hook.payload }
}

async function settle(ctx: Ctx, hook: HookRow, claimed: Claimed, token: string, answer: Answer) {
  const goesOn = !isDelivered(answer) && claimed.status === 'pending' && claimed.event !== 'ping'
  const status: DeliveryStatus = isDelivered(answer) ? 'success' : goesOn ? 'pending' : 'giving_up'
  const ended = { next_attempt_at: null, next_retry_at: null, completed_at: ctx.clock.now() }
  await transaction(ctx.db, async (tx) => {
    await tx
      .updateTable('deliveries')
      .set((eb) => ({
        status,
        attempts: eb('attempts', '+', 1),
        claim_token: null,
        response_status: answer.status,
        response_body: answer.text,
        latency_ms: answer.latencyMs,
        ...(goesOn ? { next_attempt_at: claimed.due_at } : ended),
      }))
      .where('id', '=', claimed.id)
      .where('claim_token', '=', token)
      .execute()
    // The hook may have been switched off during the attempt.
    if (goesOn) await settleSwitchedOff(ctx, tx, [hook.id])
  })
  return status
}
