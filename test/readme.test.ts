import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settingsTable } from '../server/settings.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const scripts = (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: object })
  .scripts

it('the table of settings in the README is the one of the code', () => {
  expect(readme).toContain(`-->\n${settingsTable().trim()}\n<!--`)
})

it('every npm script that the README names exists', () => {
  const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1])
  expect(named.length).toBeGreaterThan(0)
  for (const name of named) expect(scripts).toHaveProperty(name!)
})

it('the guide to the server names every folder of the server and of its domain', () => {
  const guide = readFileSync(new URL('../server/README.md', import.meta.url), 'utf8')
  const folders = (path: string) =>
    readdirSync(new URL(`../server/${path}`, import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name))
      .map((entry) => `${path}${entry.name}/`)
  const missing = [...folders(''), ...folders('domain/')].filter((folder) => !guide.includes(`\`${folder}`))
  expect(missing).toEqual([])
})
