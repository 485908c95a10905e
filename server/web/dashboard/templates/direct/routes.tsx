import { Hono } from 'hono'
import type { Ctx } from '../../../../context.ts'
import { endDirectLink, makeDirectLink, readDirectLink } from '../../../../domain/direct/manage.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { flashTo } from '../../flash.ts'
import { Confirm } from '../../parts/confirm.tsx'
import type { DashboardState } from '../../state.ts'
import { assertMayOpen } from '../../state.ts'
import { DirectLinkPage, DirectLinkPoster } from './page.tsx'

/** The direct link of a template. */
export function directLinkRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const pathOf = (id: string) => `/templates/${id}/direct-link`

  routes.get('/templates/:id/direct-link', async (c) => {
    const view = c.get('view')
    return c.html(<DirectLinkPage view={view} of={await readDirectLink(ctx, view.actor, c.req.param('id'))} />)
  })

  routes.post('/templates/:id/direct-link', async (c) => {
    const { id } = c.req.param()
    try {
      await makeDirectLink(ctx, c.get('view').actor, id)
    } catch (error) {
      // The page says why.
      if (!(error instanceof DomainError) || error.code !== 'invalid_state') throw error
      return c.redirect(pathOf(id), 303)
    }
    return flashTo(ctx, c, pathOf(id), 'This is the direct link. Whoever has it can use it.')
  })

  routes.get('/templates/:id/direct-link/print', async (c) => {
    const view = c.get('view')
    const { id } = c.req.param()
    const of = await readDirectLink(ctx, view.actor, id)
    return of.link ? c.html(<DirectLinkPoster view={view} of={of} url={of.link.url} />) : c.redirect(pathOf(id), 303)
  })

  routes.get('/templates/:id/direct-link/:action{renew|end}', async (c) => {
    const view = c.get('view')
    const { id, action } = c.req.param()
    const question = QUESTIONS[action as keyof typeof QUESTIONS]
    assertMayOpen(view, question.verb)
    const { title } = await readDirectLink(ctx, view.actor, id)
    return c.html(
      <Confirm
        view={view}
        title={question.title}
        action={action === 'end' ? `${pathOf(id)}/end` : pathOf(id)}
        button={question.button}
        cancel={pathOf(id)}
        danger
      >
        <p>
          <b>
            <bdi>{title}</bdi>
          </b>
        </p>
        <p>{question.text}</p>
      </Confirm>,
    )
  })

  routes.post('/templates/:id/direct-link/end', async (c) => {
    const { id } = c.req.param()
    await endDirectLink(ctx, c.get('view').actor, id)
    return flashTo(ctx, c, pathOf(id), 'The direct link is switched off.')
  })

  return routes
}

const QUESTIONS = {
  renew: {
    verb: 'makeDirectLink',
    title: 'Make a new direct link?',
    text: 'The link and the QR code that are in use now stop working, also where they are printed. Documents that were begun go on.',
    button: 'Make a new one',
  },
  end: {
    verb: 'endDirectLink',
    title: 'Switch off the direct link?',
    text: 'The link and its QR code stop working for good, also where they are printed. Documents that were begun go on.',
    button: 'Switch off',
  },
} as const
