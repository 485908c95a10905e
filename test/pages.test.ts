import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { placesOf } from '../server/cli/completion/places.ts'
import { createProgram } from '../server/cli/program.ts'
import { loadConfig } from '../server/config.ts'
import { operationsOf } from '../server/openapi.ts'
import { settingsTable } from '../server/settings.ts'
import { loadSpec } from './support/contract.ts'
import { type Block, blocksOf, isStep, pagesOfRepository, textOf } from './support/pages.ts'
import { run, tool } from './support/tools.ts'

const root = resolve(import.meta.dirname, '..')

/** What is done with a block, by what follows its three backticks (decision 0049). */
const KINDS: Record<string, string> = {
  sh: 'typed by a test that reads the page from top to bottom',
  ts: 'compiled strictly, and run by that test',
  'ts NAME': 'the same, as a file of this name',
  'js NAME': 'run by that test, as a file of this name',
  'ts error': 'refused by the compiler, as the block says',
  'ts part': 'compiled: a part of a program that a test cannot have, such as one behind a proxy',
  'sh packed': 'typed by `npm run test:packages`, with the packages as npm publishes them',
  'sh server': 'checked below: starts a server that stays; `npm run test:packages` and the tests start theirs',
  'sh clone': 'checked below: the scripts of a clone, this suite among them',
  'sh usage': 'checked below: what a command may be given',
  'sh settings': 'read as the settings of a server',
}
const kindOf = ({ info }: Block): string => {
  const [language = '', word] = info.split(' ')
  return info in KINDS || !word?.includes('.') ? info : `${language} NAME`
}

/** The page of the command line is what `places` says, in the words of its help. */
const pages = pagesOfRepository().filter((page) => page !== 'spec/guides/cli.md')
const blocks = pages.flatMap((page) => blocksOf(page).map((block) => ({ page, ...block })))
const shells = blocks.filter(({ info }) => /^sh\b/.test(info))
const of = (kind: string) => blocks.filter((block) => kindOf(block) === kind)

const settings = [...settingsTable().matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name!)
/** Read by the SDK, by `countersign templates types`, by the receivers of the pages, and by what prints colours. */
const OF_OTHERS = [
  'COUNTERSIGN_API_KEY',
  'COUNTERSIGN_BASE_URL',
  'COUNTERSIGN_WEBHOOK_SECRET',
  'COUNTERSIGN_LOG',
  'NODE_EXTRA_CA_CERTS',
  'NO_COLOR',
]

/** What each command takes, as its help says; those inside of it stand behind it. */
const places = placesOf(createProgram('0.0.0'))

describe('the code of every page', () => {
  it('is of a kind that says what a test does with it', () => {
    expect(blocks.length).toBeGreaterThan(50)
    const unknown = blocks.filter((block) => !(kindOf(block) in KINDS))
    expect(unknown.map(({ page, info, code }) => `${page}: ${info || 'no info'}: ${code.slice(0, 60)}`)).toEqual([])
    for (const kind of Object.keys(KINDS)) expect(of(kind), kind).not.toEqual([])
  })

  it('is read by a test wherever it has steps', () => {
    const tests = readdirSync(join(root, 'test')).filter((name) => name.endsWith('.test.ts'))
    const sources = tests.map((name) => readFileSync(join(root, 'test', name), 'utf8')).join('\n')
    const read = new Set([...sources.matchAll(/readPage\('([^']+)'\)/g)].map(([, page]) => page))
    expect([...new Set(blocks.filter(isStep).map(({ page }) => page))].filter((page) => !read.has(page))).toEqual([])
  })

  it('is a script that a shell can read', () => {
    const shell = tool('bash')
    const scripts = shells.filter((block) => !['sh usage', 'sh settings'].includes(kindOf(block)))
    for (const { page, code } of shell ? scripts : [])
      expect(run(shell, ['-n'], Buffer.from(code)), `${page}: ${code}`).toMatchObject({ code: 0, stderr: '' })
  })

  it('sets settings that exist, and that a server takes', () => {
    for (const { page, code } of of('sh settings')) {
      const lines = code.split('\n').filter((line) => !line.startsWith('#'))
      const pairs = lines.map((line) => /^([A-Z0-9_]+)=(.+)$/.exec(line)!.slice(1) as [string, string])
      expect(settings, page).toEqual(expect.arrayContaining(pairs.map(([name]) => name)))
      expect(() => loadConfig(Object.fromEntries(pairs))).not.toThrow()
    }
    const assigned = shells.flatMap(({ page, info, code }) =>
      [...code.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]+)=\S/gm)].map(([, name]) => ({ page, info, name: name! })),
    )
    const known = [...settings, ...OF_OTHERS, 'KEY', 'ID']
    const wrong = assigned.filter(({ info, name }) => info !== 'sh clone' && !known.includes(name))
    expect(wrong).toEqual([])
  })

  it('names scripts and files of the repository that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
    for (const { page, code } of [...shells, ...spans()]) {
      for (const [, name] of code.matchAll(/npm run ([a-z:]+)/g)) expect(scripts, page).toHaveProperty([name!])
      for (const [path] of code.matchAll(/(?<![\w./-])(?:examples|scripts|server|sdk|spec|test)\/[\w./-]*\w/g))
        expect(existsSync(join(root, path)), `${page} names ${path}`).toBe(true)
    }
  })
})

describe('every page', () => {
  it('of an example sets what its program reads', () => {
    const commands = spans().filter(({ page, code }) => page.startsWith('examples/') && code.includes(' npx '))
    expect(commands.length).toBeGreaterThan(8)
    for (const { page, code } of commands) {
      const folder = join(root, dirname(page))
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
      const source = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
      const read = [...source.matchAll(/process\.env\.(\w+)/g)].map(([, name]) => name!)
      if (source.includes('new Countersign()')) read.push('COUNTERSIGN_API_KEY', 'COUNTERSIGN_BASE_URL')
      const set = [...code.matchAll(/(?:^|\s)([A-Z_]+)=/g)].map(([, name]) => name!)
      expect(set.sort(), page).toEqual([...new Set(read)].sort())
    }
  })

  it('names commands and options that `countersign --help` lists', () => {
    const named = [...shells, ...spans()].flatMap(({ page, code }) =>
      code
        .replaceAll('\\\n', ' ')
        .split('\n')
        .flatMap((line) => [...line.matchAll(/(?<![\w/@-])countersign ((?:[a-z]|--)[^#;]*)/g)].map(([, args]) => args!))
        .map((args) => ({ page, args })),
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(({ args }) => problemOf(args)).map(({ page, args }) => `${page}: ${args}`)).toEqual([])
    for (const wrong of ['serve', 'keys make', 'start --worker', 'templates export|put'])
      expect(problemOf(wrong), wrong).toBe(true)
  })

  it('names settings that exist', () => {
    const named = spans().flatMap(({ page, code }) =>
      [...code.matchAll(/^(?:GET |POST )?([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b(?!\*)/g)].map(([, name]) => ({
        page,
        name: name!,
      })),
    )
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ name }) => ![...settings, ...OF_OTHERS].includes(name))).toEqual([])
  })

  it('names calls that the reference has', () => {
    const known = operationsOf(loadSpec()).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const named = spans().flatMap(({ page, code }) =>
      [...code.matchAll(/^((?:GET|POST|PATCH|DELETE) )(?:\/v1)?(\/[\w/{}-]+)$/g)].map(([, method, path]) => ({
        page,
        call: `${method}${path}`,
      })),
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(({ call }) => !known.includes(call))).toEqual([])
  })
})

/** The code within the sentences of the pages that readers type from; not of rules, decisions and changes. */
function spans(): { page: string; code: string }[] {
  const typedFrom = pages.filter((page) => /^(spec\/guides\/|(\w+\/)*README\.md$|examples\/|CONTRIBUTING)/.test(page))
  return typedFrom.flatMap((page) =>
    [
      ...textOf(page)
        .replaceAll(/^```.*?^```$/gms, '')
        .matchAll(/`([^`\n]+)`/g),
    ].map(([, code]) => ({ page, code: code! })),
  )
}

/** Whether there is no such command, or it lacks one of the options. Verbs are written `lock|unlock`. */
function problemOf(args: string): boolean {
  const [command = '', next = '', ...rest] = args.trim().split(/\s+/)
  if (command.startsWith('--')) return !['--help', '--version'].includes(command)
  const inside = places.filter(({ path }) => path.startsWith(` ${command} `))
  const called = inside.length === 0 ? [` ${command}`] : next.split('|').map((verb) => ` ${command} ${verb}`)
  const named = [next, ...rest].flatMap((word) => word.match(/--[a-z-]+/g) ?? [])
  return called.some((path) => {
    const place = places.find((one) => one.path === path)
    const known = [...(place?.options ?? []), ...(place?.commands ?? [])].map(({ word }) => word)
    return !place || named.some((option) => !known.includes(option))
  })
}
