import { readSignerAudit, readSigningRequest } from '../domain/signing/read.ts'
import type { Handler } from './contract.ts'
import { presentRow } from './present/signing-request.ts'

/** `GET /signing-requests/{id}` (contract 4.11). */
export const getSigningRequest: Handler<'getSigningRequest'> = async (call) => {
  const view = await readSigningRequest(call.ctx, call.actor, call.params.id)
  const events = await readSignerAudit(call.ctx, view)
  return call.reply(200, {
    ...presentRow(call.ctx, call.actor, view),
    auditEvents: events.map(({ seq, type, at, meta, hash }) => ({ seq, type, at, meta, hash })),
  })
}
