import { type Operation, operationsOf, type Spec } from '../../openapi.ts'
import type { CodeEntry } from './catalogue.ts'
import type { Guide } from './guides.ts'
import { anchorOf } from './markdown.tsx'
import type { ApiRelease } from './releases.tsx'
import { merged, slugOf } from './spec.ts'

/** A place of the docs that a search can lead to. */
export interface FoundSection {
  href: string
  title: string
  part: 'Guide' | 'Operation' | 'Event' | 'Error' | 'Changelog'
  /** Without markup. */
  text: string
}

/** Characters. */
export const MAX_QUERY = 100
const MAX_TERMS = 8
const MAX_RESULTS = 30
/** Characters before and after the first word that was found. */
const EXCERPT = 80

/** Every section of the guides, every operation, event, code and release. */
export function sectionsOf(
  spec: Spec,
  guides: Guide[],
  catalogue: CodeEntry[],
  releases: ApiRelease[],
): FoundSection[] {
  const operations = operationsOf(spec).map(({ method, path, operation }): FoundSection => {
    const { operationId, summary, description = '', tags } = operation
    const text = plain(
      [`${method.toUpperCase()} ${path}`, operationId, description, ...keysOf(spec, operation)].join(' '),
    )
    return { href: `/docs/api/${slugOf(tags[0]!)}#${operationId}`, title: summary, part: 'Operation', text }
  })
  const events = Object.entries(spec.webhooks).map(([name, { post }]): FoundSection => {
    const text = plain([post.summary, post.description ?? '', ...keysOf(spec, post)].join(' '))
    return { href: `/docs/events/${name}`, title: name, part: 'Event', text }
  })
  const codes = catalogue.map(({ code, statuses, causes, fix }): FoundSection => {
    const text = plain([...statuses, ...causes, fix].join(' '))
    return { href: `/docs/errors#${code}`, title: code, part: 'Error', text }
  })
  const changes = releases.map(({ date, title, changes: all }): FoundSection => {
    const text = plain(all.map(({ summary }) => summary).join(' '))
    return { href: `/changelog#${date}`, title: `Changelog ${date}: ${title}`, part: 'Changelog', text }
  })
  return [...guides.flatMap(chapters), ...operations, ...events, ...codes, ...changes]
}

/** A guide's beginning, and what is under each of its headings. */
function chapters({ name, title, text }: Guide): FoundSection[] {
  const [first = '', ...rest] = text.split(/^## /m)
  const start: FoundSection = { href: `/docs/${name}`, title, part: 'Guide', text: plain(first.replace(/^# .+/, '')) }
  const more = rest.map((chapter): FoundSection => {
    const heading = chapter.slice(0, chapter.indexOf('\n'))
    const body = plain(chapter.slice(heading.length))
    return {
      href: `/docs/${name}#${anchorOf(heading)}`,
      title: `${title}: ${plain(heading)}`,
      part: 'Guide',
      text: body,
    }
  })
  return [start, ...more]
}

/** The names of parameters, and of the keys of the request. */
function keysOf(spec: Spec, { parameters = [], requestBody }: Operation): string[] {
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => {
    const { properties = {}, anyOf = [] } = merged(spec, schema)
    return [properties, ...anyOf.map((one) => merged(spec, one).properties ?? {})].flatMap((keys) => Object.keys(keys))
  })
  return [...new Set([...parameters.map((parameter) => merged(spec, parameter).name), ...bodies])]
}

/** Markdown as one line of words. */
function plain(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, ' ')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\*\*|`|^\|[-| ]+\|$/gm, '')
    .replace(/[\s|]+/g, ' ')
    .trim()
}

/** Words of a question that say nothing of its subject. */
const FILLERS = new Set(
  'a an and are can do does for how i in is it my of on or the to what when where which with'.split(' '),
)

/** The words to search for; a query of fillers alone is searched for as it is. */
function termsOf(query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const telling = words.filter((word) => !FILLERS.has(word.replace(/\W+$/, '')))
  return (telling.length > 0 ? telling.map((word) => word.replace(/[?!,;:]+$/, '') || word) : words).slice(0, MAX_TERMS)
}

/** The sections that have every word, those with the words in their title first. */
export function search(sections: FoundSection[], query: string): FoundSection[] {
  const terms = termsOf(query)
  if (terms.length === 0) return []
  return sections
    .map((section) => ({ section, score: scoreOf(section, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ section }) => section)
}

/** 0 where a word is missing. */
function scoreOf({ title, text }: FoundSection, terms: string[]): number {
  const [head, body] = [title.toLowerCase(), text.toLowerCase()]
  const scores = terms.map((term) => (head === term ? 100 : head.includes(term) ? 10 : body.includes(term) ? 1 : 0))
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0)
}

/** What is around the first word that was found in the text. */
function excerptOf(text: string, terms: string[]): string {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0)
  const from = Math.max(0, Math.min(...places, text.length) - EXCERPT)
  const start = places.length === 0 || from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = text.length <= start + 2 * EXCERPT ? text.length : text.lastIndexOf(' ', start + 2 * EXCERPT)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end > start ? end : undefined)}${end < text.length ? ' …' : ''}`
}

/** The text with the words marked. */
function Marked({ text, terms }: { text: string; terms: string[] }) {
  const pattern = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  // With a group, every second part is a word that was found.
  const parts = text.split(new RegExp(`(${pattern})`, 'i'))
  return <>{parts.map((part, index) => (index % 2 === 1 ? <mark>{part}</mark> : part))}</>
}

/** `/docs/search`: works without a script. */
export function SearchPage({ query, sections }: { query: string; sections: FoundSection[] }) {
  const found = search(sections, query)
  const terms = termsOf(query)
  return (
    <>
      <h1>Search</h1>
      {query === '' ? (
        <p>Type a word above: a task, a key, an event, or the code of an error.</p>
      ) : (
        <p role="status">
          {found.length === 0 ? 'Nothing' : `${found.length === MAX_RESULTS ? 'The first ' : ''}${found.length}`} found
          for “{query}”.
        </p>
      )}
      <ul class="found">
        {found.map(({ href, title, part, text }) => (
          <li>
            <a href={href}>
              <Marked text={title} terms={terms} />
            </a>{' '}
            <span class="facts">{part}</span>
            <p>
              <Marked text={excerptOf(text, terms)} terms={terms} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
