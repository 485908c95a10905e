import { presentedFile, renewedFile, signedFile } from '../domain/documents/read-files.ts'
import type { Handler } from './contract.ts'
import { fileAnswer } from './file-answer.ts'

/** `GET /documents/{id}/file`: the file that the signers see. */
export const getDocumentFile: Handler<'getDocumentFile'> = async (call) =>
  fileAnswer(call, await presentedFile(call.ctx, call.actor, call.params.id))

/** `GET /documents/{id}/renewed`: the sealed PDF with later document time stamps (decision 0423). */
export const getRenewedDocument: Handler<'getRenewedDocument'> = async (call) => {
  const { status, body, headers } = await fileAnswer(call, await renewedFile(call.ctx, call.actor, call.params.id))
  return { status, body, headers }
}

/** `GET /documents/{id}/signed` (contract 4.12): the sealed PDF. */
export const getSignedDocument: Handler<'getSignedDocument'> = async (call) => {
  const { status, body, headers } = await fileAnswer(call, await signedFile(call.ctx, call.actor, call.params.id))
  return { status, body, headers }
}
