import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Ctx } from '../../context.ts'
import { dropCookie, readCookie, SESSION, writeCookie } from './cookies.ts'

const NAME = 'countersign-flash'
/** Longer than any redirect takes. */
const LIVES_SECONDS = 60

/** Says this on the page that follows, once: `flash(ctx, c, 'The key was revoked.')`, then a 303. */
export function flash(ctx: Ctx, c: Context, text: string): void {
  const session = readCookie(ctx, c, SESSION)
  if (session === null) return
  writeCookie(ctx, c, NAME, `${Buffer.from(text).toString('base64url')}.${macOf(session, text)}`, LIVES_SECONDS)
}

/** Back to the page, which says that a change was made to an older state. */
export function changedMeanwhile(ctx: Ctx, c: Context, where: string): Response {
  const now = 'This is how it is now; your last change was not kept.'
  flash(ctx, c, `It has changed meanwhile, by somebody else or in another tab. ${now}`)
  return c.redirect(where, 303)
}

/** What is to be said, and said no more afterwards; null: nothing, or nothing that this session was told. */
export function takeFlash(ctx: Ctx, c: Context): string | null {
  const value = readCookie(ctx, c, NAME)
  const session = readCookie(ctx, c, SESSION)
  if (value === null || session === null) return null
  dropCookie(ctx, c, NAME)
  const [encoded = '', mac = ''] = value.split('.')
  const text = Buffer.from(encoded, 'base64url').toString()
  const expected = Buffer.from(macOf(session, text))
  const given = Buffer.from(mac)
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : null
}

/** The key is the session's own token: whoever knows it may say anything on that person's pages anyway. */
function macOf(session: string, text: string): string {
  return createHmac('sha256', session).update(text).digest('base64url')
}
