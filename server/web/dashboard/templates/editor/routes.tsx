import { z } from '@hono/zod-openapi'
import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../../context.ts'
import { readDraft, saveDraft } from '../../../../domain/templates/draft.ts'
import { draftLayout } from '../../../../domain/templates/draft-layout.ts'
import { getTemplateFile } from '../../../../domain/templates/export.ts'
import { duplicateTemplate } from '../../../../domain/templates/lifecycle.ts'
import { templatePage } from '../../../../domain/templates/page-picture.ts'
import { TemplateBox, TemplateModel } from '../../../../generated/schemas.ts'
import type { Assets } from '../../../assets.ts'
import { KEPT, pictureResponse, sendPdf } from '../../../files.ts'
import { readJson } from '../../../json-body.ts'
import { sameOrigin } from '../../../same-origin.ts'
import { flashTo } from '../../flash.ts'
import { assertInWorkspace } from '../../form.ts'
import { WORKSPACE_FIELD } from '../../parts/form.tsx'
import type { DashboardState } from '../../state.ts'
import { EditorPage } from './page.tsx'

/** The model as import takes it, with an id for each box. */
const Model = TemplateModel.extend({
  boxes: z
    .array(TemplateBox.required({ id: true }))
    .max(1000)
    .refine((boxes) => new Set(boxes.map(({ id }) => id)).size === boxes.length, 'two boxes have the same id'),
})
const Edited = z.strictObject({ revision: z.int().gte(0), model: Model, [WORKSPACE_FIELD]: z.string().optional() })
const Copied = z.strictObject({ model: Model })

/** The editor of a template's boxes, which works by script alone. */
export function templateEditorRoutes(ctx: Ctx, assets: Assets): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/templates/:id/edit', async (c) => {
    const id = c.req.param('id')
    const draft = await readDraft(ctx, c.get('view').actor, id)
    if (draft.template.status !== 'draft') {
      return flashTo(
        ctx,
        c,
        `/templates/${id}`,
        `The template is ${draft.template.status}. Its boxes can be edited when it is a draft.`,
        'bad',
      )
    }
    c.header('Cache-Control', 'no-store')
    return c.html(<EditorPage draft={draft} assets={assets.of('editor')} base={`/templates/${id}`} />)
  })

  routes.get('/templates/:id/edit/document.pdf', async (c) =>
    sendPdf(ctx, c as Context, await getTemplateFile(ctx, c.get('view').actor, c.req.param('id'))),
  )

  routes.get('/templates/:id/edit/layout', async (c) => {
    const pages = await draftLayout(ctx, c.get('view').actor, c.req.param('id'))
    return c.json({ pages }, 200, { 'Cache-Control': 'private, no-store' })
  })

  routes.get('/templates/:id/edit/:picture{page-[1-9][0-9]{0,4}}', async (c) => {
    const page = Number(/\d+/.exec(c.req.param('picture'))![0])
    return pictureResponse(await templatePage(ctx, c.get('view').actor, c.req.param('id'), page), KEPT)
  })

  routes.put('/templates/:id/draft', sameOrigin(ctx), async (c) => {
    const { [WORKSPACE_FIELD]: opened = '', ...edited } = await readJson(c, Edited)
    await c.get('view').again()
    assertInWorkspace(c.get('view'), opened, 'template')
    const saved = await saveDraft(ctx, c.get('view').actor, c.req.param('id'), edited)
    const { revision, at, problems, warnings } = saved
    return c.json({ revision, at: at.toISOString(), problems, warnings })
  })

  // What somebody else has saved stays, and this becomes a template of its own.
  routes.post('/templates/:id/draft', sameOrigin(ctx), async (c) => {
    const { actor } = c.get('view')
    const { model } = await readJson(c, Copied)
    await c.get('view').again()
    const { id, revision, name } = await duplicateTemplate(ctx, actor, c.req.param('id'))
    await saveDraft(ctx, actor, id, { revision, model: { ...model, name } })
    return c.json({ location: `/templates/${id}/edit` })
  })

  return routes
}
