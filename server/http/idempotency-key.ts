import { createMiddleware } from 'hono/factory'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'

/** Checks only the syntax, before the body is read: one key of 1 to 255 printable ASCII characters, on calls that accept one. */
export const idempotencyKey = () =>
  createMiddleware<State>(async function idempotencyKey(c, next) {
    const key = c.req.header('idempotency-key')
    if (!c.get('operation').idempotent || key === undefined) return next()
    if (!/^[\x20-\x7e]{1,255}$/.test(key))
      throw new HttpError('invalid_idempotency_key', 'Idempotency-Key must be 1 to 255 printable ASCII characters')
    // Node joins them with a comma: a proxy that keeps one of them would make another key of the same call.
    const names = c.env?.incoming?.rawHeaders.filter((_, i) => i % 2 === 0) ?? []
    if (names.filter((name) => name.toLowerCase() === 'idempotency-key').length > 1)
      throw new HttpError('invalid_idempotency_key', 'Idempotency-Key was sent twice; send one')
    await next()
  })
