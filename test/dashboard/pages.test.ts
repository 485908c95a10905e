import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, operations } from '../../server/generated/operations.ts'
import { loadAssets } from '../../server/web/assets.ts'
import { dashboard } from '../../server/web/dashboard/routes.ts'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { type Crawled, crawl, patternOf } from '../support/crawl.ts'
import { carryCookie } from '../support/dashboard.ts'
import { sized } from '../support/full-size.ts'
import type { TestServer } from '../support/server.ts'
import { useStage } from '../web/stage.ts'
import { furnished, type Office } from './office.ts'

// Whatever a person can reach by links, and so whatever is added later: it answers, is accessible and narrow.
/** In `npm test` one stands for all: the filters of a list, the fields, the questions before something is ended. */
const LIKE: [like: RegExp, one: string][] = [
  [/\?.*/, ''],
  [/^\/fields\/\w+$/, '/fields/:key'],
  [/^.*\/(revoke|rotate|off|erase|withdraw|discard|unlock|archive|remove|delete)$/, '/end'],
]
/** Of a kind: more of them differ only in what they list. */
const LOOKED_AT = 1

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
  '/templates/:id/edit/layout': 'fetched by the editor',
  '/templates/:id/edit/document.pdf': 'fetched by the editor',
}

let server: TestServer
let browser: Browser
let office: Office
let seen: Crawled

useStage((stage) => {
  ;({ server, browser } = stage)
})
beforeAll(async () => {
  office = await furnished(server)
  seen = await crawl(office.owner)
})

test('no link leads nowhere', () => {
  expect(seen.broken).toEqual([])
})

test('every page that the dashboard has is reached by links', () => {
  const routes = dashboard(server.ctx, loadAssets()).routes.filter(({ method }) => method === 'GET')
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

const VIEWS: [colorScheme: 'light' | 'dark', width: number][] = [
  ['dark', 375],
  ['light', 1280],
]

describe.each(sized(VIEWS.slice(0, 1), VIEWS))('%s, %i pixels wide', (colorScheme, width) => {
  test('no page has accessibility errors, scrolls sideways or complains', async () => {
    const { page, complaints, foreign, close } = await visit(browser, server.url, { width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await carryCookie(page.context(), server, office.owner.cookie)
    const flaws: string[] = []
    for (const path of someOfEachKind(seen)) {
      await page.goto(server.url + path)
      const headings = await page.getByRole('heading', { level: 1 }).count()
      if (headings !== 1) flaws.push(`${path}: ${headings} headings of the first level`)
      const scroll = await sidewaysScroll(page)
      if (scroll > 0) flaws.push(`${path}: scrolls by ${scroll} pixels`)
      for (const violation of await axeViolations(page)) flaws.push(`${path}: ${violation}`)
    }
    expect([...flaws, ...complaints, ...foreign]).toEqual([])
    await close()
  })
})

function someOfEachKind({ pages }: Crawled): string[] {
  const counts = new Map<string, number>()
  return pages.flatMap(({ path }) => {
    const kind = sized(LIKE, []).reduce(
      (kind, [like, one]) => kind.replace(like, one),
      path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/=[^&]*/g, ''),
    )
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    return count < LOOKED_AT ? [path] : []
  })
}
