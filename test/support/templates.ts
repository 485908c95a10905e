import { expect } from 'vitest'
import type { components } from '../../server/generated/openapi.ts'
import { makePdf, textAt } from './pdf-fixtures.ts'
import type { CallAnswer, TestKey, TestServer } from './server.ts'

type Schemas = components['schemas']
export type Instance = Schemas['Instantiated']
export type Imported = Schemas['ImportedTemplate']
export type TemplateContract = Schemas['Template']
/** What a test writes of a model: the rest has defaults. */
export type ModelInput = Record<string, unknown> & {
  boxes?: Record<string, unknown>[]
  slots?: Record<string, unknown>[]
}

/** Two A4 pages with print. */
export const leasePdf = (): Buffer =>
  makePdf({ pages: 2, content: (index) => textAt(72, 770, `Lease, page ${index + 1}`) })

export const signature = (slot: number, page = 1): Record<string, unknown> => ({
  kind: 'signature',
  slot,
  page,
  x: 0.1 + 0.4 * ((slot - 1) % 2),
  y: 0.85,
  w: 0.3,
  h: 0.06,
})

/** A line of text at a height of the page, from 0 to 1. */
export const text = (field: string, y: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  kind: 'text',
  field,
  page: 1,
  x: 0.1,
  y,
  w: 0.5,
  h: 0.03,
  ...more,
})

export const LEASE_FIELDS = [
  { key: 'tenant_name', kind: 'scalar', type: 'text', max_length: 80, labels: { en: 'Tenant' } },
  { key: 'monthly_rent', kind: 'scalar', type: 'money', currency: 'CHF', labels: { en: 'Monthly rent' } },
  { key: 'start_date', kind: 'scalar', type: 'date' },
  { key: 'pets', kind: 'scalar', type: 'boolean' },
  { key: 'iban', kind: 'scalar', type: 'text' },
  {
    key: 'items',
    kind: 'collection',
    max_rows: 300,
    columns: [
      { key: 'what', type: 'text', required: true, labels: { en: 'Item' } },
      { key: 'amount', type: 'money', currency: 'CHF', labels: { en: 'Amount' } },
      { key: 'note', type: 'text' },
    ],
  },
]

/** A table of the `items` of the lease. */
export const itemsTable = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  kind: 'table',
  field: 'items',
  page: 1,
  x: 0.1,
  y: 0.4,
  w: 0.8,
  h: 0.3,
  table: {
    columns: [
      { key: 'what', share: 0.7 },
      { key: 'amount', share: 0.3 },
    ],
    max_rows: 300,
  },
  ...more,
})

/** A lease that two people sign: the sender's values, the tenant's bank account, a table. */
export function leaseModel(more: ModelInput = {}): ModelInput {
  return {
    format: 1,
    name: 'Lease',
    signing_mode: 'sequential',
    slots: [
      { slot: 1, role: 'tenant', labels: { en: 'Tenant' } },
      { slot: 2, role: 'landlord', labels: { en: 'Landlord' } },
    ],
    boxes: [
      text('tenant_name', 0.15),
      text('monthly_rent', 0.2),
      text('start_date', 0.25, { required: false }),
      { kind: 'checkbox', field: 'pets', page: 1, x: 0.1, y: 0.3, w: 0.03, h: 0.02, required: false },
      text('iban', 0.34, { slot: 1 }),
      itemsTable({ required: false }),
      signature(1),
      signature(2),
    ],
    ...more,
  }
}

/** An enum of which the tenant ticks one option. */
export const HEATING = [{ key: 'heating', kind: 'scalar', type: 'enum', options: ['gas', 'oil'] }]

/** A lease whose tenant chooses the heating: gas has a box at two places. */
export function heatingModel(required: boolean): ModelInput {
  const places: [string, number, number][] = [
    ['gas', 0.1, 0.2],
    ['oil', 0.4, 0.2],
    ['gas', 0.1, 0.4],
  ]
  const boxes = places.map(([option, x, y]) => ({
    ...{ kind: 'checkbox', field: 'heating', option, slot: 1, required },
    ...{ page: 1, x, y, w: 0.03, h: 0.02 },
  }))
  return leaseModel({ boxes: [...boxes, signature(1), signature(2)] })
}

/** The multipart body of an import. */
export function importForm(parts: {
  template: ModelInput
  fields?: unknown[]
  pdf?: Uint8Array | null
  template_id?: string
  lock?: boolean
}): FormData {
  const { pdf = leasePdf(), ...rest } = parts
  const form = new FormData()
  if (pdf) form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'lease.pdf')
  for (const [name, value] of Object.entries(rest)) {
    form.set(name, name === 'template_id' ? String(value) : JSON.stringify(value))
  }
  return form
}

export async function importTemplate(
  server: Pick<TestServer, 'call'>,
  key: TestKey,
  parts: Parameters<typeof importForm>[0],
): Promise<CallAnswer<Imported>> {
  return server.call<Imported>(key, 'POST', '/v1/templates/import', { form: importForm(parts) })
}

/** A locked template; by default the lease. */
export async function lockedTemplate(
  server: Pick<TestServer, 'call'>,
  key: TestKey,
  parts: Partial<Parameters<typeof importForm>[0]> = {},
): Promise<Imported> {
  const answer = await importTemplate(server, key, {
    template: leaseModel(),
    fields: LEASE_FIELDS,
    lock: true,
    ...parts,
  })
  expect(answer).toMatchObject({ status: 200, body: { status: 'locked' } })
  return answer.body
}

/** What the lease needs. */
export const LEASE_RECIPIENTS = [
  { slot: 1, email: 'ada@example.com', name: 'Ada Lovelace', reference: 'cust-17' },
  { slot: 2, email: 'grace@example.com', name: 'Grace Hopper' },
]
export const LEASE_VALUES = { tenant_name: 'Ada Lovelace', monthly_rent: '1850.00' }

/** What a refusal of instantiate and generate carries. */
export interface InstanceRefusal {
  error: string
  code: string
  meta?: Record<string, unknown>
  problems: { field: string; code: string; message: string }[]
  warnings: { field: string; code: string }[]
  template_id: string
  template_name: string
  template_version: number
  docs: string
  slot?: number
}

/** `POST /templates/{id}/instantiate`, by default of the lease, without emails. */
export async function instantiate(
  server: Pick<TestServer, 'call'>,
  key: TestKey,
  templateId: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<CallAnswer<Instance & InstanceRefusal>> {
  const json = { recipients: LEASE_RECIPIENTS, field_values: LEASE_VALUES, send_emails: false, ...more }
  return server.call(key, 'POST', `/v1/templates/${templateId}/instantiate`, { json, headers })
}

/** A collection whose cells are of every kind that is not a line of text, and a table of it. */
const ROOMS = {
  key: 'rooms',
  kind: 'collection',
  max_rows: 20,
  columns: [
    { key: 'room', type: 'multiline', labels: { en: 'Room' } },
    { key: 'painted', type: 'boolean', labels: { en: 'Painted' } },
    { key: 'floor', type: 'enum', options: ['oak', 'tiles'], labels: { en: 'Floor' } },
    { key: 'rent', type: 'money', currency: 'CHF', labels: { en: 'Rent' } },
  ],
}
const roomsTable = itemsTable({
  field: 'rooms',
  table: { columns: ROOMS.columns.map(({ key }) => ({ key, share: 0.25 })), max_rows: 20 },
})

/** A lease with that table in place of its own, and the fields it needs. */
export function leaseOfRooms(): { template: ModelInput; fields: unknown[] } {
  const model = leaseModel()
  const boxes = [...model.boxes!.filter(({ kind }) => kind !== 'table'), roomsTable]
  return { template: { ...model, boxes }, fields: [...LEASE_FIELDS, ROOMS] }
}

/** A lease that nobody signs: a file. */
export const FILE_MODEL: ModelInput = leaseModel({
  slots: [],
  boxes: [text('tenant_name', 0.15), text('monthly_rent', 0.2), itemsTable({ required: false })],
})

/** `POST /templates/{id}/generate`, by default with the values of the lease. The body is a PDF, or a refusal. */
export async function generate(
  server: Pick<TestServer, 'call'>,
  key: TestKey,
  templateId: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<CallAnswer<Buffer & InstanceRefusal>> {
  const json = { field_values: LEASE_VALUES, ...more }
  return server.call(key, 'POST', `/v1/templates/${templateId}/generate`, { json, headers })
}

/** A staged lease. */
export async function staged(
  server: Pick<TestServer, 'call'>,
  key: TestKey,
  templateId: string,
  more: Record<string, unknown> = {},
): Promise<Instance> {
  const { status, body } = await instantiate(server, key, templateId, { review: true, ...more })
  expect([status, body.status]).toEqual([201, 'staged'])
  return body
}
