import { getDocument as readDocument } from '../domain/documents/get.ts'
import type { Handler } from './contract.ts'
import { presentDocument } from './present/document.ts'

/** `GET /documents/{id}` (contract 4.12). */
export const getDocument: Handler<'getDocument'> = async (call) => {
  const view = await readDocument(call.ctx, call.actor, call.params.id)
  return call.reply(200, presentDocument(call.ctx, call.actor, view))
}
