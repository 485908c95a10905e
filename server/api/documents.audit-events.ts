import { listAuditEvents as list } from '../domain/documents/audit-events.ts'
import type { Handler } from './contract.ts'
import { statusOf } from './present/document.ts'

/** `GET /documents/{id}/audit-events`: the trail with its hash chain, so that anyone can recompute it. */
export const listAuditEvents: Handler<'listAuditEvents'> = async (call) => {
  const { document, signers, events, head } = await list(call.ctx, call.actor, call.params.id)
  return call.reply(200, {
    document_id: document.id,
    status: statusOf(document, signers),
    title: document.title,
    sha256: document.sha256,
    original_sha256: document.original_sha256,
    events,
    head,
  })
}
