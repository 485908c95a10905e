import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../../../context.ts'
import { inWorkspace } from '../../../domain/records/workspaces/sandbox.ts'
import { HttpError } from '../../../http/errors.ts'
import type { State } from '../../../http/state.ts'
import type { Assets } from '../../assets.ts'
import { dashboardErrors } from '../errors.tsx'
import type { DashboardState } from '../state.ts'

/** What concerns the person, not the workspace, and so is the same in a sandbox. */
const OF_THE_PERSON = /^\/(?:account|sign-out)(?:\/|$)/
/** What a sandbox has of its live workspace. */
const OF_LIVE = /^\/(?:templates|fields|settings)(?:\/|$)/

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
    const { actor } = c.get('view')
    if (actor.liveId === null || OF_THE_PERSON.test(c.req.path)) return next()
    if (OF_LIVE.test(c.req.path)) return c.redirect('/sandboxes', 303)
    const inside = await inWorkspace(ctx, actor.workspaceId)
    const own = new Hono<DashboardState>()
    const failed = dashboardErrors(inside, assets)
    own.onError((error) => failed(error, c as unknown as Context<State>))
    own.notFound(() =>
      failed(new HttpError('not_found', 'there is nothing at this address'), c as unknown as Context<State>),
    )
    own.use(async (inner, go) => {
      for (const name of ['view', 'requestId'] as const) inner.set(name, c.get(name))
      await go()
    })
    own.route('/', sections(inside, assets))
    return own.fetch(c.req.raw, c.env)
  })
