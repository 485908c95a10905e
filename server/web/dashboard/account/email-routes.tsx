import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { isAddress } from '../../../domain/people/address.ts'
import { askToChangeEmail, changeEmail, openEmailChange } from '../../../domain/people/change-email.ts'
import { listSessions } from '../../../domain/people/own-sessions.ts'
import { flashTo } from '../flash.ts'
import { formOf } from '../form.ts'
import type { DashboardState } from '../state.ts'
import { AccountPage, EmailCodePage } from './page.tsx'

const OVER = 'This code no longer works. Request a new one.'
const TAKEN = 'Somebody else here has this address. Use another one.'

/** Changing one's own email address: a code goes to the new one. */
export function emailRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.post('/account/email', async (c) => {
    const view = c.get('view')
    const email = (await formOf(c)).text('email')
    if (!isAddress(email)) return refused(c, 'Enter an email address, such as ada@example.com.', email)
    await askToChangeEmail(ctx, view.actor, email)
    return c.redirect('/account/email', 303)
  })

  routes.get('/account/email', async (c) => {
    const view = c.get('view')
    const change = await openEmailChange(ctx, view.actor)
    return change ? c.html(<EmailCodePage view={view} email={change.email} />) : c.redirect('/account', 303)
  })

  // Where the page is shown again with what was refused.
  routes.get('/account/email/code', (c) => c.redirect('/account/email', 303))
  routes.post('/account/email/code', async (c) => {
    const view = c.get('view')
    const change = await openEmailChange(ctx, view.actor)
    const outcome = await changeEmail(ctx, view.actor, (await formOf(c)).text('code'))
    if (outcome === 'wrong') {
      const problems = { code: 'That code is not right. Check your latest email.' }
      return c.html(<EmailCodePage view={view} email={change?.email ?? ''} problems={problems} />, 422)
    }
    if (outcome !== 'changed') return refused(c, outcome === 'taken' ? TAKEN : OVER)
    return flashTo(ctx, c, '/account', 'Your address is changed.')
  })
  return routes

  async function refused(c: Context<DashboardState>, problem: string, email?: string) {
    const view = c.get('view')
    const sessions = await listSessions(ctx, view.person)
    const page = (
      <AccountPage view={view} {...{ sessions, email }} now={ctx.clock.now()} problems={{ email: problem }} />
    )
    return c.html(page, 422)
  }
}
