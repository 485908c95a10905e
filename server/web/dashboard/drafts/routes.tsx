import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { countTabs } from '../../../domain/documents/list.ts'
import {
  addDraftFiles,
  createDraft,
  editDraft,
  newPerson,
  placeDraftFields,
  removeDraft,
  removeDraftFile,
} from '../../../domain/drafts/edit.ts'
import { draftPage } from '../../../domain/drafts/picture.ts'
import { countDrafts, type DraftView, fileOf, listDrafts, openDraft } from '../../../domain/drafts/read.ts'
import { cancelSend, scheduleDraft } from '../../../domain/drafts/schedule.ts'
import { sendDraft } from '../../../domain/drafts/send.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isTimeZone, momentAt } from '../../../domain/time-zone.ts'
import { notFound } from '../../../http/respond.ts'
import { assertMayOpen } from '../allowed.ts'
import { flash } from '../flash.ts'
import { type Form, formOf } from '../form.ts'
import { Confirm } from '../parts/confirm.tsx'
import type { Problems } from '../parts/form.tsx'
import type { DashboardState } from '../state.ts'
import { DraftPage } from './draft-page.tsx'
import { FieldsPage } from './fields-page.tsx'
import { modelOf, nextBox, placementOf, titlesOf } from './form.ts'
import { LaterPage } from './later-page.tsx'
import { DraftList } from './list-page.tsx'
import { NewPage, refusedText } from './new-page.tsx'
import { ScheduledPage } from './scheduled-page.tsx'
import { ownLink, sentText } from './sent.ts'
import { uploadsOf } from './uploads.ts'
import { draftTitle } from './words.ts'

type Call = Context<DashboardState>

/** Documents that people prepare and send by hand. */
export function draftRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const actor = (c: Call) => c.get('view').actor

  routes.get('/documents/new', (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'createDraft')
    return c.html(<NewPage view={view} refused={[]} problem={null} />)
  })

  routes.post('/documents/new', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'createDraft')
    const form = await formOf(c)
    const uploads = await uploadsOf(ctx, form)
    const known = form.text('draft')
    const none = uploads.length === 0 ? 'Choose at least one PDF.' : null
    try {
      if (known !== '') {
        const refused = uploads.length === 0 ? [] : await addDraftFiles(ctx, view.actor, known, uploads)
        if (none ?? refused[0]) flash(ctx, c, none ?? `Not added. ${refused.map(refusedText).join(' ')}`)
        return c.redirect(`/documents/drafts/${encodeURIComponent(known)}`, 303)
      }
      if (none) return c.html(<NewPage view={view} refused={[]} problem={none} />, 422)
      const { draft, refused } = await createDraft(ctx, view.actor, uploads)
      if (!draft) return c.html(<NewPage view={view} refused={refused} problem={null} />, 422)
      if (refused.length > 0) flash(ctx, c, `Left out: ${refused.map(refusedText).join(' ')}`)
      return c.redirect(`/documents/drafts/${draft.id}`, 303)
    } catch (error) {
      if (!(error instanceof DomainError) || error.meta?.path !== 'file') throw error
      return c.html(<NewPage view={view} refused={[]} problem={error.message} />, 422)
    } finally {
      for (const { file } of uploads) await file.discard()
    }
  })

  routes.get('/documents/drafts', async (c) => {
    const view = c.get('view')
    const [drafts, counts, count] = await Promise.all([
      listDrafts(ctx, view.actor),
      countTabs(ctx, view.actor, ['waiting', 'attention', 'unsent']),
      countDrafts(ctx, view.actor),
    ])
    return c.html(<DraftList view={view} drafts={drafts} counts={{ ...counts, drafts: count }} now={ctx.clock.now()} />)
  })

  routes.get('/documents/drafts/:id', async (c) => show(c, await openDraft(ctx, actor(c), c.req.param('id')), {}))

  routes.post('/documents/drafts/:id', async (c) => {
    const shown = await openDraft(ctx, actor(c), c.req.param('id'))
    const form = await formOf(c)
    try {
      return await act(c, shown, form)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'values_changed')
        return changed(c, `/documents/drafts/${shown.draft.id}`)
      const problems = refusedAt(error)
      return show(c, await openDraft(ctx, actor(c), shown.draft.id), problems, 422)
    }
  })

  /** Keeps the form, then does what its button says. */
  async function act(c: Call, { draft }: DraftView, form: Form): Promise<Response> {
    const [verb = '', what = ''] = form.text('do').split(' ')
    const { person } = c.get('view')
    const here = `/documents/drafts/${draft.id}`
    const model = modelOf(form)
    if (verb === 'add') model.signers.push(newPerson(''))
    if (verb === 'add-me') model.signers.push({ ...newPerson(''), name: person.name ?? '', email: person.email })
    if (verb === 'drop') model.signers = model.signers.filter(({ id }) => id !== what)
    const edit = { revision: Number(form.text('revision')), model, titles: titlesOf(form, draft) }
    const { revision } = await editDraft(ctx, actor(c), draft.id, edit)
    if (verb === 'without') await removeDraftFile(ctx, actor(c), draft.id, what)
    if (verb === 'send' || verb === 'sign') {
      const created = await sendDraft(ctx, actor(c), draft.id, revision)
      const link = verb === 'sign' ? ownLink(ctx, created, person.email) : null
      if (link !== null) return c.redirect(link, 303)
      flash(ctx, c, sentText(created))
      return c.redirect(created.length === 1 ? `/documents/${created[0]!.document.id}` : '/documents', 303)
    }
    if (verb === 'later') return c.redirect(`${here}/later`, 303)
    if (verb === 'save') flash(ctx, c, 'Saved.')
    return c.redirect(verb === 'add' || verb === 'add-me' ? `${here}#signers` : here, 303)
  }

  routes.get('/documents/drafts/:id/later', async (c) => {
    const { draft } = await openDraft(ctx, actor(c), c.req.param('id'))
    return c.html(<LaterPage view={c.get('view')} draft={draft} at="" zone="" problems={{}} />)
  })
  routes.post('/documents/drafts/:id/later', async (c) => {
    const view = c.get('view')
    const { draft } = await openDraft(ctx, view.actor, c.req.param('id'))
    const form = await formOf(c)
    const [at, zone] = [form.text('at'), form.text('zone')]
    const here = `/documents/drafts/${draft.id}`
    try {
      const moment = isTimeZone(zone) ? momentAt(at.slice(0, 16), zone) : new Date(Number.NaN)
      await scheduleDraft(ctx, view.actor, draft.id, { revision: Number(form.text('revision')), at: moment, zone })
    } catch (error) {
      if (error instanceof DomainError && error.code === 'values_changed') return changed(c, here)
      const problems = refusedAt(error)
      if (problems.at || problems.zone) return c.html(<LaterPage {...{ view, draft, at, zone, problems }} />, 422)
      return show(c, { draft, by: null }, problems, 422)
    }
    flash(ctx, c, 'It is scheduled.')
    return c.redirect(here, 303)
  })
  routes.post('/documents/drafts/:id/cancel', async (c) => {
    const { id } = c.req.param()
    await cancelSend(ctx, actor(c), id)
    flash(ctx, c, 'The sending was cancelled. Nobody was told of it.')
    return c.redirect(`/documents/drafts/${id}`, 303)
  })

  routes.get('/documents/drafts/:id/delete', async (c) => {
    const { draft } = await openDraft(ctx, actor(c), c.req.param('id'))
    const base = `/documents/drafts/${draft.id}`
    return c.html(
      <Confirm
        view={c.get('view')}
        section="documents"
        title={`Delete the draft ${draftTitle(draft)}?`}
        apiCall={null}
        action={`${base}/delete`}
        button="Delete"
        cancel={base}
        danger
      >
        <p>Its PDFs and what was typed are deleted. Nobody was told of it. This cannot be undone.</p>
      </Confirm>,
    )
  })
  routes.post('/documents/drafts/:id/delete', async (c) => {
    await removeDraft(ctx, actor(c), c.req.param('id'))
    flash(ctx, c, 'The draft was deleted.')
    return c.redirect('/documents/drafts', 303)
  })

  routes.get('/documents/drafts/:id/files/:file', async (c) => {
    const { draft } = await openDraft(ctx, actor(c), c.req.param('id'))
    const file = fileOf(draft, c.req.param('file'))
    const { placement, boxes } = file
    return c.html(<FieldsPage {...{ view: c.get('view'), draft, file, placement, boxes, problems: {} }} />)
  })

  routes.post('/documents/drafts/:id/files/:file', async (c) => {
    const view = c.get('view')
    const { draft } = await openDraft(ctx, view.actor, c.req.param('id'))
    const file = fileOf(draft, c.req.param('file'))
    const form = await formOf(c)
    const here = `/documents/drafts/${draft.id}/files/${file.id}`
    const { problems, ...typed } = placementOf(form, file)
    if (Object.keys(problems).length > 0) {
      return c.html(<FieldsPage {...{ view, draft, file, ...typed, problems }} />, 422)
    }
    const isAdding = form.text('do') === 'add'
    const [first] = draft.model.signers
    const boxes = isAdding
      ? [...typed.boxes, nextBox(typed.boxes, file, typed.boxes.at(-1)?.signer ?? first?.id ?? '')]
      : typed.boxes
    const placement = isAdding ? 'explicit' : typed.placement
    try {
      await placeDraftFields(ctx, view.actor, draft.id, file.id, {
        revision: Number(form.text('revision')),
        placement,
        boxes,
      })
    } catch (error) {
      if (error instanceof DomainError && error.code === 'values_changed') return changed(c, here)
      throw error
    }
    if (!isAdding) flash(ctx, c, 'Saved.')
    return c.redirect(here, 303)
  })

  routes.get('/documents/drafts/:id/files/:file/:picture{page-[1-9][0-9]{0,3}\\.webp}', async (c) => {
    const { id, file, picture } = c.req.param()
    const page = Number(/\d+/.exec(picture)?.[0] ?? notFound())
    const made = await draftPage(ctx, actor(c), { id, fileId: file, page })
    // The bytes of a file never change.
    const headers = { 'Cache-Control': 'private, max-age=3600' }
    if (!made) return new Response(null, { status: 204, headers })
    return new Response(new Uint8Array(made), { headers: { ...headers, 'Content-Type': 'image/webp' } })
  })

  function show(c: Call, shown: DraftView, problems: Problems, status: 200 | 422 = 200) {
    const view = c.get('view')
    if (shown.draft.send_at !== null) return c.html(<ScheduledPage view={view} shown={shown} />)
    return c.html(<DraftPage view={view} shown={shown} problems={problems} />, status)
  }

  function changed(c: Call, where: string) {
    flash(ctx, c, 'Somebody else has changed this meanwhile. This is how it is now; nothing of yours was kept.')
    return c.redirect(where, 303)
  }

  return routes
}

/** A refusal beside the field it is about, or on the list of signers. */
function refusedAt(error: unknown): Problems {
  if (!(error instanceof DomainError) || error.code === 'not_found') throw error
  const path = error.meta?.path
  return { [typeof path === 'string' ? path : 'signers']: error.message }
}
