import { Hono } from 'hono'
import type { State } from '../../http/state.ts'
import type { PlacedOperation } from '../../openapi.ts'
import type { Assets } from '../assets.ts'
import { Layout } from '../layout.tsx'
import { languageOf } from '../locales/index.ts'
import { pagePolicy } from '../page-headers.ts'
import { slugOf } from './spec.ts'

export const CONSOLE = '/docs/console'
/**
 * Scalar writes its styles into the page, as elements and as attributes. Scripts are those of this server only, none
 * inline and none evaluated; nothing but this server can be called.
 */
const POLICY = pagePolicy("'none'", { 'style-src': "'self' 'unsafe-inline'", 'worker-src': "'none'" })

/** Where the console shows an operation; `islands/console.ts` names the places. */
export function placeInConsole({ operation: { operationId, tags } }: PlacedOperation): string {
  return `${CONSOLE}#tag/${slugOf(tags[0]!)}/${operationId}`
}

/**
 * `/docs/console`: a page to try calls, by Scalar, which this server serves itself (decision 0544). Without scripts it
 * links to the reference.
 */
export function consoleRoutes(assets: Assets): Hono<State> {
  const routes = new Hono<State>()
  routes.get(CONSOLE, (c) => {
    c.header('Content-Security-Policy', POLICY)
    c.header('Cache-Control', 'public, max-age=300')
    return c.html(
      <Layout
        language={languageOf(null)}
        title="Console: Countersign"
        listed={{ description: 'Try the calls of the API on this server.' }}
        assets={assets.of('console')}
        kind="console"
      >
        <header class="bar">
          <a class="brand" href="/docs">
            <img src={assets.of('console').icon} alt="" width="24" height="24" />
            Countersign <span>console</span>
          </a>
          <a href="/docs#operations">Reference</a>
          <a href="/docs/errors">Errors</a>
        </header>
        <div id="console" data-url="/openapi.json">
          <p id="loading" role="status">
            Loading the console of the API…
          </p>
          <noscript>
            <p>
              The console needs a script. <a href="/docs#operations">The reference</a> has every call without one.
            </p>
          </noscript>
        </div>
        <script defer src={assets.scalar} />
      </Layout>,
    )
  })
  return routes
}
