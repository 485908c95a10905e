import { z } from '@hono/zod-openapi'
import { Hono } from 'hono'
import type { Ctx } from '../../../../context.ts'
import { saveDraft } from '../../../../domain/templates/draft.ts'
import { TemplateBox, TemplateModel } from '../../../../generated/schemas.ts'
import { readJson } from '../../../json-body.ts'
import { sameOrigin } from '../../../same-origin.ts'
import type { DashboardState } from '../../state.ts'

/** What the editor sends: the model as import takes it, with an id for each box. */
const Edited = z.strictObject({
  revision: z.int().gte(0),
  model: TemplateModel.extend({
    boxes: z
      .array(TemplateBox.required({ id: true }))
      .max(1000)
      .refine((boxes) => new Set(boxes.map(({ id }) => id)).size === boxes.length, 'two boxes have the same id'),
  }),
})

/** The editor of a template's boxes, which works by script alone. */
export function templateEditorRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.put('/templates/:id/draft', sameOrigin(ctx), async (c) => {
    const { revision, at, problems, warnings } = await saveDraft(
      ctx,
      c.get('view').actor,
      c.req.param('id'),
      await readJson(c, Edited),
    )
    return c.json({ revision, at: at.toISOString(), problems, warnings })
  })

  return routes
}
