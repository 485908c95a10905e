import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { RULES } from '../domain/may.ts'
import { rateOf } from '../domain/plans.ts'
import { takeTokenOf } from '../domain/records/calls/keys.ts'
import type { Limit, Window } from '../domain/records/calls/rate-limit.ts'
import { SANDBOX_RATE } from '../limits.ts'
import { verbOf } from './authorize.ts'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'

/**
 * 60 requests per fixed window of 60 seconds and key, or as many as the plan says, one bucket across all of `/v1`
 * (contract 8), and another for the routes of sandboxes (1.13). Every success, this
 * bucket's own 429 and the 410 of `/signed` carry the headers; no other response does.
 */
export const rateLimit = (ctx: Ctx) =>
  createMiddleware<State>(async function rateLimit(c, next) {
    const { id, rateLimited, path } = c.get('operation')
    if (!rateLimited) return next()
    // Taken with the key when nothing in between could refuse the call.
    const rate = RULES[verbOf(id)].only === 'test' ? SANDBOX_RATE : rateOf(ctx, c.get('actor').tier)
    const window = c.get('apiKey')!.window ?? (await takeTokenOf(ctx, c.get('actor').keyId, rate))
    if (!window.allowed) {
      const seconds = window.resetSeconds
      throw new HttpError(
        'rate_limited',
        `at most ${rate.requests} requests in ${rate.windowSeconds} seconds; try again in ${seconds}`,
        {
          headers: { 'Retry-After': String(seconds), ...headers(window, rate) },
        },
      )
    }
    await next()
    const { status } = c.res
    if (status >= 400 && !(status === 410 && path === '/documents/{id}/signed')) return
    for (const [name, value] of Object.entries(headers(window, rate))) c.res.headers.set(name, value)
  })

/** draft-ietf-httpapi-ratelimit-headers-06, as in the contract. */
function headers(window: Window, rate: Limit): Record<string, string> {
  return {
    'RateLimit-Limit': String(rate.requests),
    'RateLimit-Remaining': String(window.remaining),
    'RateLimit-Reset': String(window.resetSeconds),
    'RateLimit-Policy': `${rate.requests};w=${rate.windowSeconds}`,
  }
}
