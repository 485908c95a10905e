import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../../context.ts'
import { HttpError } from '../../http/errors.ts'
import type { State } from '../../http/state.ts'
import { isOwn, SAFE } from '../same-origin.ts'

/** What our forms and our script send. A foreign form can also send `text/plain`, and JSON in it. */
const MEDIA_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']

/**
 * Rejects unsafe requests that do not come from our own pages (ASVS 3.5). A browser always sends `Origin` or
 * `Sec-Fetch-Site` with them, so one that has neither is refused as well: here a cookie is the credential.
 * @throws HttpError 403 `cross_site_request`, 415 `unsupported_media_type`
 */
export const ownForms = (ctx: Ctx) =>
  createMiddleware<State>(async function ownForms(c, next) {
    if (!SAFE.has(c.req.method)) {
      const site = c.req.header('sec-fetch-site')
      const origin = c.req.header('origin')
      const isSameSite = site === undefined || site === 'same-origin'
      const isSameOrigin = origin === undefined || isOwn(ctx, origin, c.req.header('host'))
      if (!isSameSite || !isSameOrigin || (site === undefined && origin === undefined)) {
        throw new HttpError('cross_site_request', 'this form must be sent from the page itself')
      }
      const mediaType = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
      if (!MEDIA_TYPES.includes(mediaType)) {
        throw new HttpError('unsupported_media_type', `send one of ${MEDIA_TYPES.join(', ')}`)
      }
    }
    await next()
  })
