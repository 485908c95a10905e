import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { signInByLink } from '../../../domain/people/sessions.ts'
import { resolveSignIn } from '../../../domain/people/sign-in-link.ts'
import { originOf } from '../../../http/origin.ts'
import type { State } from '../../../http/state.ts'
import { USER_SESSION } from '../../../limits.ts'
import type { Assets } from '../../assets.ts'
import { SESSION, writeCookie } from '../cookies.ts'
import { pathToReturnTo } from '../signed-in.ts'
import { LinkPage, SignInPage, SpentLinkPage } from './pages.tsx'

/** Signing in. GET changes nothing, whatever opens it: mail scanners follow links, and some run scripts. */
export function signInRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const plain = assets.of('dashboard')
  const routes = new Hono<State>()
  const spent = (c: Context<State>) => c.html(<SpentLinkPage assets={plain} />, 410)

  routes.get('/sign-in', (c) => c.html(<SignInPage assets={plain} />))

  routes.get('/sign-in/link/:token', async (c) => {
    const found = await resolveSignIn(ctx, c.req.param('token'))
    if (!found) return spent(c)
    const { token } = c.req.param()
    return c.html(<LinkPage assets={plain} email={found.user.email} token={token} />)
  })

  routes.post('/sign-in/link/:token', async (c) => {
    const session = await signInByLink(ctx, c.req.param('token'), originOf(c, ctx.config.trustedProxies))
    if (!session) return spent(c)
    writeCookie(ctx, c, SESSION, session.token, USER_SESSION.idleMs / 1000)
    return c.redirect(pathToReturnTo(c.req.query('next')), 303)
  })
  return routes
}
