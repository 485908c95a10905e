import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../../context.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { readDraft, saveDraft, type TemplateDraft, type TheirDraft } from '../../../../domain/templates/draft.ts'
import { newSlot } from '../../../../domain/templates/new-slot.ts'
import { flashBad, flashTo } from '../../flash.ts'
import { formOf } from '../../form.ts'
import type { DashboardState } from '../../state.ts'
import { assertMayOpen } from '../../state.ts'
import { withSettings } from './apply.ts'
import { entriesFrom, entriesOf } from './form.ts'
import { type SettingsProps, TemplateSettings } from './page.tsx'

type Call = Context<DashboardState>

/** Everything of a template but its boxes, as a form (decision 0502). */
export function templateSettingsRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/templates/:id/settings', async (c) => {
    assertMayOpen(c.get('view'), 'saveDraft')
    const draft = await readDraft(ctx, c.get('view').actor, c.req.param('id'))
    if (draft.template.status !== 'draft') return notDraft(c, draft)
    return show(c, { draft, entries: entriesOf(draft.model) }, 200)
  })

  routes.post('/templates/:id/settings', async (c) => {
    const { actor } = c.get('view')
    assertMayOpen(c.get('view'), 'saveDraft')
    const draft = await readDraft(ctx, actor, c.req.param('id'))
    if (draft.template.status !== 'draft') return notDraft(c, draft)
    const { id } = draft.template
    const form = await formOf(c)
    const [verb = '', what = ''] = form.text('do').split(' ')
    const entries = entriesFrom(form)
    const revision = Number(form.text('revision')) || 0
    const applied = withSettings(draft.model, entries, verb === 'drop' ? Number(what) : null)
    if ('problems' in applied) return show(c, { draft, entries, revision, problems: applied.problems }, 422)
    const { model } = applied
    const added = verb === 'add' ? newSlot(model.slots) : null
    try {
      await saveDraft(ctx, actor, id, {
        revision,
        model: added ? { ...model, slots: [...model.slots, added] } : model,
      })
    } catch (error) {
      const theirs = theirsIn(error)
      return show(c, { draft, entries, revision: theirs.revision, theirs }, 409)
    }
    if (verb === 'add' || verb === 'drop') {
      if (verb === 'add' && !added) flashBad(ctx, c, 'There can be 20 signers.')
      return c.redirect(`/templates/${id}/settings#${added ? `slot-${added.slot}` : 'slots'}`, 303)
    }
    return flashTo(ctx, c, `/templates/${id}`, 'The settings are saved.')
  })

  function notDraft(c: Call, { template: { id, status } }: TemplateDraft) {
    return flashTo(
      ctx,
      c,
      `/templates/${id}`,
      `The template is ${status}. Its settings can be changed when it is a draft.`,
      'bad',
    )
  }

  return routes
}

type Shown = Pick<SettingsProps, 'draft' | 'entries'> & Partial<SettingsProps>

function show(c: Call, shown: Shown, status: 200 | 409 | 422) {
  const { revision } = shown.draft.template
  return c.html(
    <TemplateSettings view={c.get('view')} revision={revision} problems={{}} theirs={null} {...shown} />,
    status,
  )
}

/** The draft that somebody else has saved first. Any other error is thrown on. */
function theirsIn(error: unknown): TheirDraft {
  if (!(error instanceof DomainError) || error.code !== 'values_changed') throw error
  return error.top?.theirs as TheirDraft
}
