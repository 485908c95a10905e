import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { changeName, chooseEmails, endAllSessions, listSessions } from '../../../domain/people/own-sessions.ts'
import { endSession, showWorkspace } from '../../../domain/people/sessions.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { HttpError } from '../../../http/errors.ts'
import { dropCookie, SESSION } from '../cookies.ts'
import { flashTo } from '../flash.ts'
import { formOf } from '../form.ts'
import { pathToReturnTo } from '../signed-in.ts'
import type { DashboardState } from '../state.ts'
import { emailRoutes } from './email-routes.tsx'
import { AccountPage, EMAIL_CHOICES } from './page.tsx'

const NAME_MAX_CHARACTERS = 100

/** What concerns the person who is signed in: name, sessions, which workspace is shown, signing out. */
export function accountRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  routes.route('/', emailRoutes(ctx))

  routes.get('/account', async (c) => {
    const view = c.get('view')
    const sessions = await listSessions(ctx, view.person)
    return c.html(<AccountPage view={view} sessions={sessions} now={ctx.clock.now()} />)
  })

  // Where the page is shown again with what was refused.
  routes.get('/account/name', (c) => c.redirect('/account', 303))
  routes.post('/account/name', async (c) => {
    const view = c.get('view')
    const name = (await formOf(c)).text('name').replace(/\p{Cc}/gu, ' ')
    if (name.length > NAME_MAX_CHARACTERS) {
      const problems = { name: `A name has at most ${NAME_MAX_CHARACTERS} characters.` }
      const sessions = await listSessions(ctx, view.person)
      return c.html(<AccountPage view={view} sessions={sessions} now={ctx.clock.now()} problems={problems} />, 422)
    }
    await changeName(ctx, view.person, name === '' ? null : name)
    return flashTo(ctx, c, '/account', 'Your name is changed.')
  })

  routes.post('/account/emails', async (c) => {
    const wanted = (await formOf(c)).text('emails')
    const chosen = EMAIL_CHOICES.find(([choice]) => choice === wanted)
    if (!chosen) throw new HttpError('not_found', 'there is no such choice')
    await chooseEmails(ctx, c.get('view').person, chosen[0])
    return flashTo(ctx, c, '/account', 'Your choice is saved.')
  })

  routes.post('/account/sessions/:id/end', async (c) => {
    await formOf(c)
    const { userId, sessionId } = c.get('view').person
    const id = c.req.param('id')
    if (!isUuid(id) || !(await endSession(ctx, { userId, sessionId: id }))) {
      throw new HttpError('not_found', 'there is no such session')
    }
    if (id === sessionId) return signedOut(ctx, c)
    return flashTo(ctx, c, '/account', 'That device is signed out.')
  })

  routes.post('/account/sign-out-everywhere', async (c) => {
    await formOf(c)
    await endAllSessions(ctx, c.get('view').person)
    return signedOut(ctx, c)
  })

  // Whoever is signed in by now: a browser that is asked to sign out does not stay signed in.
  routes.post('/sign-out', async (c) => {
    await endSession(ctx, c.get('view').person)
    return signedOut(ctx, c)
  })

  routes.post('/account/workspace', async (c) => {
    const form = await formOf(c)
    if (!(await showWorkspace(ctx, c.get('view').person, form.text('workspace')))) {
      throw new HttpError('not_found', 'there is no such workspace')
    }
    return c.redirect(pathToReturnTo(form.text('next')), 303)
  })
  return routes
}

/** Nothing of the workspace stays in the browser: pictures of pages are kept there for an hour otherwise. */
function signedOut(ctx: Ctx, c: Context): Response {
  dropCookie(ctx, c, SESSION)
  c.header('Clear-Site-Data', '"cache"')
  return c.redirect('/sign-in', 303)
}
