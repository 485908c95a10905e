import { Hono } from 'hono'
import type { Ctx } from '../../context.ts'
import type { Locale } from '../../domain/locales.ts'
import { inWorkspace } from '../../domain/records/workspaces/sandbox.ts'
import { passedOnBy, type SignerPage, signerPage } from '../../domain/signing/page.ts'
import type { State } from '../../http/state.ts'
import type { Assets } from '../assets.ts'
import { acceptedLanguage, chosenLanguage, type Language } from '../locales/index.ts'
import { findSigner, signerToken } from './caller.ts'
import { signerCalls } from './calls.ts'
import { inTheLookOf } from './look.ts'
import { SigningPage } from './page.tsx'
import { createRenderings } from './renderings.ts'
import { GatedRequest } from './sms.tsx'
import { startFirstPage } from './start-first-page.ts'
import { ClosedRequest, PassedOnLink, SignedRequest, UnknownLink } from './states.tsx'

/** The signer's page by the emailed link. */
export function signingRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const routes = new Hono<State>()
  const renderings = createRenderings(ctx)
  routes.get('/sign/:token', async (c) => {
    const actor = await findSigner(ctx, '/sign', c)
    const own = actor ? await inWorkspace(ctx, actor.workspaceId) : ctx
    const lang = c.req.query('lang')
    const render = async () => {
      const page = actor ? await signerPage(own, actor) : null
      if (actor && page?.state === 'open' && c.req.method === 'GET') startFirstPage(own, actor)
      const known = localeOf(page) ?? acceptedLanguage(c.req.header('accept-language')).locale
      const language = chosenLanguage(lang, known)
      const base = `/sign/${signerToken('/sign', c)}`
      return (<PageOf page={page} language={language} assets={assets} base={base} />).toString()
    }
    if (!actor) {
      const passedOn = await passedOnBy(ctx, signerToken('/sign', c))
      if (!passedOn) return c.html(await render(), 404)
      const language = chosenLanguage(lang, passedOn.locale)
      return c.html(<PassedOnLink {...{ passedOn, language, assets: assets.of('plain') }} />, 404)
    }
    return c.html(await renderings.of(actor, lang ?? '', render))
  })
  routes.route('/', signerCalls(ctx, '/sign'))
  return routes
}

/** The signer's own language; null for an unknown link. */
function localeOf(page: SignerPage | null): Locale | null {
  if (page === null) return null
  return page.state === 'gated' ? page.locale : page.signer.locale
}

interface PageProps {
  /** Null: the link is nobody's. */
  page: SignerPage | null
  language: Language
  assets: Assets
  base: string
}

/** The page of the state, for both roots. */
export function PageOf({ page, language, assets, base }: PageProps) {
  if (page === null) return <UnknownLink language={language} assets={assets.of('plain')} />
  const own = (name: Parameters<Assets['of']>[0]) => inTheLookOf(assets.of(name), page.look)
  switch (page.state) {
    case 'open':
      return <SigningPage page={page} language={language} assets={own('sign')} base={base} />
    case 'gated':
      return <GatedRequest page={page} language={language} assets={own('sms')} base={base} />
    case 'signed':
      return <SignedRequest page={page} language={language} assets={own('sealing')} base={base} />
    case 'queued':
    case 'expired':
    case 'withdrawn':
    case 'declined':
      return <ClosedRequest page={page} language={language} assets={own('plain')} base={base} />
  }
}
