import { Hono } from 'hono'
import type { State } from '../http/state.ts'

/** What a search engine may show: the product and its documentation. Links of signers are addressed to one person each. */
const TEXT = [
  'User-agent: *',
  ...['/$', '/docs', '/changelog', '/openapi', '/api-changelog.json', '/llms.txt', '/assets/'].map(
    (path) => `Allow: ${path}`,
  ),
  'Disallow: /',
  '',
].join('\n')

/** `/robots.txt` (RFC 9309). */
export function robotsRoutes(): Hono<State> {
  const routes = new Hono<State>()
  routes.get('/robots.txt', (c) => c.text(TEXT, 200, { 'Cache-Control': 'public, max-age=300' }))
  return routes
}
