import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { Ctx } from '../../context.ts'
import { askByDirectLink } from '../../domain/direct/ask.ts'
import { confirmStart, readStart } from '../../domain/direct/confirm.ts'
import { type DirectLink, resolveDirectLink } from '../../domain/direct/link.ts'
import { type DirectPage, directPage, logoOfDirectLink } from '../../domain/direct/open.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Locale } from '../../domain/locales.ts'
import { HttpError } from '../../http/errors.ts'
import { originOf } from '../../http/origin.ts'
import type { State } from '../../http/state.ts'
import type { Assets } from '../assets.ts'
import { formOf } from '../dashboard/form.ts'
import { sendLogo } from '../files.ts'
import { acceptedLanguage, chosenLanguage } from '../locales/index.ts'
import { assertOwnForm } from '../same-origin.ts'
import { inTheLookOf } from '../signing/look.ts'
import { UnknownLink } from '../signing/states.tsx'
import { DirectCodePage, RefusedPage, WhoPage } from './pages.tsx'

const BODY_MAX_BYTES = 8 * 1024

interface DirectState extends State {
  Variables: State['Variables'] & { link: DirectLink; page: DirectPage }
}

/**
 * The pages behind a direct link: who is there, the code that was mailed, and on to the signer's own page (decision 0567).
 * They work without a script. GET changes nothing, as whatever shows a preview of a link follows it.
 */
export function directRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const routes = new Hono<DirectState>()
  const plain = assets.of('plain')

  // Nobody's link makes the server read no body, and neither does one that takes nobody.
  const judge = createMiddleware<DirectState>(async function judgeDirectLink(c, next) {
    const link = await resolveDirectLink(ctx, c.req.param('token') ?? '')
    const language = languageOfPage(c)
    if (!link) return c.html(<UnknownLink language={language} assets={plain} />, 404)
    const page = await directPage(ctx, link)
    c.set('link', link)
    c.set('page', page)
    if (!page.isOpen && !c.req.path.endsWith('/logo')) return refuse(c, 'closed')
    return next()
  })
  routes.use('/direct/:token/*', judge)

  routes.get('/direct/:token', (c) => c.html(<WhoPage {...propsOf(c)} />))

  routes.get('/direct/:token/logo', async (c) => sendLogo(await logoOfDirectLink(ctx, c.get('link'))))

  routes.post('/direct/:token', small, async (c) => {
    assertOwnForm(c)
    const form = await formOf(c)
    const props = propsOf(c)
    const typed = { name: form.text('name'), email: form.text('email') }
    try {
      const person = { ...typed, locale: props.language.locale }
      const id = await askByDirectLink(ctx, c.get('link'), person, originOf(c, ctx.config.trustedProxies))
      return id === null ? refuse(c, 'closed') : c.redirect(`${props.base}/${id}`, 303)
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_request') return failed(c, error)
      const wrong = error.meta?.path === 'name' ? 'name' : 'email'
      return c.html(<WhoPage {...props} typed={typed} wrong={wrong} />, 422)
    }
  })

  routes.get('/direct/:token/:start', async (c) => {
    const start = await readStart(ctx, c.get('link'), c.req.param('start'))
    if (!start) return c.redirect(propsOf(c).base, 303)
    const props = { ...propsOf(c, start.person.locale), person: start.person }
    return c.html(<DirectCodePage {...props} {...(!start.isOpen && { triesLeft: null })} />)
  })

  routes.post('/direct/:token/:start', small, async (c) => {
    assertOwnForm(c)
    const { start: id } = c.req.param()
    const link = c.get('link')
    const start = await readStart(ctx, link, id)
    if (!start) return c.redirect(propsOf(c).base, 303)
    const code = (await formOf(c)).text('code')
    try {
      const confirmed = await confirmStart(ctx, link, id, code, originOf(c, ctx.config.trustedProxies))
      if (confirmed === 'closed') return refuse(c, 'closed')
      if (confirmed !== 'over' && 'url' in confirmed) return c.redirect(confirmed.url, 303)
      const triesLeft = confirmed === 'over' ? null : confirmed.triesLeft
      const props = { ...propsOf(c, start.person.locale), person: start.person, triesLeft }
      return c.html(<DirectCodePage {...props} />, 422)
    } catch (error) {
      return failed(c, error)
    }
  })

  return routes as unknown as Hono<State>

  /** @param locale of the person, where that is known */
  function propsOf(c: Context<DirectState>, locale?: Locale) {
    const page = c.get('page')
    const base = `/direct/${c.req.param('token')}`
    return { page, base, language: languageOfPage(c, locale), assets: inTheLookOf(plain, page.look) }
  }

  function refuse(c: Context<DirectState>, why: 'limited' | 'closed' | 'full') {
    return c.html(<RefusedPage {...propsOf(c)} why={why} />, ({ limited: 429, closed: 404, full: 503 } as const)[why])
  }

  /** What the person cannot mend has a page that says whom to tell; why is in the log. */
  function failed(c: Context<DirectState>, error: unknown) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'rate_limited') {
      c.header('Retry-After', String(error.retryInSeconds))
      return refuse(c, 'limited')
    }
    ctx.log.warn({ err: error, workspace_id: c.get('link').workspace_id }, 'a direct link could not be followed')
    return refuse(c, 'full')
  }
}

function languageOfPage(c: Context<DirectState>, locale = acceptedLanguage(c.req.header('accept-language')).locale) {
  return chosenLanguage(c.req.query('lang'), locale)
}

const small = bodyLimit({
  maxSize: BODY_MAX_BYTES,
  onError: () => {
    throw new HttpError('payload_too_large', `the body is larger than ${BODY_MAX_BYTES} bytes`)
  },
})
