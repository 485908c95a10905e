import { Hono } from 'hono'
import type { Ctx } from '../../context.ts'
import { anyEmbedOrigin } from '../../domain/signers/embedding/origin.ts'
import { markLoaded } from '../../domain/signers/embedding/resolve.ts'
import type { State } from '../../http/state.ts'
import type { Assets } from '../assets.ts'
import type { HostData } from '../host-data.ts'
import { type Language, languageOf } from '../locales/index.ts'
import { pagePolicy } from '../page-headers.ts'
import { signerToken } from '../signing/caller.ts'
import { signerCalls } from '../signing/calls.ts'
import { PageOf } from '../signing/routes.tsx'
import { ClosedFrame } from './closed.tsx'
import { type Frame, openFrame } from './frame.ts'

/**
 * The signer's page in a frame of the caller's own page (contract 4.14): the same page and calls as by the emailed link.
 * Only pages of the session's origin may frame it, and it posts its events to that origin alone. Without a known session
 * there is nothing to see, so any page may frame that and receive its error.
 */
export function embedRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const routes = new Hono<State>()
  routes.get('/embed/:token', async (c) => {
    const frame = await openFrame(ctx, c, signerToken('/embed', c))
    const base = c.req.path
    const language = languageOf(frame.session ? (frame.session.locale ?? frame.session.signer.locale) : null)
    const host = hostData(frame, { base, language, now: ctx.clock.now() })
    c.header('Content-Security-Policy', pagePolicy(frame.session?.origin ?? anyEmbedOrigin(ctx.config)))
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return c.html(
      <FramePage frame={frame} language={language} assets={assets.framed(host)} base={base} />,
      frame.status,
    )
  })
  const calls = signerCalls(ctx, '/embed')
  calls.post('/embed/:token/loaded', async (c) => {
    await markLoaded(c.get('ctx'), c.get('signer'))
    return c.json({})
  })
  routes.route('/', calls)
  return routes
}

interface FramePageProps {
  frame: Frame
  language: Language
  assets: Assets
  base: string
}

function FramePage({ frame: { content, session }, language, assets, base }: FramePageProps) {
  if ('page' in content) return <PageOf page={content.page} language={language} assets={assets} base={base} />
  return (
    <ClosedFrame
      why={content.closed}
      status={session?.signer.status ?? null}
      language={language}
      assets={assets.of('plain')}
      base={base}
    />
  )
}

function hostData(
  { session, content, outcome }: Frame,
  { base, language, now }: { base: string; language: Language; now: Date },
): HostData {
  return {
    base,
    origin: session?.origin ?? null,
    sessionId: session?.id ?? null,
    signingRequestId: session?.signing_request_id ?? null,
    outcome,
    endsInMs: session && 'page' in content ? session.expires_at.getTime() - now.getTime() : null,
    texts: { soon: language.messages.embed.soon },
  }
}
