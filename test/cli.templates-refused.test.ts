import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useCommandSettings, useCommands } from './support/cli.ts'

let env: { DATA_DIR: string; DATABASE_URL: string }
useCommandSettings((settings) => {
  env = settings
})

const run = useCommands()
const templates = (...args: string[]) => run(['templates', ...args], env)

it('says what it cannot do', async () => {
  await run(['keys', 'create', '--workspace', 'Acme', '--create'], env)
  expect(await templates('list')).toMatchObject({ code: 2, stderr: '--workspace is required\n' })
  expect(await templates('list', '--workspace', 'Nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no workspace Nobody'),
  })
  expect(await templates('lock', 'x')).toMatchObject({ code: 1, stderr: expect.stringContaining('no template x') })
  const missing = await templates('import', join(env.DATA_DIR, 'nowhere'), '--workspace', 'Acme')
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('template.json cannot be read') })
})
