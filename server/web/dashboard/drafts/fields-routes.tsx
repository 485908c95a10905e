import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { assertChangeable } from '../../../domain/drafts/change.ts'
import { placeDraftFields, placementState } from '../../../domain/drafts/edit.ts'
import { draftFileLayout } from '../../../domain/drafts/layout.ts'
import { draftPage } from '../../../domain/drafts/picture.ts'
import { fileOf, openDraft } from '../../../domain/drafts/read.ts'
import { DomainError } from '../../../domain/errors.ts'
import { invalid } from '../../../domain/invalid.ts'
import { notFound } from '../../../http/respond.ts'
import type { Assets } from '../../assets.ts'
import { KEPT, pictureResponse } from '../../files.ts'
import { changedMeanwhile, flash } from '../flash.ts'
import { formOf } from '../form.ts'
import type { DashboardState } from '../state.ts'
import { FieldsPage } from './fields-page.tsx'
import { nextBox, placementOf } from './form.ts'
import { savedDraft } from './saved.ts'
import { draftProblems, showDraft } from './show.tsx'

type Call = Context<DashboardState>

/** Where people sign in a PDF of a draft. */
export function fieldsRoutes(ctx: Ctx, assets: Assets): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const actor = (c: Call) => c.get('view').actor
  const viewOf = (c: Call) => ({ ...c.get('view'), assets: assets.of('draft') })

  routes.get('/documents/drafts/:id/files/:file', async (c) => {
    const shown = await openDraft(ctx, actor(c), c.req.param('id'))
    const { draft } = shown
    const file = fileOf(draft, c.req.param('file'))
    try {
      assertChangeable(ctx, draft)
    } catch (error) {
      return showDraft(ctx, c, shown, draftProblems(error))
    }
    const { placement, boxes } = file
    const was = placementState(file)
    return c.html(<FieldsPage {...{ view: viewOf(c), draft, file, was, placement, boxes, problems: {} }} />)
  })

  // While fields are placed.
  routes.put('/documents/drafts/:id/files/:file', async (c) => {
    const { draft } = await openDraft(ctx, actor(c), c.req.param('id'))
    const file = fileOf(draft, c.req.param('file'))
    const form = await formOf(c)
    const { problems, ...typed } = placementOf(form, file)
    const [problem] = Object.values(problems)
    if (problem !== undefined) throw invalid('boxes', problem)
    const edit = { was: form.text('was'), ...typed }
    return c.json(savedDraft(await placeDraftFields(ctx, actor(c), draft.id, file.id, edit), file.id))
  })

  routes.get('/documents/drafts/:id/files/:file/layout', async (c) => {
    const pages = await draftFileLayout(ctx, actor(c), c.req.param('id'), c.req.param('file'))
    return c.json({ pages }, 200, { 'Cache-Control': 'private, no-store' })
  })

  routes.post('/documents/drafts/:id/files/:file', async (c) => {
    const view = viewOf(c)
    const { draft } = await openDraft(ctx, view.actor, c.req.param('id'))
    const file = fileOf(draft, c.req.param('file'))
    const form = await formOf(c)
    const here = `/documents/drafts/${draft.id}/files/${file.id}`
    const was = form.text('was')
    const { problems, ...typed } = placementOf(form, file)
    if (Object.keys(problems).length > 0) {
      return c.html(<FieldsPage {...{ view, draft, file, was, ...typed, problems }} />, 422)
    }
    const isAdding = form.text('do') === 'add'
    const [first] = draft.model.signers
    const boxes = isAdding
      ? [...typed.boxes, nextBox(typed.boxes, file, typed.boxes.at(-1)?.signer || first?.id || '')]
      : typed.boxes
    const placement = isAdding ? 'explicit' : typed.placement
    try {
      await placeDraftFields(ctx, view.actor, draft.id, file.id, { was, placement, boxes })
    } catch (error) {
      if (error instanceof DomainError && error.code === 'values_changed') return changedMeanwhile(ctx, c, here)
      throw error
    }
    if (!isAdding) flash(ctx, c, 'Saved.')
    return c.redirect(here, 303)
  })

  routes.get('/documents/drafts/:id/files/:file/:picture{page-[1-9][0-9]{0,3}}', async (c) => {
    const { id, file, picture } = c.req.param()
    const page = Number(/\d+/.exec(picture)?.[0] ?? notFound())
    return pictureResponse(await draftPage(ctx, actor(c), { id, fileId: file, page }), KEPT)
  })

  return routes
}
