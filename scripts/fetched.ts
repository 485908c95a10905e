import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Program {
  /** The script that Node runs, in the folder of the repository. */
  script: string
  args: readonly string[]
  env?: Record<string, string>
}

/**
 * Fetches packages that are too large to be dependencies into a temporary folder, runs a program that uses them, and deletes
 * the folder. This process ends with the status of the program, or of npm when that fails.
 * @param packages with their versions; their install scripts do not run
 * @param program given the path of the `node_modules`
 */
export function runWithFetched(packages: readonly string[], program: (nodeModules: string) => Program): void {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-fetched-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]
    const installed = spawnSync('npm', install, { cwd: folder, stdio: 'inherit' })
    process.exitCode = installed.status ?? 1
    if (process.exitCode !== 0) return
    const { script, args, env } = program(join(folder, 'node_modules'))
    const options = { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' } as const
    process.exitCode = spawnSync(process.execPath, [script, ...args], options).status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A test file, told by the environment variable `name` where the packages are. */
export const testFile = (file: string, name: string) => (nodeModules: string) => ({
  script: 'node_modules/vitest/vitest.mjs',
  args: ['run', file],
  env: { [name]: nodeModules },
})
