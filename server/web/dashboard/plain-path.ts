import { createMiddleware } from 'hono/factory'
import { HttpError } from '../../http/errors.ts'
import type { State } from '../../http/state.ts'

const CONTROL = /\p{Cc}|%[01][\da-f]|%7f/iu

/**
 * Nothing is at a path with control characters: no id and no key has any, the database refuses U+0000, and a redirect
 * cannot name the others.
 * @throws HttpError 404 `not_found`
 */
export const plainPath = () =>
  createMiddleware<State>(async function plainPath(c, next) {
    if (CONTROL.test(c.req.path)) throw new HttpError('not_found', 'there is nothing at this address')
    await next()
  })
