import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Ctx } from '../../context.ts'
import { USER_SESSION } from '../../limits.ts'

/**
 * Cookies of the dashboard: over https bound to this host and path by their `__Host-` name; without script access; not
 * sent with what another site submits. A development server over http has no choice but a plain name.
 */
export function writeCookie(ctx: Ctx, c: Context, name: string, value: string, maxAgeSeconds: number): void {
  setCookie(c, name, value, { ...attributes(ctx), maxAge: maxAgeSeconds })
}

export function readCookie(ctx: Ctx, c: Context, name: string): string | null {
  return getCookie(c, name, attributes(ctx).prefix) ?? null
}

export function dropCookie(ctx: Ctx, c: Context, name: string): void {
  deleteCookie(c, name, attributes(ctx))
}

function attributes(ctx: Ctx) {
  const secure = ctx.config.publicUrl.startsWith('https:')
  return { ...(secure && { prefix: 'host' as const }), secure, path: '/', httpOnly: true, sameSite: 'Lax' as const }
}

/** Holds the token of the session. */
export const SESSION = 'countersign'

/** Keeps the browser signed in for as long as the session lasts without use. */
export function writeSession(ctx: Ctx, c: Context, token: string): void {
  writeCookie(ctx, c, SESSION, token, USER_SESSION.idleMs / 1000)
}
