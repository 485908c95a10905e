import { Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import type { ExampleKind } from '../../../domain/templates/preview/examples.ts'
import { previewPage, previewReport, previewTemplate } from '../../../domain/templates/preview/preview.ts'
import { disposition } from '../../../http/file-reply.ts'
import { KEPT, pictureResponse } from '../../files.ts'
import type { DashboardState } from '../state.ts'
import { PreviewPage } from './preview-page.tsx'

/** What a template makes of example values: `?values=long` fills it as far as its fields allow. */
export function previewRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/templates/:id/preview', async (c) => {
    const view = c.get('view')
    const kind = kindOf(c.req.query('values'))
    const report = await previewReport(ctx, view.actor, c.req.param('id'), kind)
    return c.html(<PreviewPage view={view} report={report} kind={kind} />)
  })

  routes.get('/templates/:id/preview.pdf', async (c) => {
    const kind = kindOf(c.req.query('values'))
    const { filename, bytes } = await previewTemplate(ctx, c.get('view').actor, c.req.param('id'), kind)
    return c.body(bytes, 200, {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': disposition(filename, c.req.query('download') === undefined ? 'inline' : 'attachment'),
      'Content-Type': 'application/pdf',
    })
  })

  routes.get('/templates/:id/preview/:picture{page-[1-9][0-9]{0,4}}', async (c) => {
    const page = Number(/\d+/.exec(c.req.param('picture'))![0])
    const wanted = { kind: kindOf(c.req.query('values')), page }
    return pictureResponse(await previewPage(ctx, c.get('view').actor, c.req.param('id'), wanted), KEPT)
  })

  return routes
}

const kindOf = (values: string | undefined): ExampleKind => (values === 'long' ? 'long' : 'example')
