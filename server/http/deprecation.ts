import { createMiddleware } from 'hono/factory'
import { UNKNOWN_KEYS_REFUSED_FROM } from '../limits.ts'
import type { State } from './state.ts'

/** When what ends on 2026-12-31 was announced, and when the older path of instantiate was (contract 9.8). */
const ANNOUNCED = new Date('2026-09-24T00:00:00Z')
const PATH_ANNOUNCED = new Date('2026-06-21T00:00:00Z')

const asDeprecation = (at: Date) => `@${at.getTime() / 1_000}`

/** The headers of a call that uses what ends: since when it is deprecated (RFC 9745), and its end (RFC 8594). */
export function deprecationHeaders(warnings: readonly { code: string; ends?: boolean }[]): Record<string, string> {
  const used = warnings.some(({ code, ends }) => code === 'deprecated_field' || ends)
  if (!used) return {}
  return { Deprecation: asDeprecation(ANNOUNCED), Sunset: UNKNOWN_KEYS_REFUSED_FROM.toUTCString() }
}

/** On every answer of the older path, which has no end yet. */
export const deprecatedPath = () =>
  createMiddleware<State>(async function deprecatedPath(c, next) {
    await next()
    if (!c.res.headers.has('Deprecation')) c.res.headers.set('Deprecation', asDeprecation(PATH_ANNOUNCED))
  })
