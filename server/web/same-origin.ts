import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { HttpError } from '../http/errors.ts'
import type { State } from '../http/state.ts'

/** Methods that change nothing. */
export const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects cross-site requests (ASVS 3.5): every unsafe method must come from this origin and declare JSON, which neither
 * a form nor a `text/plain` trick can. A client other than a browser sends neither `Sec-Fetch-Site` nor `Origin`; it has
 * no visitor's rights to abuse, only its link.
 * @throws HttpError 403 `cross_site_request`, 415 `unsupported_media_type`
 */
export const sameOrigin = (ctx: Ctx) =>
  createMiddleware<State>(async function sameOrigin(c, next) {
    if (!SAFE.has(c.req.method)) {
      const site = c.req.header('sec-fetch-site')
      const origin = c.req.header('origin')
      if (
        (site !== undefined && site !== 'same-origin') ||
        (origin !== undefined && !isOwn(ctx, origin, c.req.header('host')))
      ) {
        throw new HttpError('cross_site_request', 'this call must come from the page itself')
      }
      const mediaType = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
      if (mediaType !== 'application/json') {
        throw new HttpError('unsupported_media_type', 'send application/json')
      }
    }
    await next()
  })

/**
 * Refuses a form from another site, on pages whose token is the only credential: a foreign site has nothing to abuse but
 * its visitors' addresses; no browser of ours sends it anyway.
 * @throws HttpError 403 `cross_site_request`
 */
export function assertOwnForm(c: Context): void {
  if (['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site'))) return
  throw new HttpError('cross_site_request', 'this call must come from the page itself')
}

/** The public origin, or the host of this request: in development that is an IP address or `localhost`. */
export function isOwn(ctx: Ctx, origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  return origin === new URL(ctx.config.publicUrl).origin || new URL(origin).host === host
}
