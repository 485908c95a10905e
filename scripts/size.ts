// `npm run size`: how much code there is to read, room by room.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = /\.(?:tsx?|css)$/
/** Written by a program, or the same words in twelve languages. */
const NOT_READ = new Set(['generated', 'locales', 'node_modules', 'dist'])
const SMALL = 20

/** What is counted of a room, or of all. */
export interface Size {
  files: number
  lines: number
  /** Files of 20 lines or fewer. */
  small: number
  comments: number
}

export interface Sizes {
  rooms: Map<string, Size>
  server: Size
  decisions: number
}

/** Of `server/`, without what is generated and without locales. */
export function sizes(): Sizes {
  const rooms = new Map<string, Size>()
  const server: Size = { files: 0, lines: 0, small: 0, comments: 0 }
  for (const path of sources(join(root, 'server'))) {
    const text = readFileSync(path, 'utf8')
    const lines = text.split('\n').length - 1
    const own: Size = { files: 1, lines, small: Number(lines <= SMALL), comments: commentsOf(text) }
    const room = roomOf(relative(root, path))
    const total = rooms.get(room) ?? { files: 0, lines: 0, small: 0, comments: 0 }
    rooms.set(room, total)
    for (const sum of [server, total]) for (const key of KEYS) sum[key] += own[key]
  }
  const decisions = readdirSync(join(root, 'spec/decisions')).filter((name) => /^\d{4}-/.test(name)).length
  return { rooms, server, decisions }
}

const KEYS = ['files', 'lines', 'small', 'comments'] as const

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return NOT_READ.has(entry.name) ? [] : sources(join(folder, entry.name))
    return SOURCE.test(entry.name) ? [join(folder, entry.name)] : []
  })
}

/** `server/pdf`, and for the largest rooms one level further. */
function roomOf(path: string): string {
  const parts = path.split('/').slice(0, -1)
  return parts.slice(0, ['domain', 'web'].includes(parts[1] ?? '') ? 3 : 2).join('/')
}

const commentsOf = (text: string): number => text.match(/^\s*\/\/ |\/\*\*? /gm)?.length ?? 0

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { rooms, server, decisions } = sizes()
  const line = (name: string, { files, lines, small, comments }: Size) =>
    console.log(name.padEnd(28) + [lines, files, small, comments].map((figure) => String(figure).padStart(10)).join(''))
  console.log(
    `${''.padEnd(28)}${['lines', 'files', `<= ${SMALL}`, 'comments'].map((head) => head.padStart(10)).join('')}`,
  )
  for (const [room, size] of [...rooms].sort(([, a], [, b]) => b.lines - a.lines)) line(room, size)
  line('all', server)
  console.log(`decisions ${decisions}`)
}
