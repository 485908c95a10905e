import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isFullSize } from './support/full-size.ts'
import { folderOfTest } from './support/tools.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const build = (out: string) => run('npx', ['tsx', 'scripts/build-web.ts', '--if-stale', '--out', out], { cwd: ROOT })

test.runIf(isFullSize())('builds that run at the same time in one clone end in one whole build', async () => {
  const folder = folderOfTest()
  const out = join(folder, 'web')
  const outputs = await Promise.all([build(out), build(out)])
  for (const { stdout } of outputs) expect(stdout).toMatch(/^building .+\n.* built in/s)
  expect(await readdir(folder)).toEqual(['web'])
  await expectWhole(out)
})

test('the build of the pages is whole, and is not made again while nothing has changed', async () => {
  const out = join(ROOT, 'dist/web')
  await expectWhole(out)
  expect((await build(out)).stdout).toContain('up to date')
})

async function expectWhole(out: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Record<string, { file: string }>
  const files = await readdir(out, { recursive: true })
  // Fonts are compact already.
  const isCompressed = (file: string) => /\.(js|mjs|css)$/.test(file)
  const scripts = Object.values(manifest).flatMap(({ file }) =>
    isCompressed(file) ? [file, `${file}.br`, `${file}.gz`] : [file],
  )
  expect(files).toEqual(expect.arrayContaining(scripts))
}

test('without the development packages what was built is used, and where nothing was built one sentence says so', async () => {
  const folder = folderOfTest()
  for (const path of ['scripts/build-web.ts', 'vite.config.ts', 'package.json', 'package-lock.json', 'server/web'])
    await cp(join(ROOT, path), join(folder, path), { recursive: true })
  const prestart = ['--import', join(ROOT, 'node_modules/tsx/dist/loader.mjs'), 'scripts/build-web.ts', '--if-stale']
  const build = () => run(process.execPath, prestart, { cwd: folder })
  const failure = await build().catch((error: { code: number; stdout: string; stderr: string }) => error)
  expect(failure).toMatchObject({ code: 1, stdout: '' })
  expect(failure.stderr).toMatch(/^dist\/web cannot be built .*`npm ci && npm run build`.*\n$/)

  await mkdir(join(folder, 'dist/web'), { recursive: true })
  const complete = join(folder, 'dist/web/complete')
  await writeFile(complete, '')
  await utimes(complete, new Date(0), new Date(0))
  expect((await build()).stdout).toMatch(/^dist\/web is used as it is/)
})
