import { createMiddleware } from 'hono/factory'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'

/** A key of scope `read` may read only (decision 0023). Spends no token. */
export const scope = () =>
  createMiddleware<State>(async function scope(c, next) {
    if (c.get('actor').scope === 'read' && c.get('operation').scope !== 'read') {
      throw new HttpError('insufficient_scope', 'this key may only read; use a key of scope full')
    }
    await next()
  })
