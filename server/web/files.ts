import type { Context } from 'hono'
import type { Ctx } from '../context.ts'
import type { StoredFile } from '../domain/documents/read-files.ts'
import { downloadBody } from '../http/download.ts'
import { selectPart } from '../http/file-reply.ts'
import type { State } from '../http/state.ts'

/** The file or the requested range of it, shown in the browser unless `?download` is given. */
export async function sendPdf(ctx: Ctx, c: Context<State>, file: StoredFile): Promise<Response> {
  const request = {
    range: c.req.header('range'),
    ifRange: c.req.header('if-range'),
    ifNoneMatch: c.req.header('if-none-match'),
  }
  const part = selectPart(file, request, c.req.query('download') === undefined ? 'inline' : 'attachment')
  const headers = { ...part.headers, 'Cache-Control': 'private, no-store' }
  if (!('body' in part)) return new Response(null, { status: part.status, headers })
  const body = await downloadBody(ctx, c, await part.body())
  return new Response(body, { status: part.status, headers: { ...headers, 'Content-Type': 'application/pdf' } })
}
