// changelog/*.yaml to CHANGELOG.md and spec/api-changelog.json (decision 0053). One file per release, named by its date, and `unreleased.yaml` for the next one.
// `npm run changelog` writes; `npm run changelog -- --check` only compares, and fails when one is stale or when the notes leave
// out a difference between neighbouring releases (decision 0053).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Spec } from '../server/openapi.ts'
import { asMeant } from '../server/openapi-published.ts'
import { differencesOf } from './generate/differences.ts'
import { unnamed, withoutNotice } from './generate/notes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The name of the release that has no date yet. */
export const UNRELEASED = 'unreleased'

/** One change that users can notice, as in the list of contract 9.2. */
const Change = z.strictObject({
  /** Unique across all releases. */
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  type: z.enum(['added', 'changed', 'deprecated', 'removed', 'fixed', 'docs']),
  /** Who is affected: callers of the API, users of the SDK, operators of the server. */
  area: z.enum(['api', 'sdk', 'server']).default('api'),
  /** A call that works today can fail; then `effective` is the date from which it does (contract 9.4). */
  breaking: z.boolean().default(false),
  effective: z.iso.date().optional(),
  /**
   * Of contract 9, why a breaking change needs no notice: 5 refuses input that never had an effect, 6 does what was always
   * documented.
   */
  rule: z.union([z.literal(5), z.literal(6)]).optional(),
  /** When a deprecated spelling stops working (contract 9.8). */
  sunset: z.iso.date().optional(),
  summary: z.string().min(1),
  /** What readers should do about it. */
  action: z.string().min(1).optional(),
  /** `METHOD /path` of operations and names of webhooks, as in the spec. */
  endpoints: z.array(z.string()).default([]),
  /** The differences in the spec that this is about, by their names (`Difference.name`); `*` stands for anything. */
  covers: z.array(z.string()).default([]),
})
const Release = z.strictObject({ title: z.string().min(1), changes: z.array(Change).min(1) })

export type Release = z.output<typeof Release> & { name: string }

/** Every release, newest first. @throws ZodError for a file that is not in the format, Error for an id used twice */
export function readReleases(folder = join(root, 'changelog')): Release[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort((a, b) => (a === UNRELEASED ? -1 : b === UNRELEASED ? 1 : b.localeCompare(a)))
  const releases = names.map((name) => ({
    ...Release.parse(parse(readFileSync(join(folder, `${name}.yaml`), 'utf8'))),
    name,
  }))
  const ids = releases.flatMap(({ changes }) => changes.map(({ id }) => id))
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  if (twice.length > 0) throw new Error(`ids used twice: ${twice.join(', ')}`)
  return releases
}

const AREAS = { api: 'API', sdk: 'SDK', server: 'Server' } as const

/** CHANGELOG.md. */
export function renderChangelog(releases: readonly Release[]): string {
  const sections = releases.flatMap(({ name, title, changes }) => [
    `## ${name === UNRELEASED ? 'Unreleased' : `${name}: ${title}`}`,
    ...Object.entries(AREAS).flatMap(([area, heading]) => {
      const own = changes.filter((change) => change.area === area)
      return own.length > 0 ? [`### ${heading}`, own.map(line).join('\n')] : []
    }),
  ])
  const head = ['# Changelog', '<!-- Built from changelog/ by `npm run changelog`. Edit the files there. -->']
  return `${[...head, ...sections].join('\n\n')}\n`
}

function line({ type, breaking, effective, sunset, summary, action }: Release['changes'][number]): string {
  const notes = [
    breaking ? `**Breaking${effective ? ` from ${effective}` : ''}.**` : '',
    summary,
    sunset ? `Works until ${sunset}.` : '',
    action ?? '',
  ]
  return `- *${type}* ${notes.filter((note) => note !== '').join(' ')}`
}

/**
 * What is served at `/api-changelog.json` (contract 9.2): the changes of the API in each release, newest first. Addresses
 * are relative to the site.
 */
export function renderApiChangelog(releases: readonly Release[]): string {
  const entries = releases
    .filter(({ name }) => name !== UNRELEASED)
    .map(({ name, title, changes }) => ({
      date: name,
      title,
      openapi: `/openapi/${name}.json`,
      changes: changes.filter(({ area }) => area === 'api').map(published),
    }))
  return `${JSON.stringify({ format: 1, current_openapi: '/openapi.json', entries }, null, 2)}\n`
}

/** Without what is for our checks. */
function published({ area: _, rule: __, covers: ___, ...change }: Release['changes'][number]) {
  return change
}

/** The spec of a release; the one that is not out yet is `openapi.json`. */
export function specOf(name: string, folder = root): Spec {
  const file = name === UNRELEASED ? 'openapi.json' : `snapshots/${name}.json`
  return asMeant(JSON.parse(readFileSync(join(folder, 'spec', file), 'utf8')) as Spec)
}

/** What is wrong with the notes of the releases, compared with what differs between each and the one before. */
export function problemsOf(releases: readonly Release[]): string[] {
  // Without notes nothing may differ from the last release.
  const next = releases[0]?.name === UNRELEASED ? [] : [{ name: UNRELEASED, title: '', changes: [] }]
  return [...next, ...releases].flatMap((release, index, all) => {
    const before = all[index + 1]
    const differences = before ? differencesOf(specOf(before.name), specOf(release.name)) : null
    return [
      ...withoutNotice(release, release.name === UNRELEASED ? null : release.name),
      ...(differences ? unnamed(release, differences) : []),
    ]
  })
}

const texts = (releases: readonly Release[]): Record<string, string> => ({
  'CHANGELOG.md': renderChangelog(releases),
  'spec/api-changelog.json': renderApiChangelog(releases),
})

export function writeChangelogs(): void {
  for (const [file, text] of Object.entries(texts(readReleases()))) writeFileSync(join(root, file), text)
}

/** What is wrong with the notes, and which files are not built from them. */
function check(): string[] {
  const releases = readReleases()
  const stale = Object.entries(texts(releases)).flatMap(([file, text]) =>
    readFileSync(join(root, file), 'utf8') === text ? [] : [`${file} is stale, run "npm run changelog".`],
  )
  return [...problemsOf(releases), ...stale]
}

function main(): void {
  if (!process.argv.includes('--check')) writeChangelogs()
  else for (const problem of check()) fail(problem)
}

function fail(problem: string): void {
  console.error(problem)
  process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
