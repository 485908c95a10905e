import { presentedFile, type StoredFile, signedFile } from '../domain/documents/read-files.ts'
import { selectPart } from '../http/file-reply.ts'
import { type Answer, answering, type Call, type Handler } from './contract.ts'

/** `GET /documents/{id}/file`: the file that the signers see. */
export const getDocumentFile: Handler<'getDocumentFile'> = async (call) =>
  fileAnswer(call, await presentedFile(call.ctx, call.actor, call.params.id))

/** `GET /documents/{id}/signed` (contract 4.12): the sealed PDF. */
export const getSignedDocument: Handler<'getSignedDocument'> = async (call) => {
  const { status, body, headers } = await fileAnswer(call, await signedFile(call.ctx, call.actor, call.params.id))
  return { status, body, headers }
}

/** The spec gives both operations the same responses for a file, so the types use one of them for both. */
async function fileAnswer(
  { headers }: Pick<Call<'getDocumentFile'>, 'headers'>,
  file: StoredFile,
): Promise<Answer<'getDocumentFile'>> {
  const { reply, fail } = answering<'getDocumentFile'>()
  const { Range: range, 'If-Range': ifRange, 'If-None-Match': ifNoneMatch } = headers
  const part = selectPart(file, { range, ifRange, ifNoneMatch })
  switch (part.status) {
    case 304:
      return reply(304, null, part.headers)
    case 416:
      return fail('range_not_satisfiable', 'the file does not have the requested bytes', { headers: part.headers })
    case 200:
    case 206:
      return reply(part.status, await part.body(), part.headers)
  }
}
