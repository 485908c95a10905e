import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../context.ts'
import { didYouMean, firstSuggestions } from '../did-you-mean.ts'
import type { Warning } from '../domain/sending/draft.ts'
import { UNKNOWN_KEYS_REFUSED_FROM } from '../limits.ts'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'

/**
 * Unknown top-level keys of the calls that once ignored them: a warning until 2026-12-31, then 400 `unknown_field`
 * (contract 9.5); a call without that code, `POST /hooks`, goes on ignoring them. Known keys are left to validation, which is strict about the rest.
 */
export const unknownFields = (ctx: Ctx) =>
  createMiddleware<State>(async function unknownFields(c, next) {
    c.set('warnings', [])
    const { topLevelKeys: accepted, errors } = c.get('operation')
    const body = c.get('body')
    if (!accepted || !body || !isObject(body.data)) return next()
    const unknown = Object.keys(body.data).filter((key) => !accepted.includes(key))
    const ends = errors.unknown_field !== undefined
    if (unknown.length > 0 && ends && ctx.clock.now() >= UNKNOWN_KEYS_REFUSED_FROM) {
      const names = unknown.map((key) => JSON.stringify(key)).join(', ')
      const hint = didYouMean(unknown[0], unused(body.data, accepted))
      throw new HttpError('unknown_field', `unknown: ${names}${hint || `; this call accepts ${accepted.join(', ')}`}`, {
        meta: { fields: unknown, accepted },
      })
    }
    const known = Object.entries(body.data).filter(([key]) => accepted.includes(key))
    const suggestion = firstSuggestions(unused(body.data, accepted))
    c.set(
      'warnings',
      unknown.map((field) => warning(field, suggestion(field), ends)),
    )
    c.set('body', { ...body, data: Object.fromEntries(known) })
    await next()
  })

/** @param ends whether the key is refused one day */
function warning(field: string, suggestion: string, ends: boolean): Warning {
  const message =
    `${JSON.stringify(field)} is not a key of this call and was ignored` +
    (ends ? '; from 2026-12-31 it is refused' : '') +
    suggestion
  return { field, code: 'unknown_field', message }
}

/** What was sent under its right name is not what was meant by another. */
function unused(data: Record<string, unknown>, accepted: readonly string[]): string[] {
  return accepted.filter((key) => !(key in data))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
