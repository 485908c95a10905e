import { listEvents } from '../domain/events/list.ts'
import { deleteHook } from '../domain/hooks/delete.ts'
import { listHooks } from '../domain/hooks/list.ts'
import { listHookDeliveries } from '../domain/hooks/log.ts'
import { testHook } from '../domain/hooks/ping.ts'
import { recoverHook } from '../domain/hooks/recover.ts'
import { redeliverHookDelivery } from '../domain/hooks/redeliver.ts'
import { createHook } from '../domain/hooks/register.ts'
import { rotateHookSecret } from '../domain/hooks/rotate.ts'
import type { components } from '../generated/openapi.ts'
import type { Handlers } from './contract.ts'
import { presentDelivery, presentHook } from './present/hook.ts'

/** What `/hooks` and `/events` do. */
export const hooks = {
  /** `GET /hooks` (contract 4.3). */
  async listHooks(call) {
    const includeDisabled = call.query.include_disabled === 'true'
    const hooks = await listHooks(call.ctx, call.actor, { includeDisabled })
    const now = call.ctx.clock.now()
    return call.reply(200, { hooks: hooks.map((hook) => presentHook(hook, now)) })
  },

  /** `POST /hooks` (contract 4.4). */
  async createHook(call) {
    const { target_url, events, payload, standard_webhooks } = call.body.data
    const { hook, secret, replaced } = await createHook(call.ctx, call.actor, {
      targetUrl: target_url,
      events: events ?? [],
      payload: payload ?? null,
      standardWebhooks: standard_webhooks,
    })
    return call.reply(200, {
      ...presentHook(hook, call.ctx.clock.now()),
      secret,
      replaced_hook_ids: replaced,
      warnings: call.warnings,
    })
  },

  /** `DELETE /hooks/{id}` (contract 4.5). */
  async deleteHook(call) {
    await deleteHook(call.ctx, call.actor, call.params.id)
    return call.reply(204)
  },

  /** `POST /hooks/{id}/rotate` (contract 4.6). */
  async rotateHookSecret(call) {
    const { hook, secret, previousValidUntil } = await rotateHookSecret(call.ctx, call.actor, call.params.id)
    return call.reply(200, {
      id: hook.id,
      secret,
      secret_prefix: hook.secret_prefix,
      previous_secret_valid_until: previousValidUntil.toISOString(),
    })
  },

  /** `POST /hooks/{id}/recover`: an addition of ours to contract 4.8. */
  async recoverHook(call) {
    const recovered = await recoverHook(call.ctx, call.actor, call.params.id, new Date(call.body.data.since))
    return call.reply(200, { recovered })
  },

  /** `POST /hooks/{id}/test` (contract 4.9). */
  async testHook(call) {
    const ping = await testHook(call.ctx, call.actor, call.params.id)
    return call.reply(200, {
      delivery_id: ping.deliveryId,
      event_id: ping.eventId,
      status: ping.status,
      response_status: ping.result.status,
      latency_ms: ping.result.latencyMs,
    })
  },

  /** `GET /hooks/{id}/deliveries` (contract 4.7). */
  async listHookDeliveries(call) {
    const deliveries = await listHookDeliveries(call.ctx, call.actor, call.params.id)
    return call.reply(200, { deliveries: deliveries.map(presentDelivery) })
  },

  /** `POST /hooks/{id}/deliveries/{delivery_id}/redeliver` (contract 4.8). */
  async redeliverHookDelivery(call) {
    const { id: hookId, delivery_id: deliveryId } = call.params
    const sent = await redeliverHookDelivery(call.ctx, call.actor, { hookId, deliveryId })
    return call.reply(200, {
      delivery_id: sent.deliveryId,
      event_id: sent.eventId,
      status: sent.status,
      response_status: sent.result.status,
      latency_ms: sent.result.latencyMs,
    })
  },

  /** `GET /events` (contract 6.7). */
  async listEvents(call) {
    const { after = null, limit = '50', wait = '0', payload = 'full' } = call.query
    const request = { after, limit: Number(limit), wait: Number(wait), payload }
    const read = await listEvents(call.ctx, call.actor, request, call.signal)
    return call.reply(200, {
      // As `events/catalogue.ts` types what is recorded, which the compiler compares with the spec.
      events: read.events as components['schemas']['EventPage']['events'],
      next_after: read.nextAfter,
      has_more: read.hasMore,
    })
  },
} satisfies Partial<Handlers>
