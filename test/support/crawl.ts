import type { DashboardUser } from './dashboard.ts'

export interface FoundPage {
  path: string
  html: string
}

export interface Crawled {
  /** HTML that was answered with 200, by its path with the query. */
  pages: FoundPage[]
  /** Everything that was asked for, without the query. */
  asked: Set<string>
  /** Links that did not lead where they promised: `status path, linked from page`. */
  broken: string[]
  /** Where the forms that change something go, with the page that has them. */
  forms: Map<string, string>
}

const OF_A_KIND = 6
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Follows every link that somebody who is signed in can see, from the page Start on.
 * @param ofAKind of paths that differ by their ids or their query alone, so many are asked for
 */
export async function crawl(user: DashboardUser, ofAKind = OF_A_KIND): Promise<Crawled> {
  const result: Crawled = { pages: [], asked: new Set(), broken: [], forms: new Map() }
  const kinds = new Map<string, number>()
  const waiting = [{ path: '/start', from: '' }]
  const known = new Set(['/start'])
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, from } = next
    const [plain, query] = path.split('?') as [string, string | undefined]
    const kind = `${plain.replace(ID, ':id')}${query === undefined ? '' : '?'}`
    const before = kinds.get(kind) ?? 0
    if (before >= ofAKind) continue
    kinds.set(kind, before + 1)
    result.asked.add(plain)
    const answer = await user.get(path)
    if (answer.status !== 200) result.broken.push(`${answer.status} ${path}, linked from ${from}`)
    const isPage = answer.headers.get('content-type')?.startsWith('text/html')
    const html = await answer.text()
    if (answer.status !== 200 || !isPage) continue
    result.pages.push({ path, html })
    for (const to of [...linksIn(html, plain), ...pagesAfterForms(html, plain)]) {
      if (known.has(to)) continue
      known.add(to)
      waiting.push({ path: to, from: path })
    }
    for (const to of formsIn(html, path)) if (!result.forms.has(to)) result.forms.set(to, path)
  }
  return result
}

/** Pages that the buttons of a draft lead to, once its form is kept. */
function pagesAfterForms(html: string, page: string): string[] {
  if (!/^\/documents\/drafts\/[^/]+$/.test(page)) return []
  const pressed = [...html.matchAll(/<button\b[^>]* name="do" value="(later|delete|fields [^"]+)"/g)]
  // A draft whose signer has no address says so instead of asking for a time.
  const isFilled = /<input(?=[^>]* name="signers\[0\]\.email")(?=[^>]* value="[^"]*@)/.test(html)
  const shown = pressed.filter(([, button]) => button !== 'later' || isFilled)
  return shown.map(([, button]) => `${page}/${button!.replace('fields ', 'files/')}`)
}

/** A pattern of Hono's: `:name`, `:name{expression}`. */
export function patternOf(path: string): RegExp {
  const source = path.replace(PARAMETER, (_, own?: string) => `(?:${own ?? '[^/]+'})`)
  return new RegExp(`^${source}$`)
}

/** In a pattern of Hono's. */
export const PARAMETER = /:\w+(?:\{((?:[^{}]|\{[^{}]*\})*)\})?/g

/** Paths of the dashboard that links, pictures, frames and forms of filters lead to; a signer's page is none of its. */
export function linksIn(html: string, page: string): string[] {
  const found = [...html.matchAll(/<(?:a|img|image|iframe)\b[^>]*? (?:href|src)="([^"]*)"/g)].map(([, to]) =>
    unescaped(to!),
  )
  return found
    .map((to) => new URL(to, `http://here${page}`))
    .filter(
      ({ host, pathname }) =>
        host === 'here' && !/^\/(assets|docs|sign|dev)\b|\/files\/[^/]+\/preview\//.test(pathname),
    )
    .map(({ pathname, search }) => pathname + search)
}

function formsIn(html: string, page: string): string[] {
  const forms = [...html.matchAll(/<form\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes('method="post"'))
  const own = forms.map((tag) => / action="([^"]*)"/.exec(tag)?.[1] ?? page)
  const buttons = [...html.matchAll(/ formaction="([^"]*)"/g)].map(([, to]) => to!)
  return [...own, ...buttons].map((to) => unescaped(to).split('?')[0]!)
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
