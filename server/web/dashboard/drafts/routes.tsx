import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { countTabs } from '../../../domain/documents/list.ts'
import { addDraftFiles, createDraft, editDraft, removeDraft } from '../../../domain/drafts/edit.ts'
import { countDrafts, draftTitle, listDrafts, openDraft } from '../../../domain/drafts/read.ts'
import { detachDraft } from '../../../domain/drafts/send-again.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UploadedPdf } from '../../../domain/sending/draft.ts'
import { DRAFTS } from '../../../limits.ts'
import type { Assets } from '../../assets.ts'
import { changedMeanwhile, flashBad, flashTo } from '../flash.ts'
import { formOf, unlessTooLarge } from '../form.ts'
import { Confirm } from '../parts/confirm.tsx'
import { countPages, pageNumberOf } from '../parts/numbered-pager.tsx'
import type { DashboardState } from '../state.ts'
import { assertMayOpen } from '../state.ts'
import { formWithPdfs } from '../uploads.ts'
import { asSignerRoutes } from './as-signer-routes.tsx'
import { fieldsRoutes } from './fields-routes.tsx'
import { laterRoutes } from './later-routes.tsx'
import { DraftList } from './list-page.tsx'
import { NewPage, someRefused } from './new-page.tsx'
import { editOf, pressDraft } from './press.ts'
import { savedDraft } from './saved.ts'
import { toSent } from './sent.ts'
import { draftProblems, showDraft } from './show.tsx'
import { Summary, summaryOf } from './summary.tsx'

type Call = Context<DashboardState>

const TOO_LARGE_TOGETHER = `Together they are larger than ${DRAFTS.uploadBytes / 1024 / 1024} MB. Send fewer at a time.`

/** Documents that people prepare and send by hand. */
export function draftRoutes(ctx: Ctx, assets: Assets): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const actor = (c: Call) => c.get('view').actor

  routes.use('/documents/drafts/:id', async (c, next) => {
    c.set('view', { ...c.get('view'), assets: assets.of('draft') })
    await next()
  })

  routes.get('/documents/new', (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'createDraft')
    return c.html(<NewPage view={view} refused={[]} problem={null} />)
  })

  routes.post('/documents/new', async (c) => {
    const view = c.get('view')
    assertMayOpen(view, 'createDraft')
    const known = c.req.query('draft') ?? ''
    const read = await unlessTooLarge(c, formWithPdfs(ctx, c))
    if (read === null) {
      if (known === '') return c.html(<NewPage view={view} refused={[]} problem={TOO_LARGE_TOGETHER} />, 422)
      return flashTo(
        ctx,
        c,
        `/documents/drafts/${encodeURIComponent(known)}`,
        `Not added. ${TOO_LARGE_TOGETHER}`,
        'bad',
      )
    }
    const { uploads } = read
    const none = uploads.length === 0 ? 'Choose at least one PDF.' : null
    try {
      if (known !== '') {
        const problem = none ?? (await addTo(c, known, uploads))
        if (problem !== null) flashBad(ctx, c, problem)
        return c.redirect(`/documents/drafts/${encodeURIComponent(known)}`, 303)
      }
      if (none) return c.html(<NewPage view={view} refused={[]} problem={none} />, 422)
      const { draft, refused } = await createDraft(ctx, view.actor, uploads)
      if (!draft) return c.html(<NewPage view={view} refused={refused} problem={null} />, 422)
      if (refused.length > 0) flashBad(ctx, c, `Left out: ${someRefused(refused)}`)
      return c.redirect(`/documents/drafts/${draft.id}`, 303)
    } catch (error) {
      if (!(error instanceof DomainError) || error.meta?.path !== 'file') throw error
      return c.html(<NewPage view={view} refused={[]} problem={error.message} />, 422)
    } finally {
      for (const { file } of uploads) await file.discard()
    }
  })

  /** @returns why some PDFs were not added; null: all were, or the address of the draft says what has become of it */
  async function addTo(c: Call, id: string, uploads: readonly UploadedPdf[]): Promise<string | null> {
    try {
      const refused = await addDraftFiles(ctx, actor(c), id, uploads)
      return refused.length === 0 ? null : `Not added. ${someRefused(refused)}`
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code === 'not_found') return null
      if (error.code !== 'invalid_request' && error.code !== 'invalid_state') throw error
      return `Not added: ${error.message}.`
    }
  }

  routes.get('/documents/drafts', async (c) => {
    const view = c.get('view')
    const total = await countDrafts(ctx, view.actor)
    const page = Math.min(pageNumberOf(c.req.query('page')), countPages(total, DRAFTS.rows))
    const [drafts, counts] = await Promise.all([
      listDrafts(ctx, view.actor, page),
      countTabs(ctx, view.actor, ['waiting', 'attention', 'unsent']),
    ])
    const now = ctx.clock.now()
    return c.html(<DraftList {...{ view, drafts, page, now, counts: { ...counts, drafts: total } }} />)
  })

  routes.get('/documents/drafts/:id', async (c) =>
    showDraft(ctx, c, await openDraft(ctx, actor(c), c.req.param('id')), {}),
  )

  routes.post('/documents/drafts/:id/detach', async (c) => {
    const { id } = c.req.param()
    await detachDraft(ctx, actor(c), id)
    return flashTo(ctx, c, `/documents/drafts/${id}`, 'Sending this leaves the other document as it is.')
  })

  // While it is typed.
  routes.put('/documents/drafts/:id', async (c) => {
    const { draft } = await openDraft(ctx, actor(c), c.req.param('id'))
    const form = await formOf(c)
    return c.json(savedDraft(await editDraft(ctx, actor(c), draft.id, editOf(form, draft)), null))
  })

  routes.get('/documents/drafts/:id/summary', async (c) => {
    const view = c.get('view')
    const { draft } = await openDraft(ctx, view.actor, c.req.param('id'))
    return c.html(<Summary {...{ view, draft, ...(await summaryOf(ctx, view.actor, draft)) }} />)
  })

  routes.post('/documents/drafts/:id', async (c) => {
    const shown = await openDraft(ctx, actor(c), c.req.param('id'))
    try {
      return await pressDraft(ctx, c, shown, await formOf(c))
    } catch (error) {
      if (error instanceof DomainError && error.code === 'values_changed')
        return changedMeanwhile(ctx, c, `/documents/drafts/${shown.draft.id}`)
      const problems = draftProblems(error)
      return showDraft(ctx, c, await openDraft(ctx, actor(c), shown.draft.id), problems)
    }
  })

  routes.get('/documents/drafts/:id/delete', async (c) => {
    const { draft } = await openDraft(ctx, actor(c), c.req.param('id'))
    const base = `/documents/drafts/${draft.id}`
    return c.html(
      <Confirm
        view={c.get('view')}
        title={`Delete the draft ${draftTitle(draft)}?`}
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
    return flashTo(ctx, c, '/documents/drafts', 'The draft was deleted.')
  })

  routes.route('/', fieldsRoutes(ctx, assets))
  routes.route('/', asSignerRoutes(ctx, assets))
  routes.route('/', laterRoutes(ctx))
  routes.onError((error, c) => {
    const id = c.req.param('id') ?? ''
    const isPage = c.req.method !== 'PUT'
    if (isPage && error instanceof DomainError && error.code === 'not_found') return toSent(ctx, c, id)
    if (error instanceof DomainError && error.code === 'invalid_state' && c.req.method === 'POST') {
      // Somebody has scheduled it meanwhile, or it goes out at this moment: the page of the draft shows which.
      return flashTo(
        ctx,
        c,
        `/documents/drafts/${encodeURIComponent(id)}`,
        `Nothing was changed: ${error.message}.`,
        'bad',
      )
    }
    throw error
  })

  return routes
}
