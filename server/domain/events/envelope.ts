import type { PayloadMode } from '../../db/schema.ts'
import { PING } from '../deliveries/once.ts'

/** An event as it was recorded; `payload` holds its own fields, with `metadata` when it belongs to a document. */
export interface RecordedEvent {
  id: string
  type: string
  workspace_id: string
  document_id: string | null
  payload: Record<string, unknown>
  /** When its deliveries were queued. */
  created_at: Date
}

/** The exact text of a delivery's body: contract 6.2 (full) or 6.4 (minimal). */
export function deliveryBody(event: RecordedEvent, mode: PayloadMode): string {
  const head = { event: event.type, event_id: event.id, created_at: event.created_at.toISOString() }
  if (event.type === PING) return JSON.stringify(head)
  if (mode === 'full') return JSON.stringify({ ...head, workspace_id: event.workspace_id, ...event.payload })
  const kept = minimalKeys(event.type).map((key) => [key, event.payload[key]])
  return JSON.stringify({ ...head, document_id: event.document_id, ...Object.fromEntries(kept) })
}

/** Lists what is kept, not what is removed: a field added to an event does not appear in its minimal body. */
function minimalKeys(type: string): string[] {
  if (type === 'document.completed') return ['signed_pdf_url', 'sha256', 'audit_trail_url']
  return type.startsWith('signing_request.') ? ['signing_request_id', 'role', 'reference'] : []
}
