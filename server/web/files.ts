import type { Context } from 'hono'
import type { Ctx } from '../context.ts'
import type { StoredFile } from '../domain/documents/read-files.ts'
import type { LogoPicture } from '../domain/signing/look.ts'
import { downloadBody } from '../http/download.ts'
import { HttpError } from '../http/errors.ts'
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

/** For a picture that may be gone or different at the next request. */
export const NOT_KEPT = 'private, no-store'
/** For a page of a file whose bytes never change. */
export const KEPT = 'private, max-age=3600'

/** The first byte of a PNG. */
const PNG = 0x89

/** A picture of a page (PNG or WebP); no content where it cannot be drawn, or not at the moment. */
export function pictureResponse(picture: Uint8Array | null, cacheControl: string): Response {
  if (!picture) return new Response(null, { status: 204, headers: { 'Cache-Control': NOT_KEPT } })
  return new Response(new Uint8Array(picture), {
    headers: { 'Cache-Control': cacheControl, 'Content-Type': picture[0] === PNG ? 'image/png' : 'image/webp' },
  })
}

/** Its address in the page names its content, so it is never stale. @throws HttpError `not_found`: there is none */
export function sendLogo(logo: LogoPicture | null): Response {
  if (!logo) throw new HttpError('not_found', 'there is no logo')
  const headers = { 'Content-Type': logo.mediaType, 'Cache-Control': 'private, max-age=86400' }
  return new Response(new Uint8Array(logo.bytes), { headers })
}
