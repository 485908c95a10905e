import type { StoredFile } from '../domain/documents/read-files.ts'
import { selectPart } from '../http/file-reply.ts'
import { answering, type Call, type Reply } from './contract.ts'

/** A stored file as the response of an operation. All of them have the same responses, so one stands for all types. */
export async function fileAnswer(
  { headers }: Pick<Call<'getDocumentFile'>, 'headers'>,
  file: StoredFile,
): Promise<Reply<'getDocumentFile'>> {
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
