import { afterAll, beforeAll, expect, it } from 'vitest'
import type { components } from '../../server/generated/openapi.ts'
import { Signer, willing } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { instantiate, LEASE_RECIPIENTS, leaseModel, lockedTemplate, signature, text } from '../support/templates.ts'

type Answer = components['schemas']['DocumentValues']

let server: TestServer
let key: TestKey
let templateId: string
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  const boxes = [
    text('rent', 0.1, { slot: 1 }),
    text('start', 0.2, { slot: 1 }),
    text('iban', 0.3, { slot: 1 }),
    { kind: 'checkbox', field: 'pets', slot: 1, page: 1, x: 0.1, y: 0.4, w: 0.03, h: 0.02, required: false },
    ...['Red', 'Green'].map((option, index) => ({
      ...{
        kind: 'checkbox',
        field: 'colour',
        option,
        slot: 1,
        page: 1,
        x: 0.1 + 0.1 * index,
        y: 0.5,
        w: 0.03,
        h: 0.02,
      },
      required: false,
    })),
    signature(1),
    signature(2),
  ]
  const fields = [
    { key: 'rent', kind: 'scalar', type: 'money', currency: 'CHF' },
    { key: 'start', kind: 'scalar', type: 'date' },
    { key: 'iban', kind: 'scalar', type: 'text', labels: { en: 'Bank account', de: 'Bankkonto' } },
    { key: 'pets', kind: 'scalar', type: 'boolean' },
    { key: 'colour', kind: 'scalar', type: 'enum', options: ['Red', 'Green'] },
  ]
  templateId = (await lockedTemplate(server, key, { template: leaseModel({ boxes }), fields })).id
})
afterAll(() => server.stop())

/** A document whose tenant reads German, or another language. */
async function sent(values: Record<string, unknown> = {}, locale = 'de') {
  const recipients = [{ ...LEASE_RECIPIENTS[0], locale }, LEASE_RECIPIENTS[1]]
  const { status, body } = await instantiate(server, key, templateId, { recipients, field_values: values })
  expect(status, JSON.stringify(body)).toBe(201)
  const signer = new Signer(server, body.recipients[0]!.signing_url!)
  const { fields } = await signer.data()
  const shown = (name: string) => fields.find((field) => field.kind === 'text' && field.name === name)!
  const values_ = async () => {
    const answer = await server.call<Answer>(key, 'GET', `/v1/documents/${body.document_id}/values`)
    return answer.body.values.map(({ field_key, option, type, value }) => [
      field_key,
      type,
      value,
      ...(option ? [option] : []),
    ])
  }
  return { signer, fields, shown, values: values_ }
}

it('come back as the field of the template says, whatever they were typed as', async () => {
  const { signer, values } = await sent()
  const typed: Record<string, string> = { Rent: "1'850.5", Start: '1. November 2026', Bankkonto: 'CH93' }
  const done = await signer.sign({
    values: (field) => {
      if (field.kind === 'text') return { type: 'text', text: typed[field.name]! }
      if (field.kind === 'checkbox') return { type: 'checked', checked: field.name !== 'Colour: Red' }
      return willing(field, 'Ada')
    },
  })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  const [rent, start, iban, pets, ...colours] = await values()
  expect([rent, start, iban, pets]).toEqual([
    ['rent', 'money', '1850.5'],
    ['start', 'date', '2026-11-01'],
    ['iban', 'text', 'CH93'],
    ['pets', 'boolean', true],
  ])
  expect(colours.map(([field, type, , option]) => [field, type, option])).toEqual([
    ['colour', 'enum', 'Red'],
    ['colour', 'enum', 'Green'],
  ])
})

it('have names in the signer’s language where the template has them, else in its own', async () => {
  const named = async (locale: string) => {
    const { fields } = await sent({}, locale)
    return fields.filter(({ kind }) => kind === 'text').map(({ name }) => name)
  }
  expect(await named('de')).toEqual(['Rent', 'Start', 'Bankkonto'])
  expect(await named('fr')).toEqual(['Rent', 'Start', 'Bank account'])
})

it('are refused while they are typed where they are not, with an example', async () => {
  const { signer, shown } = await sent()
  const save = (name: string, value: string) =>
    signer.call('PUT', 'fields', { values: { [shown(name).id]: { type: 'text', text: value } } })
  expect(await save('Rent', 'viel')).toMatchObject({
    status: 400,
    body: { code: 'field_invalid', meta: { reason: 'wrong_form', example: '1.850,00' } },
  })
  expect(await save('Start', '31.2.2026')).toMatchObject({
    status: 400,
    body: { code: 'field_invalid', meta: { reason: 'wrong_form', example: '22. November 2026' } },
  })
  expect((await save('Rent', '1.850')).status).toBe(200)
})

it('that were filled in are shown in the signer’s language, and keep what they mean', async () => {
  const { signer, shown, values } = await sent({ rent: '1850', start: '2026-11-01' })
  const textOf = (name: string) => {
    const { value } = shown(name)
    return value?.type === 'text' ? value.text.replaceAll('\u00a0', ' ') : null
  }
  expect([textOf('Rent'), textOf('Start')]).toEqual(['1.850,00 CHF', '1. November 2026'])
  const { fields, consentVersion } = await signer.data()
  const given = fields
    .filter(({ kind, name }) => kind === 'signature' || name === 'Bankkonto')
    .map((field) => [field.id, willing(field, 'Ada')])
  await signer.display()
  const done = await signer.call('POST', 'complete', { consentVersion, values: Object.fromEntries(given) })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expect((await values()).slice(0, 2)).toEqual([
    ['rent', 'money', '1850'],
    ['start', 'date', '2026-11-01'],
  ])
})
