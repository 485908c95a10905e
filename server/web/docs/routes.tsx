import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { Ctx } from '../../context.ts'
import type { State } from '../../http/state.ts'
import { operationsOf } from '../../openapi.ts'
import type { Assets } from '../assets.ts'
import { catalogueOf } from './catalogue.ts'
import { ErrorsPage, errorsText } from './errors.tsx'
import { EventsPage } from './events.tsx'
import { loadGuides } from './guides.ts'
import { llmsText } from './llms.ts'
import { Markdown } from './markdown.tsx'
import { OperationSection } from './operation.tsx'
import { MAX_QUERY, SearchPage, sectionsOf } from './search.tsx'
import { DocsPage, type MenuEntry } from './shell.tsx'
import { loadSpec, slugOf } from './spec.ts'
import { DocsStartPage } from './start.tsx'

const CACHE = 'public, max-age=300'

/**
 * The docs of the API, rendered from `spec/openapi.json` and `spec/guides/`: no script, nothing from another origin.
 * `/docs`, `/docs/<guide>`, `/docs/api/<tag>`, `/docs/events`, `/docs/errors#<code>`, `/docs/search?q=`; guides and errors also as `.md`;
 * `/llms.txt` lists them.
 */
export function docsRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const { publicUrl, apiUrl } = ctx.config
  const spec = loadSpec(ctx.config)
  const guides = loadGuides(ctx.config)
  const catalogue = catalogueOf(spec, publicUrl)
  const sections = sectionsOf(spec, guides, catalogue)
  const places = operationsOf(spec)
  const tags = spec.tags.filter(({ name }) => places.some(({ operation }) => operation.tags[0] === name))
  const entries: MenuEntry[] = [
    ...guides.map(({ name, title }): MenuEntry => ({ href: `/docs/${name}`, title, part: 'Guides' })),
    { href: '/docs', title: 'Overview', part: 'Reference' },
    ...tags.map(({ name }): MenuEntry => ({ href: `/docs/api/${slugOf(name)}`, title: name, part: 'Reference' })),
    { href: '/docs/events', title: 'Events', part: 'Reference' },
    { href: '/docs/errors', title: 'Errors', part: 'Reference' },
  ]

  const routes = new Hono<State>()
  const page = (href: string, title: string, content: () => Child) =>
    routes.get(href, (c) => {
      c.header('Cache-Control', CACHE)
      return c.html(
        <DocsPage title={title} here={href} entries={entries} assets={assets.of('docs')}>
          {content()}
        </DocsPage>,
      )
    })
  const text = (path: string, content: () => string, type = 'text/markdown; charset=utf-8') =>
    routes.get(path, (c: Context<State>) => c.body(content(), 200, { 'Content-Type': type, 'Cache-Control': CACHE }))

  page('/docs', 'Overview', () => <DocsStartPage spec={spec} guides={guides} />)
  for (const guide of guides) {
    page(`/docs/${guide.name}`, guide.title, () => <Markdown text={guide.text} />)
    text(`/docs/${guide.name}.md`, () => guide.text)
  }
  for (const tag of tags) {
    page(`/docs/api/${slugOf(tag.name)}`, tag.name, () => (
      <>
        <h1>{tag.name}</h1>
        <Markdown text={tag.description} />
        {places
          .filter(({ operation }) => operation.tags[0] === tag.name)
          .map((place) => (
            <OperationSection spec={spec} place={place} apiUrl={apiUrl} />
          ))}
      </>
    ))
  }
  page('/docs/events', 'Events', () => <EventsPage spec={spec} />)
  page('/docs/errors', 'Errors', () => <ErrorsPage catalogue={catalogue} />)
  routes.get('/docs/search', (c) => {
    const query = (c.req.query('q') ?? '').trim().slice(0, MAX_QUERY)
    c.header('Cache-Control', CACHE)
    return c.html(
      <DocsPage title="Search" here="/docs/search" entries={entries} assets={assets.of('docs')} query={query}>
        <SearchPage query={query} sections={sections} />
      </DocsPage>,
    )
  })
  text('/docs/errors.md', () => errorsText(catalogue))
  text('/llms.txt', () => llmsText(spec, guides, publicUrl), 'text/plain; charset=utf-8')
  return routes
}
