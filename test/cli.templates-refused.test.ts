import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from './support/cli.ts'
import { testDatabaseUrl } from './support/database.ts'

let home: string
let env: Record<string, string>
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'countersign-templates-'))
  env = { DATA_DIR: join(home, 'data'), DATABASE_URL: await testDatabaseUrl() }
  await runCli(['keys', 'create', '--workspace', 'Acme'], env)
})
afterAll(() => rm(home, { recursive: true, force: true }))

const templates = (...args: string[]) => runCli(['templates', ...args], env)

it('says what it cannot do', async () => {
  expect(await templates('list')).toMatchObject({ code: 1, stderr: expect.stringContaining('--workspace NAME') })
  expect(await templates('list', '--workspace', 'Nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no workspace Nobody'),
  })
  expect(await templates('lock', 'x')).toMatchObject({ code: 1, stderr: expect.stringContaining('no template x') })
  const missing = await templates('import', join(home, 'nowhere'), '--workspace', 'Acme')
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('template.json cannot be read') })
})
