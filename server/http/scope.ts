import { createMiddleware } from 'hono/factory'
import { MESSAGES, refusalOf } from '../domain/may.ts'
import { HttpError } from './errors.ts'
import type { State } from './state.ts'
import { verbOf } from './verbs.ts'

/** A key of scope `read` may only read (decision 0023); the verb itself checks it too. Takes no token. */
export const scope = () =>
  createMiddleware<State>(async function scope(c, next) {
    const refusal = refusalOf(verbOf(c.get('operation').id), c.get('actor'))
    if (refusal) throw new HttpError('insufficient_scope', MESSAGES.insufficient_scope)
    await next()
  })
