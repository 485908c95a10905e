import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Mutation } from './mutations.ts'

const root = resolve(import.meta.dirname, '../..')
/** What git does not know and the tests need. */
const LINKED = ['node_modules', 'server/node_modules', 'sdk/node_modules', 'dist']
/** Ignored by git, and on the repository's own file system, which hard links need. */
const LANES = join(root, '.cache')

/** A copy of the repository to make faults in: what an interrupted run leaves behind is never the source. */
export interface Lane {
  /** Runs the tests; true when they pass. */
  passes(tests: string[], timeoutMs: number): Promise<boolean>
  /** The same with one fault. */
  survives(mutation: Mutation, tests: string[], timeoutMs: number): Promise<boolean>
  close(): Promise<void>
}

/** @param databaseUrl where the tests make their databases */
export async function openLane(databaseUrl: string): Promise<Lane> {
  await mkdir(LANES, { recursive: true })
  const folder = await mkdtemp(join(LANES, 'mutate-'))
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  for (const path of files.toString().split('\0').filter(Boolean)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    // A file that was deleted and not committed yet is listed all the same.
    await cp(join(root, path), join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  // Hard links, not a symbolic one: packages outside of the root are loaded in another way, which a test would notice.
  for (const path of LINKED) {
    if (existsSync(join(root, path))) execFileSync('cp', ['-RPl', join(root, path), join(folder, path)])
  }

  async function passes(tests: string[], timeoutMs: number): Promise<boolean> {
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
    const args = ['run', '--bail=1', '--reporter=dot', '--maxWorkers=1', ...tests]
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: 'ignore',
      detached: true,
    })
    // The whole group: a fault that never ends may sit in a process that a test started.
    const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), timeoutMs)
    const [code] = (await once(child, 'close')) as [number | null]
    clearTimeout(timer)
    return code === 0
  }

  return {
    passes,
    async survives({ file, start, end, to }, tests, timeoutMs) {
      const path = join(folder, file)
      const text = await readFile(path, 'utf8')
      await writeFile(path, text.slice(0, start) + to + text.slice(end))
      try {
        return await passes(tests, timeoutMs)
      } finally {
        await writeFile(path, text)
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
