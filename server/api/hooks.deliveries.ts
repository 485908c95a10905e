import { hookDeliveries } from '../domain/hooks/log.ts'
import { redeliver } from '../domain/hooks/redeliver.ts'
import type { Handler } from './contract.ts'
import { presentDelivery } from './present/hook.ts'

/** `GET /hooks/{id}/deliveries` (contract 4.7). */
export const listHookDeliveries: Handler<'listHookDeliveries'> = async (call) => {
  const deliveries = await hookDeliveries(call.ctx, call.actor, call.params.id)
  return call.reply(200, { deliveries: deliveries.map(presentDelivery) })
}

/** `POST /hooks/{id}/deliveries/{delivery_id}/redeliver` (contract 4.8). */
export const redeliverHookDelivery: Handler<'redeliverHookDelivery'> = async (call) => {
  const { id: hookId, delivery_id: deliveryId } = call.params
  const sent = await redeliver(call.ctx, call.actor, { hookId, deliveryId })
  return call.reply(200, {
    delivery_id: sent.deliveryId,
    event_id: sent.eventId,
    status: sent.status,
    response_status: sent.result.status,
    latency_ms: sent.result.latencyMs,
  })
}
