import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { components } from '../../server/generated/openapi.ts'
import { Signer, send, willing } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { instantiate, leaseModel, lockedTemplate, signature, staged, text } from '../support/templates.ts'

type Answer = components['schemas']['DocumentValues'] & { code?: string; meta?: object }

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  key = await server.key({ workspaceId: (await server.workspace({ retention_days: 1 })).id })
})

const values = (id: string | null | undefined) => server.call<Answer>(key, 'GET', `/v1/documents/${id}/values`)

const FIELDS = [
  { key: 'rent', kind: 'scalar', type: 'money', currency: 'CHF', labels: { en: 'Rent' } },
  { key: 'iban', kind: 'scalar', type: 'text', labels: { en: 'IBAN' } },
  { key: 'pets', kind: 'scalar', type: 'boolean' },
]

function template() {
  const boxes = [
    text('rent', 0.1),
    text('iban', 0.2, { slot: 1 }),
    { kind: 'checkbox', field: 'pets', slot: 1, page: 1, x: 0.1, y: 0.3, w: 0.03, h: 0.02, required: false },
    signature(1),
    signature(2),
  ]
  return lockedTemplate(server, key, { template: leaseModel({ boxes }), fields: FIELDS })
}

it('lists what the sender gave, and what signers entered once they have signed', async () => {
  const { id } = await template()
  const given = { rent: '1850.5', iban: 'CH00' }
  const { body } = await instantiate(server, key, id, { field_values: given })
  const rent = { field_key: 'rent', label: 'Rent', kind: 'text', owner: 'sender', value: '1850.5', field_id: null }
  expect((await values(body.document_id)).body.values).toMatchObject([rent])
  const signer = new Signer(server, body.recipients[0]!.signing_url!)
  await signer.sign({
    values: (field) => (field.kind === 'text' ? { type: 'text', text: 'CH93' } : willing(field, 'Ada')),
  })
  expect((await values(body.document_id)).body.values).toMatchObject([
    rent,
    {
      field_key: 'iban',
      label: 'IBAN',
      kind: 'text',
      page: 1,
      role: 'tenant',
      slot: 1,
      owner: 'signer',
      value: 'CH93',
      at: server.clock.now().toISOString(),
    },
    { field_key: 'pets', kind: 'checkbox', value: true },
  ])
})

it('works for documents without a template, and ends with their files', async () => {
  const { documentId, signers } = await send(server, key, {
    signers: [{ email: 'ada@example.com', role: 'tenant', name: 'Ada' }],
    placement: 'explicit',
    fields: [
      { role: 'tenant', kind: 'signature', page: 1, x: 0.1, y: 0.8, w: 0.3, h: 0.05 },
      {
        role: 'tenant',
        kind: 'text',
        page: 1,
        x: 0.1,
        y: 0.2,
        w: 0.3,
        h: 0.05,
        field_key: 'Deposit',
        label: 'Deposit',
      },
    ],
    send_emails: false,
  })
  expect((await values(documentId)).body).toEqual({ document_id: documentId, values: [] })
  await new Signer(server, signers[0]!.signingUrl).sign()
  await server.work()
  expect((await values(documentId)).body.values).toMatchObject([
    { field_key: 'Deposit', label: 'Deposit', kind: 'text', role: 'tenant', slot: null, owner: 'signer', value: 'Ada' },
  ])
  server.clock.advance(86_400_000)
  await server.run('prune', {})
  const answer = await values(documentId)
  expect([answer.status, answer.body.code]).toEqual([410, 'deleted_by_retention'])
})

it('shows nothing of a discarded document', async () => {
  const { id } = await template()
  const { document_id: documentId } = await staged(server, key, id, { field_values: { rent: '1' } })
  expect((await values(documentId)).body.values).toHaveLength(1)
  await server.call(key, 'POST', `/v1/documents/${documentId}/discard`)
  const answer = await values(documentId)
  expect([answer.status, answer.body.code]).toEqual([409, 'discarded'])
  // A day later its files and values are gone; its template's file is not.
  server.clock.advance(86_400_000)
  await server.run('end-reviews', {})
  const { n } = await server.ctx.db
    .selectFrom('document_values')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('document_id', '=', documentId!)
    .executeTakeFirstOrThrow()
  expect(n).toBe(0)
  expect((await server.call(key, 'GET', `/v1/templates/${id}/file`)).status).toBe(200)
})
