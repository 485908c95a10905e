import { createMiddleware } from 'hono/factory'
import type { State } from '../http/state.ts'

/**
 * What a page may do: run our script, show our images and its own drawings, ask this origin. No inline script or
 * style, no other origin (`http/secure-headers.ts` adds the rest).
 * @param frameAncestors which pages may hold it in a frame: `'none'`, or the origin of an embedded session
 */
export const pagePolicy = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

/** Puts the page's policy on every HTML answer that has none of its own. */
export const pageHeaders = () =>
  createMiddleware<State>(async function pageHeaders(c, next) {
    await next()
    const { headers } = c.res
    if (!headers.get('Content-Type')?.startsWith('text/html')) return
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', pagePolicy("'none'"))
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
