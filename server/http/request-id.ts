import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { State } from './state.ts'

/**
 * Every response carries `X-Request-Id` (contract 1.12): always ours, so that a caller cannot forge one in the logs.
 */
export const requestId = () =>
  createMiddleware<State>(async function requestId(c, next) {
    c.set('requestId', randomUUID())
    await next()
    c.res.headers.set('X-Request-Id', c.get('requestId'))
  })
