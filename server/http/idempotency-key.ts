import { createMiddleware } from 'hono/factory'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'

/** Checks only the syntax, before the body is read: 1 to 255 printable ASCII characters, on calls that accept a key. */
export const idempotencyKey = () =>
  createMiddleware<State>(async function idempotencyKey(c, next) {
    const key = c.req.header('idempotency-key')
    if (c.get('operation').idempotent && key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) {
      throw new HttpError('invalid_idempotency_key', 'Idempotency-Key must be 1 to 255 printable ASCII characters')
    }
    await next()
  })
