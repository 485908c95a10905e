import { Hono } from 'hono'
import type { Ctx } from '../../context.ts'
import { type SignerPage, signerPage } from '../../domain/signing/page.ts'
import type { State } from '../../http/state.ts'
import type { Assets } from '../assets.ts'
import { languageOf } from '../locales/index.ts'
import { signerCalls, signerOrigin, signerToken } from './calls.ts'
import { SigningPage } from './page.tsx'
import { GatedRequest } from './sms.tsx'
import { ClosedRequest, SignedRequest, UnknownLink } from './states.tsx'

/** The signer's page by the mailed link. */
export function signingRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const routes = new Hono<State>()
  routes.get('/sign/:token', async (c) => {
    const token = signerToken('/sign', c)
    const page = await signerPage(ctx, token, signerOrigin(ctx, c))
    return c.html(<PageOf page={page} assets={assets} base={`/sign/${token}`} />, page.state === 'unknown' ? 404 : 200)
  })
  routes.route('/', signerCalls(ctx, '/sign'))
  return routes
}

/** The page of the state, for both roots. */
export function PageOf({ page, assets, base }: { page: SignerPage; assets: Assets; base: string }) {
  const plain = assets.of('plain')
  if (page.state === 'unknown') return <UnknownLink language={languageOf(null)} assets={plain} />
  const language = languageOf(page.state === 'gated' ? page.locale : page.signer.locale)
  switch (page.state) {
    case 'open':
      return <SigningPage page={page} language={language} assets={assets.of('sign')} base={base} />
    case 'gated':
      return <GatedRequest page={page} language={language} assets={assets.of('sms')} base={base} />
    case 'signed':
      return <SignedRequest page={page} language={language} assets={assets.of('sealing')} base={base} />
    case 'queued':
    case 'expired':
    case 'withdrawn':
    case 'declined':
      return <ClosedRequest page={page} language={language} assets={plain} />
  }
}
