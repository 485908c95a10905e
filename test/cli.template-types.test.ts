import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useCommands } from './support/cli.ts'
import { compileWithSdk } from './support/compile.ts'
import { startServer, type TestServer } from './support/server.ts'
import { FILE_MODEL, leaseModel, lockedTemplate, signature, text } from './support/templates.ts'

let server: TestServer
let folder: string
let env: Record<string, string>
/** The ids of two templates of one name. */
let twins: string[]
beforeAll(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'countersign-types-'))
  const key = await server.key()
  const own = await server.key({ workspaceId: key.workspaceId, scope: 'read' })
  env = { COUNTERSIGN_API_KEY: own.key, COUNTERSIGN_BASE_URL: `${server.url}/v1` }

  await lockedTemplate(server, key)
  await lockedTemplate(server, key, { template: { ...FILE_MODEL, name: 'class' } })
  // Names and keys that are hard to write down in code.
  await lockedTemplate(server, key, {
    template: leaseModel({
      name: '2. 業務委託契約書 */ "draft" – für Łódź',
      slots: [
        { slot: 1, role: 'tenant', require_sms_verification: true },
        { slot: 2, role: 'landlord', pinned_email: 'office@example.com' },
      ],
      boxes: [
        text('constructor', 0.1),
        text('delete', 0.15, { required: false }),
        text('heat', 0.2),
        text('secret', 0.25, { slot: 1, prefill: 'refused' }),
        signature(1),
        signature(2),
      ],
    }),
    fields: [
      { key: 'constructor', kind: 'scalar', type: 'text', labels: { en: 'Built by */ "whom"' } },
      { key: 'delete', kind: 'scalar', type: 'number' },
      { key: 'heat', kind: 'scalar', type: 'enum', options: ['gas', `it's "oil" \\`, '木'] },
      { key: 'secret', kind: 'scalar', type: 'text' },
    ],
  })
  twins = []
  for (const name of ['NDA', 'nDA!']) {
    const template = leaseModel({ name, slots: [{ slot: 1, role: 'tenant' }], boxes: [signature(1)] })
    twins.push((await lockedTemplate(server, key, { template, fields: [] })).id)
  }
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = useCommands()
const types = (...args: string[]) => run(['templates', 'types', ...args], env)

/** The wrong lines must not compile: the compiler complains about an expected error that is none. */
const PROGRAM = (twin: string) => `
import { Countersign } from '@countersign/sdk'
import * as templates from './templates.ts'

const client = new Countersign()
const recipients = [
  { slot: 1, email: 'ada@example.com', reference: 'cust-17' },
  { slot: 2, email: 'grace@example.com' },
] satisfies templates.LeaseRecipient[]
const field_values: templates.LeaseValues = {
  tenant_name: 'Ada',
  monthly_rent: '1850.00',
  pets: true,
  start_date: null,
  items: [{ what: 'Two keys', amount: 12 }],
  iban: 'CH93',
}

export async function right() {
  await client.templates.validate(templates.Lease, { recipients, field_values })
  const { document_id: id } = await client.templates.instantiate(templates.Lease, { recipients, field_values, review: true })
  await client.templates.generate(templates.Class, { field_values: { tenant_name: 'Ada', monthly_rent: 1850 } })
  await client.templates.instantiate(templates.Template2業務委託契約書DraftFürŁódź, {
    recipients: [{ slot: 1, email: 'ada@example.com', phone_e164: '+41791234567' }],
    field_values: { constructor: 'Ada', heat: '木' },
  })
  await client.templates.instantiate(templates.${twin}, { recipients: [{ slot: 1, email: 'ada@example.com' }] })
  // An id of which no types are known takes anything.
  await client.templates.instantiate('7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60', { field_values: { anything: 1 } })
  return id
}

export async function wrong() {
  await client.templates.instantiate(templates.Lease, {
    recipients,
    // @ts-expect-error no such key
    field_values: { tenant_name: 'Ada', monthly_rent: '1850.00', tennant: 'Ada' },
  })
  await client.templates.validate(templates.Lease, {
    recipients,
    // @ts-expect-error monthly_rent is required
    field_values: { tenant_name: 'Ada' },
  })
  // @ts-expect-error values are required
  await client.templates.validate(templates.Lease, { recipients })
  // @ts-expect-error recipients are required
  await client.templates.validate(templates.Lease, { field_values })
  await client.templates.validate(templates.Lease, {
    // @ts-expect-error no such slot
    recipients: [{ slot: 3, email: 'ada@example.com' }],
    field_values,
  })
  await client.templates.validate(templates.Lease, {
    // @ts-expect-error no address
    recipients: [{ slot: 1 }],
    field_values,
  })
  await client.templates.validate(templates.Lease, {
    // @ts-expect-error recipients are strict
    recipients: [{ slot: 1, email: 'ada@example.com', nickname: 'A' }],
    field_values,
  })
  await client.templates.validate(templates.Lease, {
    recipients,
    // @ts-expect-error no such column
    field_values: { ...field_values, items: [{ what: 'Key', price: 1 }] },
  })
  await client.templates.generate(templates.Class, {
    // @ts-expect-error of another type
    field_values: { tenant_name: 7, monthly_rent: '1850.00' },
  })
  await client.templates.instantiate(templates.Template2業務委託契約書DraftFürŁódź, {
    // @ts-expect-error codes are sent to a phone
    recipients: [{ slot: 1, email: 'ada@example.com' }],
    // @ts-expect-error no such option
    field_values: { constructor: 'Ada', heat: 'coal' },
  })
  await client.templates.instantiate(templates.Template2業務委託契約書DraftFürŁódź, {
    recipients: [{ slot: 1, email: 'ada@example.com', phone_e164: '+41791234567' }],
    // @ts-expect-error the signer alone enters it
    field_values: { constructor: 'Ada', heat: 'gas', secret: 'x' },
  })
}
`

it('writes types with which right calls compile, and wrong ones do not', async () => {
  const out = join(folder, 'written.ts')
  expect(await types('--out', out)).toEqual({ code: 0, stdout: '', stderr: '' })
  const module = await readFile(out, 'utf8')
  const twin = `NDA_${twins[0]!.slice(0, 8)}`
  expect(module).toContain(`export const ${twin} = '${twins[0]}'`)
  const project = join(folder, 'project')
  expect(await compileWithSdk(project, { 'templates.ts': module, 'program.ts': PROGRAM(twin) })).toBe('')
})

it('writes one template to the standard output, by its id', async () => {
  const { code, stdout } = await types(twins[0]!)
  expect([code, stdout.match(/export const \w+/g)]).toEqual([0, ['export const NDA']])
})

it('says what is wrong with the key, the server or the id', async () => {
  expect(await types('x')).toMatchObject({ code: 1, stderr: '404 not_found: no template with this id\n' })
  const other = await run(['templates', 'types'], { ...env, COUNTERSIGN_API_KEY: 'cs_live_0' })
  expect([other.code, other.stderr.split('\n').length]).toEqual([1, 2])
  const none = await run(['templates', 'types'], {})
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('COUNTERSIGN_API_KEY') })
})
