import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { DomainError } from '../../../domain/errors.ts'
import { createTemplate } from '../../../domain/templates/create.ts'
import { listTemplates } from '../../../domain/templates/list.ts'
import { acceptOffers } from '../../../domain/templates/offers/accept.ts'
import { replaceTemplatePdf } from '../../../domain/templates/replace-pdf.ts'
import { templateState } from '../../../domain/templates/state.ts'
import { templateVersions } from '../../../domain/templates/versions.ts'
import { flash, flashBad, flashTo } from '../flash.ts'
import type { DashboardState } from '../state.ts'
import { assertMayOpen } from '../state.ts'
import { TemplateDetailPage } from './detail-page.tsx'
import { templateFileRoutes } from './files.ts'
import { TemplateList } from './list-page.tsx'
import { NewTemplate } from './new-page.tsx'
import { previewRoutes } from './preview.tsx'
import { beforeOf, templateQueryOf } from './query.ts'
import { ReplacePdf } from './replace-page.tsx'
import { templateSettingsRoutes } from './settings/routes.tsx'
import { templateStateRoutes } from './states.tsx'
import { formWithPdf, NO_FILE, refusedPdf, TOO_LARGE } from './upload.ts'
import { VersionsPage } from './versions-page.tsx'
import { count } from './words.ts'

const PAGE = 50

/** Templates: listed, uploaded, looked at and locked. */
export function templateRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/templates', async (c) => {
    const view = c.get('view')
    const query = templateQueryOf((name) => c.req.query(name))
    const page = await listTemplates(ctx, view.actor, {
      status: query.tab || 'current',
      limit: PAGE,
      cursor: query.cursor || null,
      search: query.q,
    })
    return c.html(<TemplateList view={view} query={query} page={page} now={ctx.clock.now()} />)
  })

  routes.get('/templates/new', (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'createTemplate')
    return c.html(<NewTemplate view={view} problems={{}} name="" />)
  })

  routes.post('/templates', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'createTemplate')
    const read = await formWithPdf(ctx, c)
    if (read === null) return c.html(<NewTemplate view={view} problems={TOO_LARGE} name="" />, 422)
    const { form, source } = read
    const name = form.text('name').replace(/\p{Cc}/gu, ' ')
    if (!source) return c.html(<NewTemplate view={view} problems={NO_FILE} name={name} />, 422)
    try {
      const { id } = await createTemplate(ctx, view.actor, source, name || null)
      return flashTo(ctx, c, `/templates/${id}`, 'The PDF is uploaded. Now place the boxes.')
    } catch (error) {
      return c.html(<NewTemplate view={view} problems={refusedPdf(error)} name={name} />, 422)
    }
  })

  routes.get('/templates/:id', async (c) => {
    const view = c.get('view')
    const state = await templateState(ctx, view.actor, c.req.param('id'))
    return c.html(<TemplateDetailPage view={view} state={state} apiUrl={ctx.config.apiUrl} />)
  })

  routes.get('/templates/:id/versions', async (c) => {
    const view = c.get('view')
    const before = beforeOf(c.req.query('before') ?? '')
    const list = await templateVersions(ctx, view.actor, c.req.param('id'), before)
    return c.html(<VersionsPage view={view} list={list} isFirstPage={before === null} />)
  })

  routes.post('/templates/:id/accept', async (c) => {
    const { id } = c.req.param()
    try {
      const added = await acceptOffers(ctx, c.get('view').actor, id)
      flash(ctx, c, added === 0 ? 'There was nothing to accept.' : `${count(added, 'box', 'boxes')} added.`)
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'values_changed') throw error
      flashBad(
        ctx,
        c,
        'The template was changed meanwhile, so that nothing was added. This is what its PDF offers now.',
      )
    }
    return c.redirect(`/templates/${id}`, 303)
  })

  routes.get('/templates/:id/replace', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'replaceTemplatePdf')
    const state = await templateState(ctx, view.actor, c.req.param('id'))
    return c.html(<ReplacePdf view={view} state={state} problems={{}} />)
  })

  routes.post('/templates/:id/pdf', async (c) => {
    const view = c.get('view')
    const state = await templateState(ctx, view.actor, c.req.param('id'))
    const { id } = state.template
    const read = await formWithPdf(ctx, c)
    if (read === null) return c.html(<ReplacePdf view={view} state={state} problems={TOO_LARGE} />, 422)
    const { source } = read
    if (!source) return c.html(<ReplacePdf view={view} state={state} problems={NO_FILE} />, 422)
    try {
      await replaceTemplatePdf(ctx, view.actor, id, source)
      return flashTo(ctx, c, `/templates/${id}`, 'The PDF is replaced. Boxes are where they were: look at them once.')
    } catch (error) {
      return c.html(<ReplacePdf view={view} state={state} problems={refusedPdf(error)} />, 422)
    }
  })

  routes.route('/', templateStateRoutes(ctx))
  routes.route('/', templateSettingsRoutes(ctx))
  routes.route('/', templateFileRoutes(ctx))
  routes.route('/', previewRoutes(ctx))
  return routes
}
