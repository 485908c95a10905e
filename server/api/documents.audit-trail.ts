import { renderAuditTrail } from '../domain/documents/audit-trail.ts'
import { disposition } from '../http/file-reply.ts'
import type { Handler } from './contract.ts'

/** `GET /documents/{id}/audit-trail` (contract 4.12): a PDF regardless of `Accept`. */
export const getAuditTrail: Handler<'getAuditTrail'> = async (call) => {
  const bytes = await renderAuditTrail(call.ctx, call.actor, call.params.id)
  return call.reply(200, new Uint8Array(bytes), {
    'Content-Disposition': disposition(`audit-trail-${call.params.id}.pdf`),
    'Content-Length': String(bytes.length),
  })
}
