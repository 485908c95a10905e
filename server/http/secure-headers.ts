import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import type { State } from './state.ts'

const DEFAULTS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

const ONE_YEAR_SECONDS = 31_536_000

/** The strictest headers, for every response that does not set its own, as pages and public files do. */
export const secureHeaders = (ctx: Ctx) =>
  createMiddleware<State>(async function secureHeaders(c, next) {
    await next()
    const { headers } = c.res
    const framed = /frame-ancestors (?!'none')/.test(headers.get('Content-Security-Policy') ?? '')
    for (const [name, value] of Object.entries(DEFAULTS)) {
      // It cannot name origins: older browsers would block the frame that the policy allows.
      if (name === 'X-Frame-Options' && framed) continue
      if (!headers.has(name)) headers.set(name, value)
    }
    if (ctx.config.publicUrl.startsWith('https:')) {
      c.res.headers.set('Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`)
    }
  })
