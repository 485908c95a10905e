import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

/** What a test file needs: nothing, a Postgres with what runs on it, or a browser as well. */
export const PROJECTS = ['pure', 'server', 'browser'] as const
export type ProjectName = (typeof PROJECTS)[number]

const root = resolve(import.meta.dirname, '..')
const BROWSER = resolve(import.meta.dirname, 'browser.ts')

/** The test files of a project, found by what they import: no list that could be wrong. */
export function testFilesOf(project: ProjectName): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(root, name))
    .filter((file) => projectOf(file) === project)
}

/** Whether only tests are run that need no Postgres. */
export const isAllPure = (project: TestProject): boolean =>
  project.vitest.projects.every(({ name }) => name === ('pure' satisfies ProjectName))

function projectOf(file: string): ProjectName {
  const files = importedBy(file)
  files.delete(BROWSER)
  const calls = (name: string) => [...files.values()].some((text) => text.includes(`${name}(`))
  if (calls('sharedBrowser')) return 'browser'
  // What is set up once for the whole run, by `postgres.ts` and the like, is asked for by `inject`.
  return calls('inject') ? 'server' : 'pure'
}

/** A test file and the files of `test/` that it loads, with their texts. */
function importedBy(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file) || !existsSync(file)) return seen
  const text = readFileSync(file, 'utf8')
  seen.set(file, text)
  for (const [, path] of text.matchAll(/^(?:import(?! type)[^']*|export[^']*|.*\bimport\()'(\.[^']+\.tsx?)'/gm)) {
    const imported = resolve(dirname(file), path!)
    if (imported.startsWith(root)) importedBy(imported, seen)
  }
  return seen
}
