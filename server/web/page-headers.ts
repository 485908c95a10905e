import { createMiddleware } from 'hono/factory'
import type { State } from '../http/state.ts'

const POLICY: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
}

/**
 * The Content-Security-Policy of a page: our scripts, our images and generated ones, requests to this origin. No inline
 * script or style, no other origin (`http/secure-headers.ts` adds the rest).
 * @param frameAncestors which pages may frame it: `'none'`, or the origin of an embedded session
 * @param own what the page needs otherwise
 */
export const pagePolicy = (frameAncestors: string, own: typeof POLICY = {}): string =>
  Object.entries({ ...POLICY, ...own, 'frame-ancestors': frameAncestors })
    .map((directive) => directive.join(' '))
    .join('; ')

/** Sets the page policy on every HTML response that has not set its own. */
export const pageHeaders = () =>
  createMiddleware<State>(async function pageHeaders(c, next) {
    await next()
    const { headers } = c.res
    if (!headers.get('Content-Type')?.startsWith('text/html')) return
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', pagePolicy("'none'"))
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
