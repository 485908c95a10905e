import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { folderOfTest } from './support/tools.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')

test('builds of the pages that run at the same time in one clone end in one whole build', async () => {
  const folder = folderOfTest()
  const out = join(folder, 'web')
  const build = () => run('npx', ['tsx', 'scripts/build-web.ts', '--if-stale', '--out', out], { cwd: ROOT })
  const outputs = await Promise.all([build(), build()])
  for (const { stdout } of outputs) expect(stdout).toMatch(/built in/)
  expect(await readdir(folder)).toEqual(['web'])
  const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Record<string, { file: string }>
  const files = await readdir(out, { recursive: true })
  // Fonts are compact already.
  const isCompressed = (file: string) => /\.(js|mjs|css)$/.test(file)
  const scripts = Object.values(manifest).flatMap(({ file }) =>
    isCompressed(file) ? [file, `${file}.br`, `${file}.gz`] : [file],
  )
  expect(files).toEqual(expect.arrayContaining(scripts))
  expect((await build()).stdout).toContain('up to date')
}, 300_000)
