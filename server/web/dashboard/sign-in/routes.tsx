import { type Context, Hono } from 'hono'
import { upTo } from '../../../characters.ts'
import type { Ctx } from '../../../context.ts'
import { isAddress } from '../../../domain/people/address.ts'
import { acceptInvitation, resolveInvitation } from '../../../domain/people/invite.ts'
import { signInByLink } from '../../../domain/people/sessions.ts'
import { type AskedFor, askToSignIn, signInByCode } from '../../../domain/people/sign-in-code.ts'
import { resolveSignIn } from '../../../domain/people/sign-in-link.ts'
import { originOf } from '../../../http/origin.ts'
import type { State } from '../../../http/state.ts'
import { SIGN_IN } from '../../../limits.ts'
import type { Assets } from '../../assets.ts'
import { dropCookie, readCookie, writeCookie, writeSession } from '../cookies.ts'
import { formOf } from '../form.ts'
import { pathToReturnTo } from '../signed-in.ts'
import { JoinPage, SpentInvitationPage } from './join.tsx'
import { CodePage, LinkPage, SignInPage, SpentLinkPage } from './pages.tsx'
import { ssoRoutes } from './sso-routes.tsx'

/** Binds a code to the window that asked for it: `id.secret`. */
const WINDOW = 'countersign-window'

const NAME_MAX_CHARACTERS = 100

/** Signing in, and joining a workspace. GET changes nothing, whatever opens it: mail scanners follow links, and some run scripts. */
export function signInRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const plain = assets.of('dashboard')
  const mailbox = ctx.config.mode === 'development'
  const sso = ctx.openId !== null
  const routes = new Hono<State>()
  routes.route('/', ssoRoutes(ctx, assets))
  const spent = (c: Context<State>) => c.html(<SpentLinkPage assets={plain} />, 410)
  const enter = (c: Context<State>, token: string, next: string | undefined) => {
    writeSession(ctx, c, token)
    return c.redirect(pathToReturnTo(next), 303)
  }

  routes.get('/sign-in', (c) =>
    c.html(<SignInPage assets={plain} sso={sso} next={c.req.query('next')} lost={c.req.query('lost') !== undefined} />),
  )

  routes.post('/sign-in', async (c) => {
    const form = await formOf(c)
    const [email, next] = [form.text('email'), form.text('next')]
    if (!isAddress(email)) {
      const problems = { email: 'Enter an email address, such as ada@example.com.' }
      return c.html(<SignInPage assets={plain} sso={sso} next={next} email={email} problems={problems} />, 422)
    }
    const { signInId, window } = await askToSignIn(
      ctx,
      email,
      pathToReturnTo(next),
      originOf(c, ctx.config.trustedProxies),
    )
    writeCookie(ctx, c, WINDOW, `${signInId}.${window}`, SIGN_IN.livesMs / 1000)
    return c.redirect(`/sign-in/code?next=${encodeURIComponent(pathToReturnTo(next))}`, 303)
  })

  routes.get('/sign-in/code', (c) =>
    askedIn(c)
      ? c.html(<CodePage assets={plain} next={c.req.query('next')} mailbox={mailbox} />)
      : c.redirect('/sign-in', 303),
  )

  routes.post('/sign-in/code', async (c) => {
    const form = await formOf(c)
    const next = form.text('next')
    const asked = askedIn(c)
    const outcome = asked
      ? await signInByCode(ctx, asked, form.text('code'), originOf(c, ctx.config.trustedProxies))
      : 'over'
    if (outcome === 'wrong') {
      const problems = { code: 'That code is not right. Check your latest email.' }
      return c.html(<CodePage assets={plain} next={next} mailbox={mailbox} problems={problems} />, 422)
    }
    dropCookie(ctx, c, WINDOW)
    if (outcome === 'over') {
      const problems = { email: 'This code no longer works. Request a new one.' }
      return c.html(<SignInPage assets={plain} sso={sso} next={next} problems={problems} />, 422)
    }
    return enter(c, outcome.token, next)
  })

  routes.get('/sign-in/link/:token', async (c) => {
    const { token } = c.req.param()
    const found = await resolveSignIn(ctx, token)
    return found ? c.html(<LinkPage assets={plain} email={found.user.email} token={token} />) : spent(c)
  })

  routes.post('/sign-in/link/:token', async (c) => {
    const session = await signInByLink(ctx, c.req.param('token'), originOf(c, ctx.config.trustedProxies))
    return session ? enter(c, session.token, session.next ?? undefined) : spent(c)
  })

  routes.get('/sign-in/join/:token', async (c) => {
    const { token } = c.req.param()
    const found = await resolveInvitation(ctx, token)
    if (!found) return c.html(<SpentInvitationPage assets={plain} />, 410)
    const { workspace, by, invitation } = found
    return c.html(<JoinPage assets={plain} token={token} {...{ workspace, by }} email={invitation.email} />)
  })

  routes.post('/sign-in/join/:token', async (c) => {
    const name = upTo(NAME_MAX_CHARACTERS, (await formOf(c)).text('name').replace(/\p{Cc}/gu, ' '))
    const origin = originOf(c, ctx.config.trustedProxies)
    const session = await acceptInvitation(ctx, c.req.param('token'), name || null, origin)
    return session ? enter(c, session.token, undefined) : c.html(<SpentInvitationPage assets={plain} />, 410)
  })
  return routes

  function askedIn(c: Context<State>): AskedFor | null {
    const [signInId, window] = readCookie(ctx, c, WINDOW)?.split('.') ?? []
    return signInId && window ? { signInId, window } : null
  }
}
