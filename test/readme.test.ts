import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settingsTable } from '../server/settings.ts'

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readme = textOf('README.md')
const scripts = (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: object })
  .scripts

it.each(['README.md', 'server/README.md'])('the table of settings in %s is the one of the code', (path) => {
  expect(textOf(path)).toContain(`-->\n${settingsTable().trim()}\n<!--`)
})

it('every npm script that the README names exists', () => {
  const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1])
  expect(named.length).toBeGreaterThan(0)
  for (const name of named) expect(scripts).toHaveProperty(name!)
})

it.each(['server', 'sdk'])('the README of the package %s links only to what its reader has', (folder) => {
  const links = [...textOf(`${folder}/README.md`).matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1])
  expect(links.filter((link) => !/^(https:|#)/.test(link!))).toEqual([])
})

it('the README of the SDK names every method', () => {
  const text = textOf('sdk/README.md')
  const folder = new URL('../sdk/src/resources/', import.meta.url)
  const missing = readdirSync(folder).flatMap((file) => {
    const source = readFileSync(new URL(file, folder), 'utf8')
    const methods = [...source.matchAll(/^ {2}(\w+)(?:<[^\n]*>)?\(/gm)].map((match) => match[1]!)
    return methods
      .filter((name) => name !== 'constructor' && !text.includes(`${name}(`))
      .map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})
