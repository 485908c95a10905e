import { raw } from 'hono/html'
import type { PageAssets } from '../assets.ts'
import { Layout } from '../layout.tsx'
import { languageOf } from '../locales/index.ts'
import { MAX_QUERY } from './search.tsx'

/** A page of the docs, in the order of the contents. */
export interface MenuEntry {
  href: string
  title: string
  part: 'Guides' | 'Reference'
}

export interface DocsPageProps {
  title: string
  /** In a sentence, for search engines; a page without one is not for them, and is not there as Markdown. */
  description?: string
  /** The path of this page. */
  here: string
  entries: MenuEntry[]
  assets: PageAssets
  /** What was searched for. */
  query?: string
  /** Rendered. */
  html: string
}

const PARTS = ['Guides', 'Reference'] as const

/** A page of the docs: English, as the API is; the contents beside it, on a phone below. */
export function DocsPage({ title, description, here, entries, assets, query, html }: DocsPageProps) {
  const headings = outlineOf(html)
  const isWide = html.includes('<div class="beside">')
  // After the title.
  const start = html.indexOf('</h1>') + '</h1>'.length
  return (
    <Layout
      language={languageOf(null)}
      title={`${title}: Countersign`}
      listed={description === undefined ? undefined : { description, text: `${here}.md` }}
      assets={assets}
      kind="docs"
    >
      <a class="skip" href="#text">
        Skip to the text
      </a>
      <Bar assets={assets} query={query} />
      <main id="text" class={isWide ? 'wide' : undefined}>
        {raw(html.slice(0, start))}
        {headings.length > 0 && (
          <nav class="outline" aria-label="On this page">
            <details>
              <summary>On this page</summary>
              <Headings headings={headings} />
            </details>
          </nav>
        )}
        {raw(html.slice(start))}
        {description !== undefined && <PageEnd here={here} entries={entries} />}
      </main>
      {headings.length > 0 && !isWide && (
        <nav id="outline" aria-label="On this page">
          <h2>On this page</h2>
          <Headings headings={headings} />
        </nav>
      )}
      <nav id="contents" aria-label="All pages">
        {PARTS.map((part) => (
          <>
            <h2>{part}</h2>
            <ul>
              {entries
                .filter((entry) => entry.part === part)
                .map(({ href, title: name }) => (
                  <li>
                    <a href={href} aria-current={currentOf(href, here)}>
                      {name}
                    </a>
                    {isWide && href === here && headings.length > 0 && <Headings headings={headings} />}
                  </li>
                ))}
            </ul>
          </>
        ))}
      </nav>
    </Layout>
  )
}

/** The page of an event belongs to the one of all events. */
function currentOf(href: string, here: string): 'page' | 'true' | undefined {
  if (href === here) return 'page'
  return href !== '/docs' && here.startsWith(`${href}/`) ? 'true' : undefined
}

function Bar({ assets, query }: Pick<DocsPageProps, 'assets' | 'query'>) {
  return (
    <header class="bar">
      <a class="brand" href="/docs">
        <img src={assets.icon} alt="" width="24" height="24" />
        Countersign <span>docs</span>
      </a>
      <search>
        <form action="/docs/search">
          <input
            type="search"
            name="q"
            aria-label="Search the docs"
            placeholder="Search"
            maxlength={MAX_QUERY}
            value={query}
          />
        </form>
      </search>
      <a class="to-contents" href="#contents">
        All pages
      </a>
      <a class="to-site" href="/sign-in">
        Sign in
      </a>
    </header>
  )
}

/** Where a reader goes on, and the page for a program. */
function PageEnd({ here, entries }: Pick<DocsPageProps, 'here' | 'entries'>) {
  const index = entries.findIndex(({ href }) => href === here)
  const [previous, next] = index < 0 ? [] : [entries[index - 1], entries[index + 1]]
  return (
    <footer>
      <p>
        {previous && (
          <a rel="prev" href={previous.href}>
            <span>Previous</span> {previous.title}
          </a>
        )}
        {next && (
          <a rel="next" href={next.href}>
            <span>Next</span> {next.title}
          </a>
        )}
      </p>
      <a href={`${here}.md`}>This page as Markdown</a>
    </footer>
  )
}

/** Beside the text, or in the contents, where there is room for it; below the title elsewhere. */
function Headings({ headings }: { headings: Heading[] }) {
  return (
    <ul>
      {headings.map(({ id, html }) => (
        <li>
          <a href={`#${id}`}>{raw(html)}</a>
        </li>
      ))}
    </ul>
  )
}

/** A heading of a page that links can lead to. */
export interface Heading {
  id: string
  /** HTML without links. */
  html: string
}

/** More are an index of their own, as the page of errors has. */
const HEADINGS_MAX = 40

/** The headings of a rendered page, for "On this page"; none for a page with one or with very many. */
function outlineOf(html: string): Heading[] {
  const headings = [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id, inner]) => ({
    id: id!,
    html: inner!.replace(/<\/?a\b[^>]*>/g, ''),
  }))
  return headings.length > 1 && headings.length <= HEADINGS_MAX ? headings : []
}
