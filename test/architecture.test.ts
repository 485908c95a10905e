import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { sizes } from '../scripts/size.ts'

const root = resolve(import.meta.dirname, '..')

/** Files of no layer, which all may use and which know none of them. */
const COMMON = [
  'server/address-ranges.ts',
  'server/canonical.ts',
  'server/characters.ts',
  'server/clock.ts',
  'server/config-rules.ts',
  'server/config-shape.ts',
  'server/config.ts',
  'server/did-you-mean.ts',
  'server/digest.ts',
  'server/files.ts',
  'server/home.ts',
  'server/generated',
  'server/limits.ts',
  'server/log.ts',
  'server/metrics.ts',
  'server/openapi-published.ts',
  'server/openapi.ts',
  'server/regions.ts',
  'server/samples',
  'server/setting-urls.ts',
  'server/settings.ts',
  'server/writable-folder.ts',
]

/** Where the domain's words for what is stored come from; an adapter may name them, and knows nothing else of `db`. */
const STORED_WORDS = 'server/db/schema.ts'

/**
 * What each layer may use besides itself, types included:
 * `main, cli -> app -> api, web -> http -> domain -> db, pdf, storage, ...`, and `jobs, delivery -> domain`.
 */
const MAY_IMPORT: Record<string, string[] | 'anything'> = {
  'server/main.ts': 'anything',
  'server/cli.ts': 'anything',
  'server/testing.ts': 'anything',
  'server/testing-server.ts': 'anything',
  'server/cli': 'anything',
  'server/app.ts': [...COMMON, 'server/context.ts', 'server/http', 'server/api', 'server/web', 'server/domain'],
  // The adapters. None of them knows the database.
  'server/api': [...COMMON, 'server/context.ts', 'server/http', 'server/domain'],
  'server/web': [
    ...COMMON,
    'server/context.ts',
    'server/http',
    'server/domain',
    STORED_WORDS,
    // The page shows entries in the size the document will use.
    'server/pdf/sizes.ts',
    'server/pdf/hand-styles.ts',
    'server/pdf/visible.ts',
    // /verify judges files as the command does.
    'server/pdf/verdict.ts',
    'server/pdf/fonts/glyph-ranges.ts',
  ],
  'server/http': [...COMMON, 'server/context.ts', 'server/domain', 'server/schema-parts.ts', 'server/storage'],
  'server/jobs': [...COMMON, 'server/context.ts', 'server/domain', 'server/db/tasks.ts'],
  'server/delivery': [...COMMON, 'server/context.ts', 'server/domain', 'server/db', 'server/net'],
  'server/domain': [
    ...COMMON,
    'server/context.ts',
    ...['db', 'mail', 'net', 'pdf', 'sealing', 'sms', 'storage'].map((room) => `server/${room}`),
    // A receiver's check, as receivers make it.
    'sdk/src/errors.ts',
    'sdk/src/webhooks.ts',
  ],
  'server/context.ts': [
    ...COMMON,
    ...['db', 'keyring.ts', 'mail', 'net', 'pdf', 'sealing', 'sms', 'storage'].map((room) => `server/${room}`),
  ],
  'server/keyring.ts': [...COMMON, 'server/db'],
  // Of the domain it knows the rows alone: how revisions and audit events are read.
  'server/backup': [
    ...COMMON,
    ...['db', 'domain/records', 'keyring.ts', 'pdf', 'storage'].map((room) => `server/${room}`),
  ],
  'server/sealing': [...COMMON, 'server/pdf', 'server/net'],
  'server/mail': [...COMMON, 'server/db'],
  'server/sms': [...COMMON, 'server/db'],
  'server/db': COMMON,
  'server/generated': ['server/schema-parts.ts'],
  'server/samples': ['server/openapi.ts', 'server/openapi-published.ts'],
  'server/schema-parts.ts': ['server/storage'],
  'server/storage': COMMON,
  'server/pdf': ['sdk/src/verify', 'server/home.ts'],
  'server/net': [],
  sdk: [],
}

/** The domain's folders from the bottom up: each may use those before it. Files of no folder are below them all. */
const DOMAIN_ORDER = [
  'records',
  'deliveries',
  'events',
  'hooks',
  'signers',
  'people',
  'keys',
  'messages',
  'sms',
  'documents',
  'fields',
  'values',
  'signing',
  'sending',
  'drafts',
  'templates',
  'instances',
  'direct',
  'bulk',
  'sandboxes',
  'workers',
]

interface Source {
  path: string
  text: string
}

function sources(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

interface Import {
  from: string
  /** A path from the root, or a package's name. */
  to: string
}

/** Every import, re-export and dynamic import, of types as well as of values. */
function imports({ path, text }: Source): Import[] {
  const statements = /^(?:import|export)\s+(?:[^'"]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(statements)].map(([, named, dynamic]) => {
    const to = (named ?? dynamic)!
    return { from: path, to: to.startsWith('.') ? relative(root, resolve(root, dirname(path), to)) : to }
  })
}

const within = (path: string, room: string) => path === room || path.startsWith(`${room}/`)
const isOurs = (path: string) => path.startsWith('server/') || path.startsWith('sdk/')
const show = ({ from, to }: Import) => `${from} -> ${to}`

const server = sources('server')
const sdk = sources('sdk/src')
const all = [...server, ...sdk].flatMap(imports)
const inside = all.filter(({ to }) => isOurs(to))

test('imports point one way', () => {
  const isCommon = (path: string) => COMMON.some((room) => within(path, room))
  const wrong = inside.filter(({ from, to }) => {
    if (isCommon(from) && isCommon(to)) return false
    const room = Object.keys(MAY_IMPORT).find((candidate) => within(from, candidate))
    if (!room) return true
    const allowed = MAY_IMPORT[room]!
    return allowed !== 'anything' && !within(to, room) && !allowed.some((other) => within(to, other))
  })
  expect(wrong.map(show)).toEqual([])
})

test('the folders of the domain use only those below them', () => {
  const rankOf = (path: string) => DOMAIN_ORDER.indexOf(path.split('/')[2]!)
  const domain = inside.filter(({ from, to }) => within(from, 'server/domain') && within(to, 'server/domain'))
  expect(domain.filter(({ from, to }) => rankOf(to) > rankOf(from)).map(show)).toEqual([])
  const folders = server.flatMap(({ path }) => /^server\/domain\/([^/]+)\//.exec(path)?.[1] ?? [])
  expect([...new Set(folders)].sort()).toEqual([...DOMAIN_ORDER].sort())
})

test('there is no import cycle, neither of files nor of folders', () => {
  expect(circles(inside)).toEqual([])
})

/**
 * The circles among what stands side by side in any folder, files and folders alike. An import counts where the ways to
 * its two ends part, so a folder and a file beside it can make a circle, but not a folder and what is in it.
 */
function circles(list: Import[]): string[] {
  const levels = new Map<string, Map<string, Set<string>>>()
  for (const { from, to } of list) {
    const [a, b] = [from.split('/'), to.split('/')]
    const depth = a.findIndex((name, index) => name !== b[index])
    if (depth === -1) return [`${from} imports itself`]
    const folder = a.slice(0, depth).join('/')
    const level = levels.get(folder) ?? new Map<string, Set<string>>()
    levels.set(folder, level)
    level.set(a[depth]!, (level.get(a[depth]!) ?? new Set()).add(b[depth]!))
  }
  return [...levels].flatMap(([folder, level]) => {
    // What imports nothing that is left is in no circle; what is left in the end is, or leads to one.
    const left = new Map(level)
    for (let found = true; found; ) {
      const done = [...left.keys()].filter((name) => ![...left.get(name)!].some((other) => left.has(other)))
      for (const name of done) left.delete(name)
      found = done.length > 0
    }
    return left.size === 0 ? [] : [`${folder}/: ${[...left.keys()].sort().join(', ')}`]
  })
}

/** Exported names that several files have, because they mean the same there. */
const SAME_MEANING = new Set([
  // `db` and `pdf` know nothing of each other; the compiler compares them where the domain passes one as the other.
  ...['FieldKind', 'RemovedContent', 'SealLevel'],
  // A document of the domain, and the engine's work on its bytes.
  ...['renderTemplate'],
  // The same steps for each form of the dashboard: what is stored as entries, what was sent as entries, and its problems.
  ...['entriesFrom', 'entriesOf', 'problemsAt', 'sentEntries', 'valueForm'],
  // Of every migration.
  ...['up'],
])

test('an exported name has one meaning in the server', () => {
  const names = new Map<string, string[]>()
  for (const { path, text } of server) {
    // A handler of the API is called as its operation, and so is the verb that it calls.
    if (within(path, 'server/api') || path.includes('/locales/') || path.includes('/generated/')) continue
    const exported = /^export (?:async )?(?:abstract )?(?:function\*?|const|class|type|interface|enum) (\w+)/gm
    const own = new Set([...text.matchAll(exported)].map(([, name]) => name!))
    for (const name of own) names.set(name, [...(names.get(name) ?? []), path])
  }
  const several = [...names].filter(([name, paths]) => paths.length > 1 && !SAME_MEANING.has(name))
  expect(Object.fromEntries(several)).toEqual({})
  expect([...SAME_MEANING].filter((name) => (names.get(name)?.length ?? 0) < 2)).toEqual([])
})

test('every part of the server has its rule', () => {
  const rooms = new Set(server.map(({ path }) => path.split('/').slice(0, 2).join('/')))
  expect([...rooms].filter((room) => !MAY_IMPORT[room] && !COMMON.includes(room))).toEqual([])
})

test('every room is named in CONTRIBUTING.md, in the order of the imports', () => {
  const rooms = ['server', 'server/domain', 'server/web'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|dist$)/.test(entry.name))
      .map((entry) => `${folder}/${entry.name}/`),
  )
  const rows = [...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/^\| (`server\/.*?) \|/gm)]
  const named = rows.flatMap(([, cell]) => [...cell!.matchAll(/`(.+?)`/g)].map((match) => match[1]!))
  expect([...named].sort()).toEqual(rooms.sort())
  const domain = named.flatMap((room) => /^server\/domain\/(.+)\/$/.exec(room)?.[1] ?? [])
  expect(domain).toEqual(DOMAIN_ORDER)
})

test('the domain does not know HTTP', () => {
  const wrong = all.filter(({ from, to }) => within(from, 'server/domain') && /^(hono|@hono)\b/.test(to))
  expect(wrong).toEqual([])
})

test('only config.ts reads the environment', () => {
  const wrong = server.filter(({ path, text }) => path !== 'server/config.ts' && /\bprocess\s*\.\s*env\b/.test(text))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('every migration is carried out, in the order of the folder', () => {
  const files = readdirSync(join(root, 'server/db/migrations')).map((name) => name.replace('.ts', ''))
  const { text } = server.find(({ path }) => path === 'server/db/migrate.ts')!
  const listed = [...text.matchAll(/^ {2}'(\d{4}_\w+)':/gm)].map(([, name]) => name)
  expect(listed).toEqual(files.sort())
})

test('decisions take the time from the injected clock', () => {
  const rooms = ['api', 'delivery', 'domain', 'http', 'jobs', 'web'].map((room) => `server/${room}`)
  const wrong = server
    .filter(({ path }) => rooms.some((room) => within(path, room)) && !within(path, 'server/web/islands'))
    .filter(({ text }) => /\bnew Date\(\)|\bDate\.now\(\)/.test(text))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('files stay small enough to read in one go', () => {
  const long = [...server, ...sdk]
    .filter(({ path }) => !path.includes('/generated/') && !path.includes('/locales/'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > 250)
  // Over 250 lines needs a reason, which only a reader can judge: reported, not refused. Over 500 is refused.
  if (long.length > 0) console.warn(long.map(({ path, lines }) => `${lines} lines: ${path}`).join('\n'))
  expect(long.filter(({ lines }) => lines > 500)).toEqual([])
})

/** Of `npm run size`, on 2026-11-30. What a feature adds to it, its commit says. */
const MOST = { lines: 108_153, small: 129, decisions: 46 }

test('there is no more to read than there was', () => {
  const { server, decisions } = sizes()
  // Ceilings that only fall: lower them when the figures have fallen.
  expect(server.lines).toBeLessThanOrEqual(MOST.lines)
  expect(server.small).toBeLessThanOrEqual(MOST.small)
  expect(decisions).toBeLessThanOrEqual(MOST.decisions)
})
