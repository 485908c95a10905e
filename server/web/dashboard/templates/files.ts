import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { exportTemplate, getTemplateFile } from '../../../domain/templates/export.ts'
import { downloadBody } from '../../../http/download.ts'
import { disposition } from '../../../http/file-reply.ts'
import { streamOf, zipStream } from '../../../http/zip.ts'
import { sendPdf } from '../../files.ts'
import type { DashboardState } from '../state.ts'

/** The PDF of a template, and the template as `countersign templates import` reads it (decision 0502). */
export function templateFileRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/templates/:id/pdf', async (c) =>
    sendPdf(ctx, c as Context, await getTemplateFile(ctx, c.get('view').actor, c.req.param('id'))),
  )

  routes.get('/templates/:id/export.zip', async (c) => {
    const { actor } = c.get('view')
    const { id } = c.req.param()
    const { model, fields } = await exportTemplate(ctx, actor, id)
    const pdf = await getTemplateFile(ctx, actor, id)
    const entries = [
      { name: 'template.json', open: () => json(model) },
      { name: 'fields.json', open: () => json(fields) },
      { name: 'template.pdf', open: () => pdf.stream() },
    ]
    const headers = {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': disposition(`${model.name}.zip`),
      'Content-Type': 'application/zip',
    }
    // An archive that is begun and not read would keep its files open.
    if (c.req.method === 'HEAD') return new Response(null, { headers })
    return new Response(await downloadBody(ctx, c as Context, zipStream(entries, ctx.clock.now())), { headers })
  })
  return routes
}

const json = (value: unknown) => streamOf(Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
