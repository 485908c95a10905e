// `npm run release -- 2026-11-30 "Templates and reviews" 0.2.0`: makes what is unreleased the release of that day (decision 0053),
// and gives both packages this version.
// Marks and version in spec/ (its rules too), the frozen snapshot with its hash, changelog/<date>.yaml, CHANGELOG.md, spec/api-changelog.json,
// the generated code, and the version and repository of the packages. Everything is checked before anything is written;
// committing is left to you.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { problemsOf, readReleases, UNRELEASED, writeChangelogs } from './changelog.ts'
import { withoutNotice } from './generate/notes.ts'
import { bundle } from './generate/spec.ts'
import { writeGenerated } from './generate.ts'
import { nameRepository } from './repository.ts'
import { freeze } from './snapshots.ts'
import { problemsOfVersion, setVersion } from './versions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

async function main(): Promise<void> {
  const [date = '', title = '', version = ''] = process.argv.slice(2)
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)) || title === '' || version === '')
    throw new Error('usage: npm run release -- YYYY-MM-DD "Title" VERSION')
  const problems = [...problemsWith(date), ...problemsOfVersion(root, version)]
  if (problems.length > 0) throw new Error(`${date} cannot be released:\n${problems.join('\n')}`)
  markSpec(date)
  nameNotes(date, title)
  freeze(bundle(root), date)
  await writeGenerated()
  writeChangelogs()
  setVersion(root, version)
  const repository = nameRepository(root)
  console.log(
    repository === null
      ? 'The remote `origin` has no public address: repository and homepage of the packages stay as they are.'
      : `The packages name ${repository} as their repository.`,
  )
  console.log(`Released ${date}: run the tests, commit, and tag the commit v${version}, which publishes both packages.`)
}

function problemsWith(date: string): string[] {
  const releases = readReleases()
  const next = releases.find(({ name }) => name === UNRELEASED)
  if (!next) return ['changelog/unreleased.yaml is missing: there is nothing to release']
  const last = releases.find(({ name }) => name !== UNRELEASED)?.name ?? ''
  const late = date > last ? [] : [`the last release is ${last}`]
  return [...late, ...problemsOf(releases), ...withoutNotice(next, date)]
}

/** What was marked for the next release now came with this one. */
function markSpec(date: string): void {
  const folder = join(root, 'spec')
  for (const part of ['.', 'paths', 'components']) {
    for (const file of readdirSync(join(folder, part)).filter((name) => name.endsWith('.yaml'))) {
      const path = join(folder, part, file)
      const text = readFileSync(path, 'utf8')
      const marked = text
        .replaceAll(/(x-since: )next(?=[\s,}])(?!`)/g, `$1"${date}"`)
        .replaceAll(/(x-enum-since:\s*\{)([^}]*)/g, (_all, head: string, marks: string) => head + dated(marks, date))
        .replaceAll(
          /(x-enum-since:\n)((?: +\S+: \S+\n)+)/g,
          (_all, head: string, marks: string) => head + dated(marks, date),
        )
      if (marked !== text) writeFileSync(path, marked)
    }
  }
  edit('openapi.yaml', (main) => main.replace(/^( {2}version: ).*$/m, `$1${date}`))
  edit('contract.md', (rules) =>
    rules.replaceAll(/\*next\*/gi, `*${date}*`).replace(/(?<=this one )\d{4}-\d\d-\d\d/, date),
  )

  function edit(file: string, change: (text: string) => string): void {
    const path = join(folder, file)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }
}

const dated = (marks: string, date: string): string => marks.replaceAll(/(: )next\b/g, `$1"${date}"`)

function nameNotes(date: string, title: string): void {
  const from = join(root, 'changelog', `${UNRELEASED}.yaml`)
  const to = join(root, 'changelog', `${date}.yaml`)
  if (existsSync(to)) throw new Error(`${to} exists`)
  const notes = readFileSync(from, 'utf8').replace(/^(?:#.*\n)*title:.*\n/, `title: ${JSON.stringify(title)}\n`)
  writeFileSync(to, notes)
  rmSync(from)
}

await main()
