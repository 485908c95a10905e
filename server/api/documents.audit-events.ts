import { listAuditEvents as list } from '../domain/documents/audit-events.ts'
import type { Handler } from './contract.ts'

/** `GET /documents/{id}/audit-events`: the trail with its hash chain, so that anyone can recompute it. */
export const listAuditEvents: Handler<'listAuditEvents'> = async (call) => {
  const { document, events, head } = await list(call.ctx, call.actor, call.params.id)
  return call.reply(200, {
    document_id: document.id,
    events,
    head,
  })
}
