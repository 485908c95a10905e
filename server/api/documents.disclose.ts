import { discloseEntry } from '../domain/documents/disclose.ts'
import type { Handler } from './contract.ts'
import { presentDisclosure } from './present/disclosure.ts'

/** `POST /documents/{id}/audit-events/{seq}/disclose` (decision 0042). */
export const discloseAuditEvent: Handler<'discloseAuditEvent'> = async (call) => {
  const { id, seq } = call.params
  const disclosed = await discloseEntry(call.ctx, call.actor, id, seq, call.body.data.reason)
  return call.reply(200, presentDisclosure(disclosed))
}
