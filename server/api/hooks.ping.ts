import { pingHook } from '../domain/hooks/ping.ts'
import type { Handler } from './contract.ts'

/** `POST /hooks/{id}/test` (contract 4.9). */
export const testHook: Handler<'testHook'> = async (call) => {
  const ping = await pingHook(call.ctx, call.actor, call.params.id)
  return call.reply(200, {
    delivery_id: ping.deliveryId,
    event_id: ping.eventId,
    status: ping.status,
    response_status: ping.result.status,
    latency_ms: ping.result.latencyMs,
  })
}
