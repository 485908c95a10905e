import type { EventType } from '../../domain/events/catalogue.ts'
import type { HookRow } from '../../domain/hooks/find.ts'
import type { DeliveryRow } from '../../domain/hooks/log.ts'
import type { components } from '../../generated/openapi.ts'

/** A hook as the API shows it: never its secret (contract 2.2). */
export function presentHook(hook: HookRow, now: Date): components['schemas']['Hook'] {
  const previous = hook.previous_secret_valid_until
  return {
    id: hook.id,
    target_url: hook.target_url,
    events: hook.events as EventType[],
    enabled: hook.enabled,
    created_at: hook.created_at.toISOString(),
    payload: hook.payload,
    standard_webhooks: hook.standard_webhooks,
    secret_prefix: hook.secret_prefix,
    previous_secret_valid_until: previous !== null && previous > now ? previous.toISOString() : null,
    disabled_at: hook.disabled_at?.toISOString() ?? null,
    disabled_reason: hook.disabled_reason,
    replaced_by: hook.replaced_by,
  }
}

/** A row of the delivery log, without the body that was sent (contract 2.3). */
export function presentDelivery(row: DeliveryRow): components['schemas']['HookDelivery'] {
  return {
    id: row.id,
    event: row.event,
    event_id: row.event_id,
    document_id: row.document_id,
    attempts: row.attempts,
    response_status: row.response_status,
    response_body: row.response_body,
    latency_ms: row.latency_ms,
    attempt_log: row.attempt_log,
    status: row.status,
    created_at: row.created_at.toISOString(),
    next_retry_at: row.next_retry_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
  }
}
