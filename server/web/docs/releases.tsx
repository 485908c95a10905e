import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { HOME } from '../../home.ts'
import { InlineMarkdown } from './markdown.tsx'

const FILE = join(HOME, 'spec/api-changelog.json')

/** As contract 9.2 gives it. */
const Changelog = z.object({
  entries: z.array(
    z.object({
      date: z.string(),
      title: z.string(),
      openapi: z.string(),
      changes: z.array(
        z.object({
          id: z.string(),
          type: z.string(),
          breaking: z.boolean(),
          effective: z.string().optional(),
          sunset: z.string().optional(),
          summary: z.string(),
          action: z.string().optional(),
          endpoints: z.array(z.string()),
        }),
      ),
    }),
  ),
})
export type ApiRelease = z.output<typeof Changelog>['entries'][number]
type ReleaseChange = ApiRelease['changes'][number]

/** The releases of the API, newest first. */
export function loadReleases(): ApiRelease[] {
  return Changelog.parse(JSON.parse(readFileSync(FILE, 'utf8'))).entries
}

const INTRODUCTION =
  'Every release of the API, the newest first. A change that can make a working call fail is announced at least 90 days before its date.'

/** `/changelog`: what each release of the API changed, and what to do about it. */
export function ChangelogPage({ releases }: { releases: ApiRelease[] }) {
  return (
    <>
      <h1>Changelog</h1>
      <p>
        {INTRODUCTION} For programs: <a href="/api-changelog.json">api-changelog.json</a>.
      </p>
      {releases.map(({ date, title, openapi, changes }) => (
        <section aria-labelledby={date}>
          <h2 id={date}>
            <time datetime={date}>{date}</time>: {title}
          </h2>
          <p>
            The API as of that day: <a href={openapi}>{openapi.slice(1)}</a>.
          </p>
          <ul class="changes">
            {changes.map((change) => (
              <li id={change.id}>
                <span class="status">{labelOf(change)}</span> <InlineMarkdown text={wordsOf(change)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** The same as Markdown. */
export function changelogText(releases: ApiRelease[]): string {
  const parts = releases.map(({ date, title, changes }) =>
    [`## ${date}: ${title}`, changes.map((one) => `- ${labelOf(one)}: ${wordsOf(one)}`).join('\n')].join('\n\n'),
  )
  return `# Changelog\n\n${INTRODUCTION}\n\n${parts.join('\n\n')}\n`
}

function labelOf({ type, breaking }: ReleaseChange): string {
  const word = `${type[0]!.toUpperCase()}${type.slice(1)}`
  return breaking ? `${word}, breaking` : word
}

function wordsOf({ summary, action, effective, sunset, endpoints }: ReleaseChange): string {
  return [
    summary,
    action,
    effective && `In force from ${effective}.`,
    sunset && `The old spelling works until ${sunset}.`,
    endpoints.length > 0 && `(${endpoints.map((one) => `\`${one}\``).join(', ')})`,
  ]
    .filter(Boolean)
    .join(' ')
}
