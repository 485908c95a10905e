import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Files of no layer, which all may use and which know none of them. */
const COMMON = [
  'server/canonical.ts',
  'server/clock.ts',
  'server/config-rules.ts',
  'server/config-shape.ts',
  'server/config.ts',
  'server/files.ts',
  'server/generated',
  'server/limits.ts',
  'server/log.ts',
  'server/metrics.ts',
  'server/regions.ts',
  'server/settings.ts',
]

/** What each layer may use at run time, besides itself: `main, cli -> adapters -> domain -> db, pdf, storage, ...`. */
const MAY_IMPORT: Record<string, string[] | 'anything'> = {
  'server/main.ts': 'anything',
  'server/cli.ts': 'anything',
  'server/cli': 'anything',
  'server/context.ts': [
    ...COMMON,
    ...['db', 'keyring.ts', 'mail', 'net', 'pdf', 'sealing', 'sms', 'storage'].map((room) => `server/${room}`),
  ],
  'server/app.ts': [...COMMON, 'server/http', 'server/api', 'server/web', 'server/domain'],
  // The adapters. None of them knows the database.
  'server/http': [...COMMON, 'server/domain', 'server/schema-parts.ts'],
  'server/api': [...COMMON, 'server/http', 'server/domain'],
  // `pdf/sizes.ts`: the page sets what is entered as large as the document will.
  'server/web': [...COMMON, 'server/http', 'server/domain', 'server/pdf/sizes.ts'],
  'server/jobs': [...COMMON, 'server/domain', 'server/db/tasks.ts'],
  'server/delivery': [...COMMON, 'server/domain', 'server/db', 'server/net'],
  'server/domain': [
    ...COMMON,
    ...['db', 'mail', 'net', 'pdf', 'sealing', 'sms', 'storage'].map((room) => `server/${room}`),
  ],
  'server/generated': ['server/schema-parts.ts'],
  'server/schema-parts.ts': ['server/storage'],
  'server/keyring.ts': [...COMMON, 'server/db'],
  'server/sealing': [...COMMON, 'server/pdf', 'server/net'],
  'server/db': COMMON,
  'server/storage': COMMON,
  'server/mail': COMMON,
  'server/sms': COMMON,
  'server/pdf': ['sdk/src/verify'],
  'server/net': [],
  sdk: [],
}
/** Types are erased, so they may come from anywhere; but these know nothing of ours at all. */
const STRANGERS = ['server/pdf', 'server/net', 'sdk']

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
  typeOnly: boolean
}

function imports({ path, text }: Source): Import[] {
  const statements = /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(statements)].map(([, type, named, dynamic]) => {
    const to = (named ?? dynamic)!
    return {
      from: path,
      to: to.startsWith('.') ? relative(root, resolve(root, dirname(path), to)) : to,
      typeOnly: type !== undefined,
    }
  })
}

const within = (path: string, room: string) => path === room || path.startsWith(`${room}/`)
const isOurs = (path: string) => path.startsWith('server/') || path.startsWith('sdk/')

const server = sources('server')
const sdk = sources('sdk/src')
const all = [...server, ...sdk].flatMap(imports)

test('imports point one way', () => {
  const wrong = all.filter(({ from, to, typeOnly }) => {
    if (!isOurs(to) || COMMON.some((room) => within(from, room) && COMMON.some((other) => within(to, other))))
      return false
    const room = Object.keys(MAY_IMPORT).find((candidate) => within(from, candidate))
    if (!room) return !typeOnly
    const allowed = MAY_IMPORT[room]!
    if (allowed === 'anything' || (room && within(to, room)) || allowed.some((other) => within(to, other))) return false
    return !typeOnly || (room !== undefined && STRANGERS.includes(room))
  })
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

test('every room of the server has its rule', () => {
  const rooms = new Set(server.map(({ path }) => path.split('/').slice(0, 2).join('/')))
  expect([...rooms].filter((room) => !MAY_IMPORT[room] && !COMMON.includes(room))).toEqual([])
})

test('the domain does not know HTTP', () => {
  const wrong = all.filter(({ from, to }) => within(from, 'server/domain') && /^(hono|@hono)\b/.test(to))
  expect(wrong).toEqual([])
})

test('only config.ts reads the environment', () => {
  const wrong = server.filter(({ path, text }) => path !== 'server/config.ts' && /\bprocess\s*\.\s*env\b/.test(text))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('whatever decides asks the injected clock for the time', () => {
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
  // Over 250 lines wants a reason, which only a reader can judge: told, not refused. Over 500 there is none.
  if (long.length > 0) console.warn(long.map(({ path, lines }) => `${lines} lines: ${path}`).join('\n'))
  expect(long.filter(({ lines }) => lines > 500)).toEqual([])
})
