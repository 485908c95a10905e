import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Ctx } from '../context.ts'
import type { State } from '../http/state.ts'
import { loadAssets } from './assets.ts'
import { dashboard } from './dashboard/routes.ts'
import { directRoutes } from './direct/routes.tsx'
import { disclosureRoutes } from './disclosure.tsx'
import { docsRoutes } from './docs/routes.tsx'
import { embedRoutes } from './embed/routes.tsx'
import { onWebError } from './errors.tsx'
import { handOverRoutes } from './hand-over/routes.tsx'
import { homeRoutes } from './home.tsx'
import { nothingHere } from './nothing.tsx'
import { outboxRoutes } from './outbox/routes.tsx'
import { pageHeaders } from './page-headers.ts'
import { lookRoutes } from './signing/look.ts'
import { signingRoutes } from './signing/routes.tsx'
import { verifyRoutes } from './verify.tsx'

/**
 * All pages that people open in a browser, mounted at `/`. Routes match in this order.
 * @throws Error when the pages have not been built
 */
export function web(ctx: Ctx): Hono<State> {
  const assets = loadAssets(ctx)
  const app = new Hono<State>()
  app.onError(onWebError(ctx, assets))
  app.route('/', assets.routes)
  // Only on our own pages: a middleware on `*` would also run for API responses.
  for (const path of [
    '/',
    '/sign/*',
    '/embed/*',
    '/hand-over/*',
    '/direct/*',
    '/disclosure/*',
    '/docs/*',
    '/changelog',
    '/dev/*',
    '/verify',
  ])
    app.use(path, pageHeaders())
  // A signer's page and the text of a document; pictures and PDFs are compressed already, the docs by `published.ts`.
  for (const path of ['/sign/*', '/embed/*', '/docs/search', '/verify'])
    app.use(path, compress({ contentTypeFilter: /^(text\/html|application\/json)/ }))
  app.route('/', homeRoutes(ctx, assets))
  app.route('/', lookRoutes())
  app.route('/', signingRoutes(ctx, assets))
  app.route('/', embedRoutes(ctx, assets))
  app.route('/', handOverRoutes(ctx, assets))
  app.route('/', directRoutes(ctx, assets))
  app.route('/', disclosureRoutes(assets))
  app.route('/', verifyRoutes(ctx, assets))
  app.route('/', dashboard(ctx, assets))
  app.route('/', docsRoutes(ctx, assets))
  app.route('/', robotsRoutes())
  if (ctx.config.mode === 'development') app.route('/', outboxRoutes(ctx, assets))
  app.get('*', nothingHere(assets))
  return app
}

/** What a search engine may show: the product and its documentation. Links of signers are addressed to one person each. */
const ROBOTS = [
  'User-agent: *',
  ...[
    '/$',
    '/docs',
    '/changelog',
    '/openapi',
    '/api-changelog.json',
    '/llms',
    '/sitemap.xml',
    '/.well-known/agent-skills/',
    '/assets/',
  ].map((path) => `Allow: ${path}`),
  'Disallow: /',
  '',
].join('\n')

/** `/robots.txt` (RFC 9309). */
function robotsRoutes(): Hono<State> {
  const routes = new Hono<State>()
  routes.get('/robots.txt', (c) => c.text(ROBOTS, 200, { 'Cache-Control': 'public, max-age=300' }))
  return routes
}
