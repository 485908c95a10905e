import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { endSession, showWorkspace } from '../../../domain/people/sessions.ts'
import { HttpError } from '../../../http/errors.ts'
import { dropCookie, SESSION } from '../cookies.ts'
import { formOf } from '../form.ts'
import { pathToReturnTo } from '../signed-in.ts'
import type { DashboardState } from '../state.ts'

/** What concerns the person who is signed in: which workspace is shown, signing out. */
export function accountRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.post('/sign-out', async (c) => {
    await endSession(ctx, c.get('view').person)
    dropCookie(ctx, c, SESSION)
    return c.redirect('/sign-in', 303)
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
