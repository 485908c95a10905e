import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { Ctx } from '../../context.ts'
import { type Published, publish, sendPublished } from '../../http/published.ts'
import type { State } from '../../http/state.ts'
import { streamOf, zipStream } from '../../http/zip.ts'
import { operationsOf } from '../../openapi.ts'
import { BRUNO_PATH, brunoFiles } from '../../samples/bruno.ts'
import { ABOUT_SAMPLES } from '../../samples/languages.ts'
import type { Assets } from '../assets.ts'
import { catalogueOf } from './catalogue.ts'
import { ErrorsPage, errorsText } from './errors.tsx'
import { EventPage, EventsPage } from './events.tsx'
import { forPrograms } from './for-programs.ts'
import { loadGuides } from './guides.ts'
import { llmsText } from './llms.ts'
import { Markdown } from './markdown.tsx'
import { OperationSection } from './operation.tsx'
import { loadRecordings } from './recorded.ts'
import { eventsText, eventText, operationsText, startText } from './reference-text.ts'
import { ChangelogPage, changelogText, loadReleases } from './releases.tsx'
import { MAX_QUERY, SearchPage, sectionsOf } from './search.tsx'
import { DocsPage, type DocsPageProps, type MenuEntry } from './shell.tsx'
import { loadSpec, slugOf } from './spec.ts'
import { DocsStartPage } from './start.tsx'

const CACHE = 'public, max-age=300'

/** What is there at one address: HTML, and the same as Markdown at `<address>.md`. */
interface DocsPart extends Pick<DocsPageProps, 'title' | 'description'> {
  href: string
  content: () => Child
  text: () => string
}

/**
 * The docs of the API, rendered from `spec/openapi.json`, `spec/api-changelog.json` and `spec/guides/`: nothing from
 * another origin. `/docs`, `/docs/<guide>`, `/docs/api/<tag>`, `/docs/events`, `/docs/events/<event>`,
 * `/docs/errors#<code>`, `/changelog`, each also as `.md` or by `Accept: text/markdown`; `/docs/search?q=`; `/llms.txt`
 * lists them, and `for-programs.ts` has more for programs that read. Beside them every call as a collection of Bruno.
 */
export function docsRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const { publicUrl, apiUrl } = ctx.config
  const spec = loadSpec(ctx.config)
  const guides = loadGuides(ctx.config)
  const releases = loadReleases()
  const catalogue = catalogueOf(spec, loadRecordings(ctx.config), publicUrl)
  const sections = sectionsOf(spec, guides, catalogue, releases)
  const places = operationsOf(spec)
  const placesOf = (tag: string) => places.filter(({ operation }) => operation.tags[0] === tag)
  const tags = spec.tags.filter(({ name }) => placesOf(name).length > 0)
  const events = Object.entries(spec.webhooks)
  const entries: MenuEntry[] = [
    { href: '/docs', title: 'Overview', part: 'Guides' },
    ...guides.map(({ name, title }): MenuEntry => ({ href: `/docs/${name}`, title, part: 'Guides' })),
    ...tags.map(({ name }): MenuEntry => ({ href: `/docs/api/${slugOf(name)}`, title: name, part: 'Reference' })),
    { href: '/docs/events', title: 'Events', part: 'Reference' },
    { href: '/docs/errors', title: 'Errors', part: 'Reference' },
    { href: '/changelog', title: 'Changelog', part: 'Reference' },
  ]
  const parts: DocsPart[] = [
    {
      href: '/docs',
      title: 'Overview',
      description: spec.info.summary,
      content: () => <DocsStartPage spec={spec} guides={guides} />,
      text: () => startText(spec, guides),
    },
    ...guides.map(
      ({ name, title, summary, text }): DocsPart => ({
        href: `/docs/${name}`,
        title,
        description: summary,
        content: () => <Markdown text={text} />,
        text: () => text,
      }),
    ),
    ...tags.map(
      (tag): DocsPart => ({
        href: `/docs/api/${slugOf(tag.name)}`,
        title: tag.name,
        description: `Reference: ${tag.name}. Every parameter, answer and error.`,
        content: () => (
          <>
            <h1>{tag.name}</h1>
            <Markdown text={tag.description} />
            <Markdown text={`${ABOUT_SAMPLES} Those in Python use \`requests\`, those in PHP the extension curl.`} />
            {placesOf(tag.name).map((place) => (
              <OperationSection spec={spec} place={place} apiUrl={apiUrl} />
            ))}
          </>
        ),
        text: () => operationsText(spec, tag, placesOf(tag.name), apiUrl),
      }),
    ),
    {
      href: '/docs/events',
      title: 'Events',
      description: 'Every webhook event.',
      content: () => <EventsPage spec={spec} />,
      text: () => eventsText(spec),
    },
    ...events.map(
      ([event, webhook]): DocsPart => ({
        href: `/docs/events/${event}`,
        title: event,
        description: `${webhook.post.summary}.`,
        content: () => <EventPage spec={spec} event={event} webhook={webhook} />,
        text: () => eventText(spec, event),
      }),
    ),
    {
      href: '/docs/errors',
      title: 'Errors',
      description: 'Every error code: what causes it, a call that got it, and what to do.',
      content: () => <ErrorsPage catalogue={catalogue} apiUrl={apiUrl} />,
      text: () => errorsText({ catalogue, apiUrl }),
    },
    {
      href: '/changelog',
      title: 'Changelog',
      description: 'Every release of the API.',
      content: () => <ChangelogPage releases={releases} />,
      text: () => changelogText(releases),
    },
  ]

  const routes = new Hono<State>()
  const frame = { entries, assets: assets.of('docs') }
  // What stands there never changes while the server runs.
  const kept = (content: () => string, type: string, more: Record<string, string> = {}) => {
    let published: Published | undefined
    return () => {
      published ??= publish(content(), { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': CACHE, ...more })
      return published
    }
  }
  const serve = (path: string, content: () => string, type: string) => {
    const published = kept(content, type)
    routes.get(path, (c) => sendPublished(c, published()))
  }
  for (const { href, title, description, content, text } of parts) {
    const page = () => (
      <DocsPage title={title} description={description} here={href} html={rendered(content())} {...frame} />
    )
    const byAccept = { Vary: 'Accept, Accept-Encoding' }
    const html = kept(() => rendered(page()), 'text/html', byAccept)
    const markdown = kept(text, 'text/markdown', byAccept)
    routes.get(href, (c) => {
      const wantsMarkdown = /\btext\/markdown\b/.test(c.req.header('accept') ?? '')
      return sendPublished(c, wantsMarkdown ? markdown() : html())
    })
    serve(`${href}.md`, text, 'text/markdown')
  }
  routes.get('/docs/search', (c) => {
    const query = (c.req.query('q') ?? '').trim().slice(0, MAX_QUERY)
    c.header('Cache-Control', CACHE)
    const html = rendered(<SearchPage query={query} sections={sections} />)
    return c.html(<DocsPage title="Search" here="/docs/search" query={query} html={html} {...frame} />)
  })
  serve('/llms.txt', () => llmsText(spec, guides, publicUrl), 'text/plain')
  for (const { path, type, text } of forPrograms(parts, entries, publicUrl)) serve(path, text, type)
  routes.get(BRUNO_PATH, (c) => {
    const files = brunoFiles(spec, apiUrl).map(({ name, text }) => ({ name, open: () => streamOf(Buffer.from(text)) }))
    c.header('Content-Type', 'application/zip')
    c.header('Cache-Control', CACHE)
    return c.body(zipStream(files, ctx.clock.now()))
  })
  // A second reference stood there until 2026-11-28.
  routes.get('/docs/console', (c) => c.redirect('/docs#operations', 301))
  routes.get('/docs/', (c) => c.redirect('/docs', 301))
  routes.get('/docs/*', (c) =>
    c.html(<DocsPage title="Nothing here" here="" html={rendered(<Nothing />)} {...frame} />, 404),
  )
  return routes
}

/** Nothing in the docs waits for anything, so that a page is there at once. */
const rendered = (page: Child): string => String(page)

function Nothing() {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        Search above, or begin at the <a href="/docs">overview</a>.
      </p>
    </>
  )
}
