import { abandonDocument as abandon } from '../domain/documents/abandon.ts'
import type { Handler } from './contract.ts'

/** `POST /documents/{id}/abandon` (decision 0036). */
export const abandonDocument: Handler<'abandonDocument'> = async (call) => {
  const { documentId, abandonedAt, abandonedBy } = await abandon(call.ctx, call.actor, call.params.id)
  return call.reply(200, {
    document_id: documentId,
    status: 'abandoned',
    abandoned_at: abandonedAt.toISOString(),
    abandoned_by: abandonedBy,
  })
}
