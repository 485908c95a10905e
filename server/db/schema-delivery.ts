import type { ColumnType, Generated } from 'kysely'
import type { BigInt8, DeliveryStatus, PayloadMode } from './values.ts'

/** The tables of hooks, events and their delivery. */

export interface HooksTable {
  id: string
  seq: BigInt8
  workspace_id: string
  scope: 'workspace' | 'document'
  document_id: string | null
  /** As registered: the URL that is delivered to and shown. */
  target_url: string
  /** The canonical form, equal for all its spellings; null for a document's own hook. */
  address: string | null
  events: Generated<string[]>
  payload: PayloadMode
  /** Whether its deliveries carry the headers of Standard Webhooks too. */
  standard_webhooks: Generated<boolean>
  enabled: Generated<boolean>
  secret: Buffer
  secret_prefix: string
  secret_version: Generated<number>
  previous_secret: Buffer | null
  previous_secret_valid_until: Date | null
  created_at: Date
  disabled_at: Date | null
  disabled_reason: 'replaced' | 'dashboard' | null
  replaced_by: string | null
  slow_since: Date | null
}

export interface EventsTable {
  id: string
  seq: BigInt8
  workspace_id: string
  type: string
  document_id: string | null
  signing_request_id: string | null
  payload: ColumnType<Record<string, unknown>, string, string>
  /** Its place in the order of reading, before `seq`; null: an event for one hook alone. */
  position: Generated<number | null>
  /** While its outcome is awaited, at most until then. */
  held_until: Date | null
  created_at: Date
}

export interface DeliveriesTable {
  id: string
  seq: BigInt8
  hook_id: string
  /** `YYYY-MM-DD`, or `infinity` for a hook of the workspace; read through SQL only. */
  period: ColumnType<never, string | undefined, string>
  workspace_id: string
  event_id: string
  event: string
  document_id: string | null
  status: DeliveryStatus
  attempts: Generated<number>
  schedule_step: Generated<number>
  body: string | null
  mode: PayloadMode | null
  held_until: Date | null
  next_retry_at: Date | null
  response_status: number | null
  response_body: Generated<string>
  latency_ms: Generated<number>
  attempt_log: ColumnType<LoggedAttempt[], undefined, never>
  /** A ping or an example: one attempt, on request. */
  once: Generated<boolean>
  created_at: Date
  completed_at: Date | null
}

/** One attempt in a delivery's log. */
export interface LoggedAttempt {
  /** When it started, ISO 8601. */
  at: string
  /** How far it got; null when its sender died, so that it is unknown. */
  phase: 'dns' | 'connect' | 'tls' | 'request' | 'response' | null
  status: number | null
  note: string
  latency_ms: number
}

export interface DeliveryQueueTable {
  delivery_id: string
  period: ColumnType<never, string | undefined, string>
  seq: number
  hook_id: string
  workspace_id: string
  next_attempt_at: Date
  ready: boolean
  scheduled: Generated<boolean>
  claim_token: string | null
  unfinished_claims: Generated<number>
}
