import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, run, start } from './run.ts'

interface Manager {
  name: string
  program: string
  /** Before the tarball. */
  args: string[]
}

/** None of them runs the install scripts of packages: pnpm and Bun not by themselves, npm because it is told so. */
const MANAGERS: Manager[] = [
  { name: 'npm --ignore-scripts', program: 'npm', args: ['install', '--ignore-scripts', '--no-audit', '--no-fund'] },
  { name: 'pnpm', program: 'npx', args: ['--yes', 'pnpm@10.34.9', 'add'] },
  { name: 'Bun', program: 'npx', args: ['--yes', 'bun@1.4.5', 'add'] },
]

/**
 * Installs the server's package with each package manager, starts it, and asks the API who a new key is.
 * @param folder to make, for all of them
 * @returns what each took, a line each
 * @throws Error when one does not start
 */
export async function tryManagers(folder: string, tarball: string): Promise<string[]> {
  mkdirSync(folder)
  const lines: string[] = []
  for (const [index, manager] of MANAGERS.entries()) {
    const here = join(folder, String(index))
    mkdirSync(here)
    writeFileSync(join(here, 'package.json'), '{ "private": true }')
    run(here, manager.program, [...manager.args, tarball])
    const began = Date.now()
    const { env, stop } = await start(here, ['node_modules/.bin/countersign', 'start'])
    const milliseconds = Date.now() - began
    try {
      await askWithNewKey(here, env)
    } finally {
      stop()
    }
    const { bytes, packages } = installed(join(here, 'node_modules'))
    const size = `${Math.round(bytes / 1e6)} MB, ${packages} packages`
    lines.push(`${manager.name}: ${size}, first start ${(milliseconds / 1000).toFixed(1)} s.`)
    rmSync(join(here, 'node_modules'), { recursive: true })
  }
  return lines
}

async function askWithNewKey(folder: string, { COUNTERSIGN_BASE_URL: url }: Environment): Promise<void> {
  const create = ['keys', 'create', '--workspace', 'My workspace', '--scope', 'read']
  const key = run(folder, 'node_modules/.bin/countersign', create, { DATA_DIR: join(folder, 'data') }).trim()
  const answer = await fetch(`${url}/me`, { headers: { Authorization: `Bearer ${key}` } })
  if (answer.status !== 200) throw new Error(`a new key was answered ${answer.status}: ${await answer.text()}`)
}

/** Links are not followed: pnpm keeps each package once. */
function installed(folder: string): { bytes: number; packages: number } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const isPackage = /node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return {
    bytes: paths.reduce((sum, path) => sum + statSync(path).size, 0),
    packages: paths.filter((path) => isPackage.test(path)).length,
  }
}
