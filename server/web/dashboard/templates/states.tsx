import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { DomainError } from '../../../domain/errors.ts'
import {
  archiveTemplate,
  duplicateTemplate,
  restoreTemplate,
  unlockTemplate,
} from '../../../domain/templates/lifecycle.ts'
import { lockTemplate } from '../../../domain/templates/lock.ts'
import { templateState } from '../../../domain/templates/state.ts'
import { flash, flashTo } from '../flash.ts'
import { formOf } from '../form.ts'
import { Confirm } from '../parts/confirm.tsx'
import type { DashboardState } from '../state.ts'
import { assertMayOpen } from '../state.ts'
import { TemplateDetailPage } from './detail-page.tsx'

/** From draft to locked and back, out of the way and back, and once more. */
export function templateStateRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  // Where the page is shown again with what was refused.
  routes.get('/templates/:id/lock', (c) => c.redirect(`/templates/${c.req.param('id')}`, 303))
  routes.post('/templates/:id/lock', async (c) => {
    const view = c.get('view')
    const { id } = c.req.param()
    const revision = (await formOf(c)).text('revision')
    try {
      const { version } = await lockTemplate(ctx, view.actor, id, revision === '' ? null : Number(revision))
      flash(ctx, c, `Locked as version ${version}. It can be used now.`)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code === 'values_changed') {
        return flashTo(
          ctx,
          c,
          `/templates/${id}`,
          'The draft has changed meanwhile. Nothing was locked; this is how it is now.',
          'bad',
        )
      }
      if (error.code !== 'template_invalid') throw error
      const state = await templateState(ctx, view.actor, id)
      return c.html(<TemplateDetailPage view={view} state={state} apiUrl={ctx.config.apiUrl} />, 422)
    }
    return c.redirect(`/templates/${id}`, 303)
  })

  routes.post('/templates/:id/restore', async (c) => {
    const { id } = await restoreTemplate(ctx, c.get('view').actor, c.req.param('id'))
    return flashTo(ctx, c, `/templates/${id}`, 'The template is a draft again.')
  })

  routes.post('/templates/:id/duplicate', async (c) => {
    const { id } = await duplicateTemplate(ctx, c.get('view').actor, c.req.param('id'))
    return flashTo(ctx, c, `/templates/${id}`, 'This is the copy.')
  })

  routes.get('/templates/:id/:action{unlock|archive}', async (c) => {
    const view = c.get('view')
    const question = QUESTIONS[c.req.param('action') as keyof typeof QUESTIONS]
    assertMayOpen(view, question.verb)
    const { template, draft } = await templateState(ctx, view.actor, c.req.param('id'))
    return c.html(
      <Confirm
        view={view}
        title={question.title}
        action={`/templates/${template.id}/${c.req.param('action')}`}
        button={question.button}
        cancel={`/templates/${template.id}`}
        danger={question.danger}
      >
        <p>
          <b>
            <bdi>{draft.model.name}</bdi>
          </b>
        </p>
        <p>{question.text}</p>
      </Confirm>,
    )
  })

  routes.post('/templates/:id/unlock', async (c) => {
    const { id } = await unlockTemplate(ctx, c.get('view').actor, c.req.param('id'))
    return flashTo(ctx, c, `/templates/${id}`, 'The template is a draft now. Lock it again to use it.')
  })

  routes.post('/templates/:id/archive', async (c) => {
    const { id } = await archiveTemplate(ctx, c.get('view').actor, c.req.param('id'))
    return flashTo(ctx, c, `/templates/${id}`, 'The template is archived.')
  })
  return routes
}

const QUESTIONS = {
  unlock: {
    verb: 'unlockTemplate',
    title: 'Unlock this template?',
    text: 'Until it is locked again, calls that use it are refused with template_unlocked. Documents that were sent go on. Locked again without a change, it keeps its version.',
    button: 'Unlock',
    danger: false,
  },
  archive: {
    verb: 'archiveTemplate',
    title: 'Archive this template?',
    text: 'It is listed under Archived only, and calls that use it are refused. Documents that were sent go on. It can be restored.',
    button: 'Archive',
    danger: true,
  },
} as const
