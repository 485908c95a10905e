import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadAssets } from '../../server/web/assets.ts'
import { dashboard } from '../../server/web/dashboard/routes.ts'
import { type Crawled, crawl, linksIn, PARAMETER, patternOf } from '../support/crawl.ts'
import { sized } from '../support/full-size.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { furnished, type Office } from './office.ts'

// Whatever stands in the address of a page, and so of pages that are added later: the answer is never a 500.
const ID = randomUUID()
/** As they stand in an address. */
const HOSTILE: Record<string, string> = {
  'U+0000': 'a%00b',
  'U+0000, encoded twice': '%2500',
  'half of a pair': '%ED%A0%80',
  'pairs that every limit cuts': `x${encodeURIComponent('😀'.repeat(300))}`,
  'not UTF-8': '%ff',
  'no escape': '%',
  'a path': '..%2f..%2fstart',
  long: 'a'.repeat(10_000),
  negative: '-1',
  'far below zero': '-1e20',
  'no finite number': '1e400',
  'many digits': '9'.repeat(15),
  'a place far from every call': `${'9'.repeat(15)}-${'9'.repeat(15)}`,
  'before every date': `-271821-04-20T00:00:00.000Z_${ID}`,
  'before the year 1': `0000-01-01T00:00:00.000Z_${ID}`,
  'after every date': `%2B275760-09-13T00:00:00.000Z_${ID}`,
}
/** What pages read that no link names while the lists are short. */
const UNLINKED = ['after', 'before', 'cursor', 'event', 'next', 'page', 'values', 'download']

let server: TestServer
let office: Office
let seen: Crawled
beforeAll(async () => {
  server = await startServer()
  office = await furnished(server)
  seen = await crawl(office.owner)
})
afterAll(() => server.stop())

const routesOf = (...methods: string[]) =>
  dashboard(server.ctx, loadAssets(server.ctx)).routes.flatMap(({ method, path }) =>
    methods.includes(method) ? [path] : [],
  )

/** A path that the pattern matches: of a page that exists, where a link leads to one. */
function exampleOf(pattern: string): string {
  const known = [...seen.asked, ...seen.forms.keys()].find((path) => patternOf(pattern).test(path))
  return known ?? pattern.replace(PARAMETER, () => ID)
}

/** The paths of a pattern with something hostile in place of each of its parameters. */
function hostilePaths(pattern: string): string[] {
  const segments = exampleOf(pattern).split('/')
  return pattern.split('/').flatMap((segment, at) => {
    const isOpen = segment.startsWith(':')
    return isOpen ? Object.values(HOSTILE).map((value) => segments.with(at, value).join('/')) : []
  })
}

/** The names in the queries of links and filters that lead to the path. */
function namesFor(pattern: string): Set<string> {
  const own = patternOf(pattern)
  const names = new Set<string>()
  for (const { path, html } of seen.pages) {
    for (const to of linksIn(html, path.split('?')[0]!)) {
      const { pathname, searchParams } = new URL(to, server.url)
      if (own.test(pathname)) for (const name of searchParams.keys()) names.add(name)
    }
    for (const [, action = path, inside] of html.matchAll(
      /<form\b(?![^>]*method="post")[^>]*action="([^"]*)"(.*?)<\/form>/gs,
    ))
      if (own.test(action)) for (const [, name] of inside!.matchAll(/ name="([^"]*)"/g)) names.add(name!)
  }
  return names
}

function hostileQueries(pattern: string): string[] {
  const example = exampleOf(pattern)
  const linked = [...namesFor(pattern)]
  const queries = Object.values(HOSTILE).flatMap((value) => [
    ...linked.map((name) => `${name}=${value}`),
    UNLINKED.map((name) => `${name}=${value}`).join('&'),
  ])
  const names = [...linked, ...UNLINKED]
  const odd = [(name: string) => `${name}=1&${name}=2`, (name: string) => `${name}[]=1&${name}[__proto__]=2&${name}`]
  const all = [...queries, ...odd.map((query) => names.map(query).join('&')), '__proto__=1&constructor=2&%00=3&%ff=4']
  return all.filter((query) => query.length < 12_000).map((query) => `${example}?${query}`)
}

const AT_ONCE = 4
/** Of the addresses every so many-th is asked for: prime to the number of values, so that each stands in many places. */
const EVERY = sized(9, 1)

/** The addresses that are answered with a 500, shortened. */
async function failing(paths: string[], ask: (path: string) => Promise<Response>): Promise<string[]> {
  const waiting = [...new Set(paths)].filter((_, at) => at % EVERY === 0)
  const failed: string[] = []
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const { status, body } = await ask(path)
      await body?.cancel()
      if (status >= 500) failed.push(`${status} ${path.slice(0, 150)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failed
}

test('no page fails by its path', async () => {
  const paths = routesOf('GET').flatMap(hostilePaths)
  expect(paths.length).toBeGreaterThan(500)
  expect(await failing(paths, (path) => office.owner.get(path))).toEqual([])
})

test('no page fails by its query', async () => {
  expect([...namesFor('/documents')]).toEqual(expect.arrayContaining(['q', 'tab', 'time', 'source']))
  const paths = routesOf('GET').flatMap(hostileQueries)
  expect(await failing(paths, (path) => office.owner.get(path))).toEqual([])
})

test('no form fails by the path it is sent to', async () => {
  const paths = routesOf('POST').flatMap(hostilePaths)
  expect(await failing(paths, (path) => office.owner.post(path))).toEqual([])
})

/** Texts that are typed: the last of them leaves half a character wherever it is cut by the number of its halves. */
const TYPED = ['a\0b', '-1', '-1e20', '1e400', '-271821-04-20T00:00', 'a'.repeat(3_000), `x${'😀'.repeat(1_100)}`]
/** With the text or the options after it. */
const FIELD = /<(input|select|textarea)\b([^>]*)>([^<]*(?:<option[^>]*>[^<]*<\/option>)*)/g

/** The fields of a form as they stand on the page, and which of them a person types. */
function fieldsOf(html: string, action: string) {
  const form = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].find(([, tag]) => tag!.includes(`"${action}"`))
  const fields: Record<string, string> = {}
  const typed: string[] = []
  for (const [, kind, tag, text] of (form?.[2] ?? '').matchAll(FIELD)) {
    const of = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(tag!)?.[1]
    const [name, type = 'text'] = [of('name'), of('type')]
    if (name === undefined || ['file', 'submit', 'radio'].includes(type)) continue
    const chosen = / value="([^"]*)"[^>]* selected/.exec(text!) ?? / value="([^"]*)"/.exec(text!)
    fields[name] = (kind === 'select' ? chosen?.[1] : kind === 'textarea' ? text : of('value')) ?? ''
    if (kind !== 'select' && !['hidden', 'checkbox'].includes(type)) typed.push(name)
  }
  return { fields, typed }
}

const formData = (names: string[], text: string, rest: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(rest)) form.set(name, value)
  for (const name of names) form.set(name, text)
  return form
}

test('no form fails by what is typed into it', async () => {
  const kinds = new Map([...seen.forms].map(([action, page]) => [kindOf(action), { action, page }]))
  const failed: string[] = []
  let sent = 0
  for (const { action, page } of kinds.values()) {
    for (const text of TYPED) {
      const { fields, typed } = fieldsOf(await (await office.owner.get(page)).text(), action)
      // Buttons that ask for nothing are not pressed: they would take away what the others are about.
      if (typed.length === 0) break
      for (const form of [formData(typed, text, fields), formData(Object.keys(fields), text)]) {
        sent += 1
        const answer = await office.owner.post(action, form)
        if (answer.status >= 500) failed.push(`${answer.status} ${action} ${JSON.stringify(text).slice(0, 40)}`)
        await answer.body?.cancel()
      }
    }
  }
  expect(failed).toEqual([])
  expect(sent).toBeGreaterThan(200)
})

const kindOf = (path: string) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')

test('no form fails that cannot be parsed', async () => {
  const paths = routesOf('POST').map(exampleOf)
  const headers = { 'content-type': 'multipart/form-data' }
  expect(await failing(paths, (path) => office.owner.post(path, { x: 'y' }, headers))).toEqual([])
})
