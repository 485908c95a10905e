import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { countTabs } from '../../../domain/documents/list.ts'
import {
  addDraftFiles,
  createDraft,
  editDraft,
  newPerson,
  removeDraft,
  removeDraftFile,
} from '../../../domain/drafts/edit.ts'
import { countDrafts, type DraftView, listDrafts, openDraft } from '../../../domain/drafts/read.ts'
import { sendDraft } from '../../../domain/drafts/send.ts'
import { detachDraft } from '../../../domain/drafts/send-again.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Assets } from '../../assets.ts'
import { assertMayOpen } from '../allowed.ts'
import { flash } from '../flash.ts'
import { type Form, formOf } from '../form.ts'
import { Confirm } from '../parts/confirm.tsx'
import type { DashboardState } from '../state.ts'
import { formWithPdfs } from '../uploads.ts'
import { inOrder, peopleOf, sharedPlaces, termsOf, titlesOf } from './entries.ts'
import { changedMeanwhile, fieldsRoutes } from './fields-routes.tsx'
import { laterRoutes } from './later-routes.tsx'
import { DraftList } from './list-page.tsx'
import { NewPage, refusedText } from './new-page.tsx'
import { ownLink, pageOfSent, sentText, toSent } from './sent.ts'
import { draftProblems, showDraft } from './show.tsx'
import { draftTitle } from './words.ts'

type Call = Context<DashboardState>

/** Documents that people prepare and send by hand. */
export function draftRoutes(ctx: Ctx, assets: Assets): Hono<DashboardState> {
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
    const { form, uploads } = await formWithPdfs(ctx, c)
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
      const sent = known !== '' && isNotFound(error) ? await toSent(ctx, c, known) : null
      if (sent) return sent
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

  routes.get('/documents/drafts/:id', async (c) =>
    showDraft(ctx, c, await openDraft(ctx, actor(c), c.req.param('id')), {}),
  )

  routes.post('/documents/drafts/:id/detach', async (c) => {
    const { id } = c.req.param()
    await detachDraft(ctx, actor(c), id)
    flash(ctx, c, 'Sending this leaves the other document as it is.')
    return c.redirect(`/documents/drafts/${id}`, 303)
  })

  routes.post('/documents/drafts/:id', async (c) => {
    const shown = await openDraft(ctx, actor(c), c.req.param('id'))
    const form = await formOf(c)
    try {
      return await act(c, shown, form)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'values_changed')
        return changedMeanwhile(ctx, c, `/documents/drafts/${shown.draft.id}`)
      const problems = draftProblems(error)
      return showDraft(ctx, c, await openDraft(ctx, actor(c), shown.draft.id), problems)
    }
  })

  /** Keeps the form, then does what its button says. */
  async function act(c: Call, { draft, by }: DraftView, form: Form): Promise<Response> {
    const [verb = '', what = ''] = form.text('do').split(' ')
    const { person } = c.get('view')
    const here = `/documents/drafts/${draft.id}`
    const people = peopleOf(form).filter((one) => verb !== 'drop' || one.person.id !== what)
    const [terms, titles] = [termsOf(form), titlesOf(form, draft)]
    const shown = Number(form.text('revision'))
    const problems = terms.signing_mode === 'sequential' ? sharedPlaces(people) : {}
    if (Object.keys(problems).length > 0) {
      const model = { ...terms, signers: people.map((one) => one.person) }
      const files = draft.files.map((file) => ({ ...file, title: titles[file.id] || file.title }))
      const typed = { by, draft: { ...draft, revision: shown, model, files } }
      const places = people.map(({ place }) => place)
      return showDraft(ctx, c, typed, problems, places)
    }
    const signers = inOrder(people)
    if (verb === 'add') signers.push(newPerson(''))
    if (verb === 'add-me') signers.push({ ...newPerson(''), name: person.name ?? '', email: person.email })
    const edit = { revision: shown, model: { ...terms, signers }, titles }
    const { revision } = await editDraft(ctx, actor(c), draft.id, edit)
    if (verb === 'without') await removeDraftFile(ctx, actor(c), draft.id, what)
    if (verb === 'send' || verb === 'sign') {
      const created = await sendDraft(ctx, actor(c), draft.id, revision)
      const link = verb === 'sign' ? ownLink(ctx, created, person.email) : null
      if (link !== null) return c.redirect(link, 303)
      flash(ctx, c, sentText(created))
      return c.redirect(pageOfSent(created.map(({ document }) => document)), 303)
    }
    if (verb === 'later') return c.redirect(`${here}/later`, 303)
    if (verb === 'save') flash(ctx, c, 'Saved.')
    return c.redirect(verb === 'add' || verb === 'add-me' ? `${here}#signers` : here, 303)
  }

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
        <p>Its PDFs and what was typed are deleted. Nobody was notified. This cannot be undone.</p>
      </Confirm>,
    )
  })
  routes.post('/documents/drafts/:id/delete', async (c) => {
    await removeDraft(ctx, actor(c), c.req.param('id'))
    flash(ctx, c, 'The draft was deleted.')
    return c.redirect('/documents/drafts', 303)
  })

  routes.route('/', fieldsRoutes(ctx, assets))
  routes.route('/', laterRoutes(ctx))
  routes.onError((error, c) => {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error
    return toSent(ctx, c, c.req.param('id') ?? '')
  })

  return routes
}
