import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { beginSso, finishSso, type SsoProblem } from '../../../domain/people/issuer.ts'
import { HttpError } from '../../../http/errors.ts'
import { originOf } from '../../../http/origin.ts'
import type { State } from '../../../http/state.ts'
import { SIGN_IN } from '../../../limits.ts'
import type { Assets } from '../../assets.ts'
import { dropCookie, readCookie, writeCookie, writeSession } from '../cookies.ts'
import { isSignedIn, pathToReturnTo } from '../signed-in.ts'
import { SsoProblemPage, statusOf } from './sso-problem.tsx'

/** Binds the answer of the issuer to the browser that went there: `window.next`, the latter in base64url. */
const ASKED = 'countersign-sso'

/**
 * Signing in at the issuer of the settings. Both are GET: a form could not lead there, since a page of ours submits
 * forms to this origin only (`form-action`), and the answer arrives by a redirect. What makes the second one safe is
 * the cookie of the first.
 */
export function ssoRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const routes = new Hono<State>()
  const shown = (c: Context<State>, problem: SsoProblem) =>
    c.html(<SsoProblemPage assets={assets.of('dashboard')} problem={problem} />, statusOf(problem))

  routes.get('/sign-in/sso', async (c) => {
    assertConfigured()
    const begun = await beginSso(ctx)
    if (typeof begun === 'string') return shown(c, begun)
    const next = Buffer.from(pathToReturnTo(c.req.query('next'))).toString('base64url')
    writeCookie(ctx, c, ASKED, `${begun.window}.${next}`, SIGN_IN.livesMs / 1000)
    return c.redirect(begun.address, 303)
  })

  routes.get('/sign-in/sso/callback', async (c) => {
    assertConfigured()
    const [window, next = ''] = readCookie(ctx, c, ASKED)?.split('.') ?? []
    const query = new URL(c.req.url).search
    const origin = originOf(c, ctx.config.trustedProxies)
    const session = window ? await finishSso(ctx, { window, query }, origin) : 'over'
    if (session === 'over') {
      // The cookie is that of a later sign-in in another tab, if there is one: it stays for that. Whoever has signed in
      // there, or loads this address again, goes on.
      return (await isSignedIn(ctx, c)) ? c.redirect(pathToReturnTo(undefined), 303) : shown(c, 'over')
    }
    dropCookie(ctx, c, ASKED)
    if (typeof session === 'string') return shown(c, session)
    writeSession(ctx, c, session.token)
    return c.redirect(pathToReturnTo(Buffer.from(next, 'base64url').toString()), 303)
  })
  return routes

  function assertConfigured() {
    if (!ctx.openId) throw new HttpError('not_found', 'this server has no single sign-on')
  }
}
