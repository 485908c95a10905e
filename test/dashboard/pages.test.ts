import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Operation, operations } from '../../server/generated/operations.ts'
import { loadAssets } from '../../server/web/assets.ts'
import { dashboard } from '../../server/web/dashboard/routes.ts'
import { type Crawled, crawl, patternOf } from '../support/crawl.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { furnished } from './office.ts'

// Whatever a person can reach by links, and so whatever is added later.
/** What no link leads to, and why: a page that is not here must be reached. */
const BESIDE_THE_LINKS: Record<string, string> = {
  '/sign-in/*': 'test/web/dashboard.sign-in.test.ts and dashboard.sso.test.ts',
  '/documents/:id/abandon': 'only while a seal fails: test/web/dashboard.documents.test.ts',
  '/documents/:id/renewed': 'only with later time stamps: test/flows/renewal.test.ts',
  '/account/email': 'after a form: test/web/dashboard.email.test.ts',
  ...Object.fromEntries(
    [
      ...['/account/name', '/account/email/code', '/settings/people/:id/role'],
      ...['/templates/:id/lock', '/webhooks/:id/recover'],
    ].map((path) => [path, 'leads to the page of a form: test/web/dashboard.people.test.ts']),
  ),
  '/settings/logo': 'only with a logo: test/web/dashboard.settings.test.ts',
  '/documents/drafts/:id/summary': 'fetched by the page of a draft: test/web/dashboard.compose.test.ts',
  '/documents/drafts/:id/files/:file/layout': 'fetched by the page of a draft',
  ...Object.fromEntries(
    ['', '/link', ...['document.pdf', 'text.json', 'first-page', 'logo', 'status'].map((call) => `/link/${call}`)].map(
      (path) => [
        `/documents/drafts/:id/files/:file/preview/:person${path}`,
        "a signer's page: test/web/dashboard.preview.test.ts",
      ],
    ),
  ),
  '/templates/:id/edit/layout': 'fetched by the editor',
  '/templates/:id/edit/document.pdf': 'fetched by the editor',
}

let server: TestServer
let seen: Crawled

beforeAll(async () => {
  server = await startServer({ draws: true })
  seen = await crawl((await furnished(server)).owner)
})
afterAll(() => server.stop())

test('no link leads nowhere', () => {
  expect(seen.broken).toEqual([])
})

test('every page that the dashboard has is reached by links', () => {
  const routes = dashboard(server.ctx, loadAssets(server.ctx)).routes.filter(({ method }) => method === 'GET')
  const left = new Set(routes.map(({ path }) => path).filter((path) => !path.startsWith('/sign-in')))
  for (const path of Object.keys(BESIDE_THE_LINKS)) left.delete(path)
  for (const asked of seen.asked) {
    for (const path of left) if (patternOf(path).test(asked)) left.delete(path)
  }
  expect([...left]).toEqual([])
})

test('the calls that a page names are of the API, with the id where it is about one thing; or it names none', () => {
  const footers = seen.pages.map(({ path, html }) => ({
    path,
    html: /<footer class="api">.*?<\/footer>/s.exec(html)?.[0],
  }))
  const calls = footers.flatMap(({ path, html = '' }) =>
    [...html.matchAll(/<code>(\w+) \/v1(\/[^<]*)<\/code>/g)].map(([, method, call]) => ({
      path,
      method: method!,
      call: call!.split('?')[0]!,
    })),
  )
  expect(calls.length).toBeGreaterThan(20)
  const silent = footers.filter(({ path, html = '' }) =>
    calls.some((call) => call.path === path) ? html.includes(NO_CALL) : !html.includes(NO_CALL),
  )
  expect(silent.map(({ path }) => path)).toEqual([])
  const wrong = calls.filter(({ path, method, call }) => {
    const isKnown = Object.values<Operation>(operations).some(
      (one) => one.method === method.toLowerCase() && patternOf(colons(one.path)).test(colons(call)),
    )
    const isOpen = call.includes('{') && /[0-9a-f]{8}-/.test(path) && !OF_SEVERAL.test(path)
    return !isKnown || isOpen
  })
  expect(wrong).toEqual([])
})

const colons = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')
const NO_CALL = 'The API has no call for this.'
/** Asks about each signer of a document. */
const OF_SEVERAL = /^\/documents\/[^/]+\/withdraw$/
