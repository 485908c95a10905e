import { documentValues } from '../domain/instances/values.ts'
import type { Handler } from './contract.ts'
import { iso } from './present/signer.ts'

/** `GET /documents/{id}/values` (decision 0507). */
export const listDocumentValues: Handler<'listDocumentValues'> = async (call) => {
  const values = await documentValues(call.ctx, call.actor, call.params.id)
  return call.reply(200, {
    document_id: call.params.id,
    values: values.map(({ fieldId, key, label, kind, page, signer, option, type, value, at }) => ({
      field_id: fieldId,
      field_key: key,
      label,
      kind,
      page,
      role: signer?.role ?? null,
      slot: signer?.slot ?? null,
      owner: signer === null ? 'sender' : 'signer',
      option,
      type,
      value,
      at: iso(at),
    })),
  })
}
