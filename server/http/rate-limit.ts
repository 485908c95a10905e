import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { takeTokenOf } from '../domain/records/calls/keys.ts'
import type { Window } from '../domain/records/calls/rate-limit.ts'
import { RATE } from '../limits.ts'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'

/**
 * 60 requests per fixed window of 60 seconds and key, one bucket across all of `/v1` (contract 8). Every success, this
 * bucket's own 429 and the 410 of `/signed` carry the headers; no other response does.
 */
export const rateLimit = (ctx: Ctx) =>
  createMiddleware<State>(async function rateLimit(c, next) {
    const { rateLimited, path } = c.get('operation')
    if (!rateLimited) return next()
    // Taken with the key when nothing in between could refuse the call.
    const window = c.get('apiKey')!.window ?? (await takeTokenOf(ctx, c.get('actor').keyId))
    if (!window.allowed) {
      const seconds = window.resetSeconds
      throw new HttpError(
        'rate_limited',
        `at most ${RATE.requests} requests in ${RATE.windowSeconds} seconds; try again in ${seconds}`,
        {
          headers: { 'Retry-After': String(seconds), ...headers(window) },
        },
      )
    }
    await next()
    const { status } = c.res
    if (status >= 400 && !(status === 410 && path === '/documents/{id}/signed')) return
    for (const [name, value] of Object.entries(headers(window))) c.res.headers.set(name, value)
  })

/** draft-ietf-httpapi-ratelimit-headers-06, as in the contract. */
function headers(window: Window): Record<string, string> {
  return {
    'RateLimit-Limit': String(RATE.requests),
    'RateLimit-Remaining': String(window.remaining),
    'RateLimit-Reset': String(window.resetSeconds),
    'RateLimit-Policy': `${RATE.requests};w=${RATE.windowSeconds}`,
  }
}
