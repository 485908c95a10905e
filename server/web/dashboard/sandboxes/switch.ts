import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../../../context.ts'
import { inWorkspace } from '../../../domain/records/workspaces/sandbox.ts'
import { HttpError } from '../../../http/errors.ts'
import type { State } from '../../../http/state.ts'
import type { Assets } from '../../assets.ts'
import { dashboardErrors } from '../errors.tsx'
import { type DashboardState, isShown } from '../state.ts'

/** What concerns the person, not the workspace, and so is the same in a sandbox. */
const OF_THE_PERSON = /^\/(?:account|sign-out)(?:\/|$)/

/**
 * In a sandbox the same pages, with its own context (contract 1.13): all of them are made anew for the request, so that
 * no page can be of the live workspace by mistake.
 */
export const inOwnSandbox = (
  ctx: Ctx,
  assets: Assets,
  sections: (inside: Ctx, assets: Assets) => Hono<DashboardState>,
) =>
  createMiddleware<DashboardState>(async function inOwnSandbox(c, next) {
    const view = c.get('view')
    const { actor } = view
    if (actor.liveId === null || OF_THE_PERSON.test(c.req.path)) return next()
    if (!isShown(view, c.req.path)) return c.redirect('/sandboxes', 303)
    const inside = await inWorkspace(ctx, actor.workspaceId)
    const own = new Hono<State>()
    own.onError(dashboardErrors(inside, assets))
    own.notFound(() => {
      throw new HttpError('not_found', 'there is nothing at this address')
    })
    own.use(
      createMiddleware<DashboardState>(async function asBefore(inner, go) {
        for (const name of ['view', 'requestId'] as const) inner.set(name, c.get(name))
        await go()
      }),
    )
    own.route('/', sections(inside, assets))
    return own.fetch(c.req.raw, c.env)
  })
