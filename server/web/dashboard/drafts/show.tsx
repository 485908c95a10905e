import type { Context } from 'hono'
import type { Ctx } from '../../../context.ts'
import { listFolders } from '../../../domain/documents/folders.ts'
import { getDocument } from '../../../domain/documents/get.ts'
import { isBeingSent } from '../../../domain/drafts/change.ts'
import { knownPeople } from '../../../domain/drafts/known-people.ts'
import type { DraftView } from '../../../domain/drafts/read.ts'
import { DomainError } from '../../../domain/errors.ts'
import { pageStatus } from '../../status.ts'
import { flashTo } from '../flash.ts'
import type { Problems } from '../parts/form.tsx'
import type { DashboardState } from '../state.ts'
import { DraftPage } from './draft-page.tsx'
import { ScheduledPage, SendingPage } from './scheduled-page.tsx'

const LOOKS_AGAIN_SECONDS = 3

/** The page of a draft, as it stands: being sent, waiting for its time, or to be edited. */
export async function showDraft(
  ctx: Ctx,
  c: Context<DashboardState>,
  shown: DraftView,
  problems: Problems,
  places: readonly number[] | null = null,
): Promise<Response> {
  const view = c.get('view')
  const { id, replaces, send_at } = shown.draft
  if (isBeingSent(ctx, shown.draft)) {
    // Leads to the documents once it is sent, also without a script.
    c.header('Refresh', `${LOOKS_AGAIN_SECONDS}; url=/documents/drafts/${id}`)
    return c.html(<SendingPage view={view} shown={shown} />)
  }
  const replaced = replaces === null ? null : await getDocument(ctx, view.actor, replaces)
  const common = { view, shown, replaced, now: ctx.clock.now() }
  if (send_at !== null) {
    // What was typed in another tab is not on the page that follows.
    const [why] = Object.values(problems)
    if (why === undefined) return c.html(<ScheduledPage {...common} />)
    return flashTo(ctx, c, `/documents/drafts/${id}`, `Nothing was changed: ${why.replace(/\.$/, '')}.`, 'bad')
  }
  const hasSms = ctx.sms.kind !== 'none'
  const [known, folders] = await Promise.all([knownPeople(ctx, view.actor), listFolders(ctx, view.actor)])
  const { files } = shown.draft
  const file = files.find(({ id }) => id === c.req.query('file')) ?? files[0] ?? null
  return c.html(
    <DraftPage {...common} {...{ file, problems, places, hasSms, known, folders }} />,
    Object.keys(problems).length > 0 ? 422 : 200,
  )
}

/** A refusal beside the field it is about, or on the list of signers. A failure is none: it is thrown, and logged. */
export function draftProblems(error: unknown): Problems {
  if (!(error instanceof DomainError) || error.code === 'not_found' || pageStatus(error.code) >= 500) throw error
  const path = error.meta?.path
  return { [typeof path === 'string' ? path : 'signers']: error.message }
}
