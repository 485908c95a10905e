import type { Child } from 'hono/jsx'
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
  /** In a sentence, for search engines; a page without one is not for them. */
  description?: string
  /** The path of this page. */
  here: string
  entries: MenuEntry[]
  assets: PageAssets
  /** What was searched for. */
  query?: string
  children: Child
}

const PARTS = ['Guides', 'Reference'] as const

/** A page of the docs: English, as the API is; the contents beside it, on a phone below. */
export function DocsPage({ title, description, here, entries, assets, query, children }: DocsPageProps) {
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
      <header class="bar">
        <a class="brand" href="/docs">
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
      </header>
      <main id="text">{children}</main>
      <nav id="contents" aria-label="All pages">
        {PARTS.map((part) => (
          <>
            <h2>{part}</h2>
            <ul>
              {entries
                .filter((entry) => entry.part === part)
                .map((entry) => (
                  <li>
                    <a href={entry.href} aria-current={entry.href === here ? 'page' : undefined}>
                      {entry.title}
                    </a>
                  </li>
                ))}
            </ul>
          </>
        ))}
      </nav>
    </Layout>
  )
}
