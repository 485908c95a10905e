// `npm run test:generators`: fetches five generators of clients from npm into a temporary folder and tries what each makes of
// spec/openapi.json against a server: test/contract/generators.test.ts. The folder is deleted at the end.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GENERATORS } from '../test/support/generators.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'countersign-generators-'))
try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const packages = Object.values(GENERATORS).flatMap((generator) => generator.packages)
  run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages, 'typescript@5.9.3'])
  const env = { ...process.env, GENERATORS: join(folder, 'node_modules') }
  run(root, process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/contract/generators.test.ts'], env)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Ends this process with the status of a program that fails, after the folder is deleted. */
function run(cwd: string, program: string, args: string[], env = process.env): void {
  if (process.exitCode) return
  process.exitCode = spawnSync(program, args, { cwd, env, stdio: 'inherit' }).status ?? 1
}
