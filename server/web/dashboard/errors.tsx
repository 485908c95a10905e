import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Ctx } from '../../context.ts'
import { onError } from '../../http/respond.ts'
import type { State } from '../../http/state.ts'
import type { Assets } from '../assets.ts'
import { SAFE } from '../same-origin.ts'
import { PAGE_ERRORS } from '../status.ts'
import { AsPerson } from './parts/form.tsx'
import { Page } from './parts/page.tsx'
import { ButtonLink } from './parts/pieces.tsx'
import { Bare } from './parts/shell.tsx'
import { pageOfForm, pathOf } from './signed-in.ts'
import type { View } from './state.ts'

const TEXTS: Record<number, { title: string; text: string }> = {
  403: {
    title: 'You do not have permission',
    text: 'Your role in this workspace does not include it. An owner of the workspace can do it, or change your role.',
  },
  404: {
    title: 'Not found',
    text: 'There is nothing at this address in this workspace. It may have been deleted, or it belongs to another workspace.',
  },
  409: { title: 'This is not possible right now', text: 'Nothing was done.' },
  429: { title: 'Too many attempts', text: 'Wait a while, then try again.' },
  503: { title: 'Busy', text: 'The server is busy. Try again in a moment.' },
}
const REFUSED = { title: 'This could not be done', text: 'Nothing was changed.' }
const FAILED = { title: 'Something went wrong', text: 'This is our fault, not yours. The error has been logged.' }
const NOT_IN_PLAN = {
  title: 'Your plan does not include this',
  text: 'It needs the Enterprise entitlement. Whoever runs this server decides on the plans of its workspaces.',
}
const CROSS_SITE = {
  title: 'This did not come from our page',
  text: 'A form must be sent from the page it is on. Open the page again and repeat what you wanted to do.',
}
const BY_CODE: Record<string, { title: string; text: string }> = {
  cross_site_request: CROSS_SITE,
  'enterprise-required': NOT_IN_PLAN,
  email_failed: {
    title: 'The email was refused',
    text: 'The mail server did not take it. Check the address; if it is right, try again later.',
  },
  not_configured: {
    title: 'This server cannot do that',
    text: 'Whoever runs it has not set it up. Nothing was done.',
  },
}

/** The same address in each other workspace of the person: a link in a mail or an answer does not say which it is of. */
function OtherWorkspaces({ view, next }: { view: View; next: string }) {
  const { person } = view
  const others = person.workspaces.filter(({ id }) => id !== person.workspace.id)
  if (others.length === 0) return null
  return (
    <form method="post" action="/account/workspace" class="stack">
      <AsPerson view={view} />
      <input type="hidden" name="next" value={next} />
      <p>It may be in another of your workspaces:</p>
      {others.map(({ id, name }) => (
        <p>
          <button type="submit" class="btn" name="workspace" value={id}>
            Look in <bdi>{name}</bdi>
          </button>
        </p>
      ))}
    </form>
  )
}

/** The page of the form, or the list above it: what is not there has no page either. */
function backOf(page: string | null, status: number): { href: string; label: string } | null {
  if (page === null) return null
  if (status !== 404) return { href: page, label: 'Go back' }
  const [, section = ''] = page.split(/[/?]/)
  return { href: `/${section}`, label: 'Back to the list' }
}

/** The API begins its messages with a small letter and ends them without a full stop. */
const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, '')}.`

/**
 * Errors of the dashboard as pages, with the status of their code; scripts, which ask for JSON, get the API's error
 * object. `http/respond.ts` alone decides what is logged and what is disclosed.
 */
export const dashboardErrors = (ctx: Ctx, assets: Assets) => {
  const asJson = onError(ctx, PAGE_ERRORS)
  return async (error: Error, c: Context<State>): Promise<Response> => {
    const response = asJson(error, c)
    if (!c.req.header('accept')?.includes('text/html')) return response
    const { code, error: why } = (await response.clone().json()) as { code: string; error: string }
    const status = response.status as ContentfulStatusCode
    const words = BY_CODE[code] ?? TEXTS[status] ?? (status < 500 ? REFUSED : FAILED)
    // The reason is for the reader unless the page has said it better.
    const detail = status === 403 || status === 404 || words === NOT_IN_PLAN ? null : sentence(why)
    const view = (c as Context).get('view') as View | undefined
    const before = backOf(SAFE.has(c.req.method) ? null : pageOfForm(ctx, c), status)
    const body = (
      <div class="empty">
        <h1>{words.title}</h1>
        <p>{words.text}</p>
        {detail && <p class="small">{detail}</p>}
        {status >= 500 && (
          <p class="small">
            Request <code>{c.get('requestId')}</code>
          </p>
        )}
        {view && status === 404 && SAFE.has(c.req.method) && <OtherWorkspaces view={view} next={pathOf(c.req.url)} />}
        <p>
          {view && before !== null && (
            <>
              <ButtonLink href={before.href} label={before.label} kind="primary" />{' '}
            </>
          )}
          <ButtonLink href={view ? '/documents' : '/'} label={view ? 'Go to documents' : 'Go to the home page'} />
        </p>
      </div>
    )
    const page = view ? (
      <Page view={view} title={words.title} headless>
        {body}
      </Page>
    ) : (
      <Bare title={words.title} assets={assets.of('dashboard')}>
        {body}
      </Bare>
    )
    const retryAfter = response.headers.get('Retry-After')
    return c.html(page, status, retryAfter === null ? {} : { 'Retry-After': retryAfter })
  }
}
