import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { openDraft } from '../../../domain/drafts/read.ts'
import { assertSchedulable, cancelSend, scheduleDraft } from '../../../domain/drafts/schedule.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isTimeZone, momentAt } from '../../../domain/time-zone.ts'
import { changedMeanwhile, flashTo } from '../flash.ts'
import { formOf } from '../form.ts'
import { ownZone } from '../own-zone.ts'
import type { DashboardState } from '../state.ts'
import { LaterPage } from './later-page.tsx'
import { draftProblems, showDraft } from './show.tsx'

/** The time at which a draft goes out. */
export function laterRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const actor = (c: Context<DashboardState>) => c.get('view').actor

  routes.get('/documents/drafts/:id/later', async (c) => {
    const shown = await openDraft(ctx, actor(c), c.req.param('id'))
    const { draft } = shown
    const { revision } = draft
    try {
      await assertSchedulable(ctx, actor(c), draft.id)
    } catch (error) {
      return showDraft(ctx, c, shown, draftProblems(error))
    }
    const empty = { at: '', zone: '', ownZone: await ownZone(ctx, actor(c)), problems: {} }
    return c.html(<LaterPage {...{ view: c.get('view'), draft, revision, ...empty }} />)
  })

  routes.post('/documents/drafts/:id/later', async (c) => {
    const view = c.get('view')
    const { draft } = await openDraft(ctx, view.actor, c.req.param('id'))
    const form = await formOf(c)
    const [at, zone] = [form.text('at'), form.text('zone')]
    const revision = Number(form.text('revision'))
    const here = `/documents/drafts/${draft.id}`
    try {
      const moment = isTimeZone(zone) ? momentAt(at.slice(0, 16), zone) : new Date(Number.NaN)
      await scheduleDraft(ctx, view.actor, draft.id, { revision, at: moment, zone })
    } catch (error) {
      if (error instanceof DomainError && error.code === 'values_changed') return changedMeanwhile(ctx, c, here)
      const problems = draftProblems(error)
      if (problems.at || problems.zone)
        return c.html(
          <LaterPage {...{ view, draft, revision, at, zone, problems }} ownZone={await ownZone(ctx, view.actor)} />,
          422,
        )
      return showDraft(ctx, c, await openDraft(ctx, view.actor, draft.id), problems)
    }
    return flashTo(ctx, c, here, 'It is scheduled.')
  })

  routes.post('/documents/drafts/:id/cancel', async (c) => {
    const { id } = c.req.param()
    await cancelSend(ctx, actor(c), id)
    return flashTo(ctx, c, `/documents/drafts/${id}`, 'The sending was cancelled. Nobody was notified.')
  })

  return routes
}
