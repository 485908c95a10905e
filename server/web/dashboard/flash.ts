import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Ctx } from '../../context.ts'
import type { Warning } from '../../domain/sending/draft.ts'
import { remarkOf } from '../../domain/sending/remark.ts'
import { dropCookie, readCookie, SESSION, writeCookie } from './cookies.ts'

const NAME = 'countersign-flash'
/** Longer than any redirect takes. */
const LIVES_SECONDS = 60

export interface Flash {
  text: string
  /** `bad`: something was not done, or failed. */
  tone: 'ok' | 'bad'
}

/** Says this on the page that follows, once: `flash(ctx, c, 'The key was revoked.')`, then a 303. */
export function flash(ctx: Ctx, c: Context, text: string, tone: Flash['tone'] = 'ok'): void {
  const session = readCookie(ctx, c, SESSION)
  if (session === null) return
  const said = `${tone} ${text}`
  writeCookie(ctx, c, NAME, `${Buffer.from(said).toString('base64url')}.${macOf(session, said)}`, LIVES_SECONDS)
}

/** Says that something was not done, or failed. */
export const flashBad = (ctx: Ctx, c: Context, text: string): void => flash(ctx, c, text, 'bad')

/** Leads to a page that says this, once. */
export function flashTo(ctx: Ctx, c: Context, where: string, text: string, tone?: Flash['tone']): Response {
  flash(ctx, c, text, tone)
  return c.redirect(where, 303)
}

/** Back to the page, which says that a change was made to an older state. */
export function changedMeanwhile(ctx: Ctx, c: Context, where: string): Response {
  const now = 'This is the latest version; your last change was not saved.'
  return flashTo(ctx, c, where, `It has changed meanwhile, by somebody else or in another tab. ${now}`, 'bad')
}

/** What is to be said, and said no more afterwards; null: nothing, or nothing that this session was told. */
export function takeFlash(ctx: Ctx, c: Context): Flash | null {
  const value = readCookie(ctx, c, NAME)
  const session = readCookie(ctx, c, SESSION)
  if (value === null || session === null) return null
  dropCookie(ctx, c, NAME)
  const [encoded = '', mac = ''] = value.split('.')
  const said = Buffer.from(encoded, 'base64url').toString()
  const expected = Buffer.from(macOf(session, said))
  const given = Buffer.from(mac)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [tone = ''] = said.split(' ', 1)
  return { tone: tone === 'bad' ? 'bad' : 'ok', text: said.slice(tone.length + 1) }
}

/** The key is the session's own token: whoever knows it may say anything on that person's pages anyway. */
function macOf(session: string, said: string): string {
  return createHmac('sha256', session).update(said).digest('base64url')
}

/** More than anybody reads in one message. */
const MOST = 5
/** What fits into the cookie of a message: base64 makes it a third longer, and a browser keeps 4,096 bytes. */
const MOST_BYTES = 2_000

/** A message with what its reader should know besides, each once; what is too much for one message is counted. */
export function remarked(text: string, warnings: readonly Warning[]): string {
  const remarks = [...new Set(warnings.map(remarkOf))]
  let all = text
  for (const [at, remark] of remarks.entries()) {
    const longer = `${all} ${remark}`
    if (at === MOST || Buffer.byteLength(longer) > MOST_BYTES)
      return `${all} And ${remarks.length - at} more like this.`
    all = longer
  }
  return all
}
