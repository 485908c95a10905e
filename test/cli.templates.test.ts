import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useCommands } from './support/cli.ts'
import { testDatabaseUrl } from './support/database.ts'
import { LEASE_FIELDS, leaseModel, leasePdf } from './support/templates.ts'

let home: string
let env: Record<string, string>
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'countersign-templates-'))
  env = { DATA_DIR: join(home, 'data'), DATABASE_URL: await testDatabaseUrl() }
})
afterAll(() => rm(home, { recursive: true, force: true }))

const run = useCommands()
const templates = (...args: string[]) => run(['templates', ...args], env)

it('imports a folder, takes the template through its states, and exports the same folder', async () => {
  await run(['keys', 'create', '--workspace', 'Acme', '--create'], env)
  const folder = await mkdtemp(join(home, 'lease-'))
  await writeFile(join(folder, 'template.json'), JSON.stringify(leaseModel()))
  await writeFile(join(folder, 'fields.json'), JSON.stringify(LEASE_FIELDS))
  await writeFile(join(folder, 'template.pdf'), leasePdf())

  const imported = await templates('import', folder, '--workspace', 'Acme', '--lock')
  expect(imported).toMatchObject({ code: 0, stderr: '' })
  const [id = ''] = imported.stdout.split('\t')
  expect(imported.stdout).toBe(`${id}\tlocked\tversion 1\tLease\n`)

  const copy = join(home, 'copy')
  expect(await templates('export', id, copy)).toMatchObject({ code: 0 })
  expect(await readFile(join(copy, 'template.pdf'))).toEqual(leasePdf())
  const again = await templates('import', copy, '--workspace', 'acme', '--id', id, '--lock')
  expect(again.stdout).toBe(`${id}\tlocked\tversion 1\tLease\n`)

  const state = async (verb: string) => (await templates(verb, id)).stdout.split('\t')[1]
  expect(await state('unlock')).toBe('draft')
  expect(await state('lock')).toBe('locked')
  expect(await state('archive')).toBe('archived')
  expect(await templates('lock', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('archived') })
  expect(await state('restore')).toBe('draft')
  const duplicate = (await templates('duplicate', id)).stdout
  expect(duplicate).toMatch(/\tdraft\tversion 0\tLease \(copy\)\n$/)
  expect((await templates('list', '--workspace', 'Acme', '--no-json')).stdout.split('\n')).toHaveLength(3)

  // A draft with problems is imported and names them; it cannot be locked.
  await writeFile(join(copy, 'template.json'), JSON.stringify(leaseModel({ boxes: [] })))
  const empty = await templates('import', copy, '--workspace', 'Acme')
  expect(empty).toMatchObject({ code: 0, stderr: expect.stringContaining('slot_without_boxes') })
  const locking = await templates('lock', empty.stdout.split('\t')[0]!)
  expect(locking).toMatchObject({ code: 1, stderr: expect.stringContaining('slot_without_boxes: slot 1 (tenant)') })
})
