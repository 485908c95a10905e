import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { getDocumentFile } from '../../../domain/documents/read-files.ts'
import { DomainError } from '../../../domain/errors.ts'
import { confirmDocument } from '../../../domain/instances/confirm.ts'
import { discardDocument } from '../../../domain/instances/discard.ts'
import { listReviews, type Review, readReview } from '../../../domain/instances/review.ts'
import { reviseInstance } from '../../../domain/instances/revise.ts'
import { placeOf, placeText } from '../../../domain/place.ts'
import { downloadBody } from '../../../http/download.ts'
import { selectPart } from '../../../http/file-reply.ts'
import { changedMeanwhile, flash, flashBad } from '../flash.ts'
import { formOf } from '../form.ts'
import { type Entries, withRows } from '../instance/entries.ts'
import { wrongPlaces } from '../instance/person.tsx'
import { Confirm } from '../parts/confirm.tsx'
import type { Problems } from '../parts/form.tsx'
import type { DashboardState } from '../state.ts'
import { editsIn, entriesOf, problemsAt, sentEntries, valueForm } from './form.ts'
import { ReviewList } from './list.tsx'
import { ReviewPage } from './page.tsx'
import { confirmedWords, decidedMeanwhile } from './words.ts'

type RouteContext = Context<DashboardState>

/** What was staged: looked at, corrected, sent or discarded (contract 3). Works without a script. */
export function reviewRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.get('/review', async (c) => {
    const view = c.get('view')
    const { reviews, more } = await listReviews(ctx, view.actor, placeOf(c.req.query('after') ?? ''))
    const last = reviews.at(-1)
    const older = more && last ? `?after=${placeText({ at: last.expiresAt, id: last.id })}` : null
    return c.html(<ReviewList view={view} reviews={reviews} older={older} now={ctx.clock.now()} />)
  })

  routes.get('/review/:id', async (c) => {
    const review = await readReview(ctx, c.get('view').actor, c.req.param('id'))
    return show(c, review, entriesOf(review), {})
  })

  routes.get('/review/:id/document.pdf', async (c) => {
    const file = await getDocumentFile(ctx, c.get('view').actor, c.req.param('id'))
    const request = { range: c.req.header('range'), ifRange: c.req.header('if-range'), ifNoneMatch: undefined }
    const part = selectPart(file, request, 'inline')
    const kept = { 'Cache-Control': 'private, no-store' }
    if (!('body' in part)) return new Response(null, { status: part.status, headers: { ...part.headers, ...kept } })
    const headers = { ...part.headers, ...kept, 'Content-Type': 'application/pdf' }
    return new Response(await downloadBody(ctx, c, await part.body()), { status: part.status, headers })
  })

  routes.post('/review/:id', async (c) => {
    const { actor } = c.get('view')
    const { id } = c.req.param()
    const form = await formOf(c)
    const review = await readReview(ctx, actor, id)
    const entries = sentEntries(form, review)
    const isSend = form.text('do') === 'send'
    if (review.state !== 'staged') return decided(c, review, entries, isSend)
    const asked = withRows(entries, valueForm(review).inputs, form.text('do'))
    if (asked) return show(c, review, asked.entries, {}, 200, asked.focus)
    const misplaced = wrongPlaces(entries)
    if (Object.keys(misplaced).length > 0) return show(c, review, entries, misplaced, 422)
    const { values, recipients, printed } = editsIn(entries, review)
    const revision = Number(form.text('revision'))
    try {
      if (printed || (recipients.length > 0 && !isSend)) {
        await reviseInstance(ctx, actor, id, { revision, recipients, fieldValues: values })
        flash(ctx, c, isSend ? 'Your changes are in the document now. Check it once more, then send.' : 'Saved.')
      } else if (isSend) {
        const request = { recipients, sendEmails: null, expiresInDays: null, revision, warnings: [] }
        const { already } = await confirmDocument(ctx, actor, id, request)
        if (already) return decided(c, await readReview(ctx, actor, id), entries, isSend)
        flash(ctx, c, confirmedWords(review.document).flash)
      } else {
        flash(ctx, c, 'Nothing was changed.')
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code === 'values_changed') return changedMeanwhile(ctx, c, `/review/${id}`)
      if (DECIDED.has(error.code)) return decided(c, await readReview(ctx, actor, id), entries, isSend)
      const problems = refusedAt(error, review, entries)
      if (problems === null) throw error
      return show(c, review, entries, problems, 422)
    }
    return c.redirect(`/review/${id}`, 303)
  })

  routes.get('/review/:id/discard', async (c) => {
    const view = c.get('view')
    const { document, state } = await readReview(ctx, view.actor, c.req.param('id'))
    if (state !== 'staged') return c.redirect(`/review/${document.id}`, 303)
    return c.html(
      <Confirm
        view={view}
        title={`Discard ${document.title}?`}
        apiCall={`POST /v1/documents/${document.id}/discard`}
        action={`/review/${document.id}/discard`}
        button="Discard"
        cancel={`/review/${document.id}`}
        danger
      >
        <p>
          {document.kind === 'file'
            ? 'The file and its values are deleted. This cannot be undone.'
            : `Nobody is invited, and it cannot be sent any more. ${document.api_key_id === null ? 'The template can be sent anew.' : 'The program that staged it can stage another.'}`}
        </p>
      </Confirm>,
    )
  })

  routes.post('/review/:id/discard', async (c) => {
    const { actor } = c.get('view')
    const { id } = c.req.param()
    try {
      const { already } = await discardDocument(ctx, actor, id)
      flash(ctx, c, already ? 'It was discarded before.' : 'Discarded. Nobody was invited.')
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'already_confirmed') throw error
      flashBad(ctx, c, `${decidedMeanwhile(await readReview(ctx, actor, id))} It was not discarded.`)
    }
    return c.redirect(`/review/${id}`, 303)
  })

  /** Decided meanwhile, also by the first press of a double click: the page says by whom, and how. */
  function decided(c: RouteContext, review: Review, entries: Entries, isSend: boolean): Response {
    const { recipients, printed } = editsIn(entries, review)
    // The values of a discarded file are erased, so whether these are others cannot be told.
    const isOther = printed || recipients.length > 0
    if (isOther) flashBad(ctx, c, `${decidedMeanwhile(review)} Your changes were not taken.`)
    else if (isSend && review.state === 'discarded') flashBad(ctx, c, decidedMeanwhile(review))
    else flash(ctx, c, `It was ${review.state} before.`)
    return c.redirect(`/review/${review.document.id}`, 303)
  }

  function show(
    c: RouteContext,
    review: Review,
    entries: Entries,
    problems: Problems,
    status: 200 | 422 = 200,
    focus: string | null = null,
  ) {
    const props = { view: c.get('view'), review, entries, problems, focus, now: ctx.clock.now() }
    return c.html(<ReviewPage {...props} />, status)
  }

  return routes
}

/** What somebody else, or time, has decided since the review was read. */
const DECIDED: ReadonlySet<string> = new Set(['already_confirmed', 'discarded', 'review_expired'])

/** The problems of a refusal by the field they are at; null: it is not about the form. */
function refusedAt(error: DomainError, review: Review, entries: Entries): Problems | null {
  const { problems } = error.top as { problems?: { field: string; message: string }[] }
  if (problems) return problemsAt(problems, review, entries)
  const path = error.code === 'invalid_request' ? error.meta?.path : null
  return typeof path === 'string' && path.startsWith('slot')
    ? problemsAt([{ field: path, message: error.message }], review, entries)
    : null
}
