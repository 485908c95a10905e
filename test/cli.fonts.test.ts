import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkFonts } from '../server/pdf/fonts/check.ts'
import { useCommands } from './support/cli.ts'

// A font that is missing is said at the start, not with the first document that needs it.
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-fonts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = useCommands()
const start = (FONT_DIR: string, command = 'start') => run([command], { DATA_DIR: join(folder, 'data'), FONT_DIR })

it('the server does not start with a FONT_DIR that does not exist', async () => {
  const { code, stderr } = await start('/nowhere/fonts')
  expect([code, stderr]).toEqual([1, 'FONT_DIR: /nowhere/fonts cannot be read: ENOENT\n'])
})

it('nor do the background processes with a file in it that is no TrueType font', async () => {
  const path = join(folder, 'Broken.ttf')
  await writeFile(path, 'this is text and no font, whatever its name says')
  const { code, stderr } = await start(folder, 'worker')
  expect(code).toBe(1)
  expect(stderr).toMatch(/FONT_DIR: .*Broken\.ttf/)
  expect(stderr).not.toContain('    at ')
  await rm(path)
})

it('a folder with usable fonts, and one without any, are fine', async () => {
  checkFonts(folder)
  const { resolve } = createRequire(import.meta.url)
  await copyFile(
    resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
    join(folder, 'Thai.ttf'),
  )
  checkFonts(folder)
})
