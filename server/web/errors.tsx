import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Ctx } from '../context.ts'
import { onError } from '../http/respond.ts'
import type { State } from '../http/state.ts'
import type { Assets } from './assets.ts'
import { acceptedLanguage } from './locales/index.ts'
import { Failed, UnknownLink } from './signing/states.tsx'
import { PAGE_ERRORS } from './status.ts'

/**
 * A page's own calls get the API's error object (`{ error, code, meta? }`); a person who follows a link gets a page.
 * `http/respond.ts` alone decides what is logged and what is disclosed.
 */
export const onWebError = (ctx: Ctx, assets: Assets) => {
  const asJson = onError(ctx, PAGE_ERRORS)
  return (error: Error, c: Context<State>): Response | Promise<Response> => {
    const response = asJson(error, c)
    if (c.req.method !== 'GET' || !c.req.header('accept')?.includes('text/html')) return response
    const status = response.status as ContentfulStatusCode
    const common = { language: acceptedLanguage(c.req.header('accept-language')), assets: assets.of('plain') }
    if (status >= 500) return c.html(<Failed {...common} requestId={c.get('requestId')} />, status)
    // The file does not exist in this state: the link's page explains why.
    const token = c.req.param('token')
    if (token !== undefined && status !== 404 && status !== 429) {
      return c.redirect(`${c.req.path.startsWith('/embed/') ? '/embed' : '/sign'}/${token}`, 303)
    }
    return c.html(<UnknownLink {...common} />, status, Object.fromEntries(retryAfter(response)))
  }
}

function retryAfter({ headers }: Response): [string, string][] {
  const seconds = headers.get('Retry-After')
  return seconds === null ? [] : [['Retry-After', seconds]]
}
