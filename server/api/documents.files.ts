import { presentedFile, signedFile } from '../domain/documents/read-files.ts'
import type { Handler } from './contract.ts'
import { selectPart } from './file-reply.ts'

/** `GET /documents/{id}/file`: what the signers are shown. */
export const getDocumentFile: Handler<'getDocumentFile'> = async (call) => {
  const file = await presentedFile(call.ctx, call.actor, call.params.id)
  const part = selectPart(file, call.headers)
  if (part.status === 304) return call.reply(304, part.headers)
  if (part.status === 416)
    return call.fail('range_not_satisfiable', 'the file has no such bytes', { headers: part.headers })
  return call.reply(part.status, part.body(), part.headers)
}

/** `GET /documents/{id}/signed` (contract 4.12): the sealed PDF. */
export const getSignedDocument: Handler<'getSignedDocument'> = async (call) => {
  const file = await signedFile(call.ctx, call.actor, call.params.id)
  const part = selectPart(file, call.headers)
  if (part.status === 304) return call.reply(304, part.headers)
  if (part.status === 416)
    return call.fail('range_not_satisfiable', 'the file has no such bytes', { headers: part.headers })
  return call.reply(part.status, part.body(), part.headers)
}
