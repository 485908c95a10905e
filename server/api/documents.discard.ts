import { discardInstance } from '../domain/instances/discard.ts'
import type { Handler } from './contract.ts'

/** `POST /documents/{id}/discard` (contract 4.12). */
export const discardDocument: Handler<'discardDocument'> = async (call) => {
  const { document, already } = await discardInstance(call.ctx, call.actor, call.params.id)
  return call.reply(200, {
    document_id: document.id,
    kind: document.kind,
    status: 'discarded',
    reason: document.review_reason ?? 'discarded',
    actor: document.review_actor ?? 'system',
    already_discarded: already,
  })
}
