import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIRM_PHONE_REFUSED_FROM } from '../../server/limits.ts'
import { clockOfWarnings } from '../support/clock.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { instantiate, LEASE_RECIPIENTS, lockedTemplate } from '../support/templates.ts'

/** Bodies that validation refuses before the template or the document is looked at (contract 2.10). */

let server: TestServer
let key: TestKey
let templateId: string
beforeAll(async () => {
  server = await startServer({ clock: clockOfWarnings() })
  key = await server.key()
  templateId = (await lockedTemplate(server, key)).id
})
afterAll(() => server.stop())

interface Refusal {
  code: string
  problems?: { field: string; code: string; message: string }[]
  warnings?: { field: string; code: string }[]
}

const post = (path: string, json: unknown) => server.call<Refusal>(key, 'POST', `/v1/${path}`, { json })
const later = async <T>(work: () => Promise<T>): Promise<T> => {
  const now = server.clock.now()
  server.clock.set(new Date(CONFIRM_PHONE_REFUSED_FROM))
  try {
    return await work()
  } finally {
    server.clock.set(now)
  }
}
const problem = (field: string, code: string) => ({ field, code, message: expect.stringMatching(/./) })

describe.each(['instantiate', 'generate'])('%s names the template also when validation refuses the body', (verb) => {
  const call = (json: unknown) => post(`templates/${templateId}/${verb}`, json)
  const facts = () => ({
    template_id: templateId,
    template_name: 'Lease',
    template_version: 1,
    docs: expect.any(String),
  })

  it('a value of the wrong type, with what was ignored', async () => {
    const { status, body } = await call({ field_values: 'none', version: 'one', colour: 'blue' })
    expect([status, body]).toMatchObject([
      400,
      {
        ...{ code: 'invalid_request', ...facts() },
        problems: expect.arrayContaining([
          problem('field_values', 'invalid_request'),
          problem('version', 'invalid_request'),
        ]),
        warnings: [{ field: 'colour', code: 'unknown_field' }],
      },
    ])
  })

  it('what is no JSON, and metadata that is not flat', async () => {
    const raw = { 'Content-Type': 'application/json', Authorization: `Bearer ${key.key}` }
    const path = `/v1/templates/${templateId}/${verb}`
    const answer = await server.fetch(path, { method: 'POST', headers: raw, body: '{' })
    expect(await answer.json()).toMatchObject({ ...facts(), problems: [{ code: 'invalid_request' }], warnings: [] })
    const { body } = await call({ metadata: { a: {} } })
    expect(body).toMatchObject({ ...facts(), problems: [problem('metadata.a', 'not_flat')], warnings: [] })
  })

  it('an unknown key of the body, once it is refused', async () => {
    const { body } = await later(() => call({ colour: 'blue', size: 1 }))
    const problems = [problem('colour', 'unknown_field'), problem('size', 'unknown_field')]
    expect(body).toMatchObject({ code: 'unknown_field', ...facts(), problems, warnings: [] })
  })

  it('nothing of a template that the workspace does not have', async () => {
    const foreign = await server.key({ workspaceId: (await server.workspace()).id })
    const path = `/v1/templates/${templateId}/${verb}`
    const { status, body } = await server.call<Refusal>(foreign, 'POST', path, { json: { field_values: 'none' } })
    expect([status, body]).toEqual([400, expect.not.objectContaining({ template_id: expect.anything() })])
  })
})

it('instantiate names each unknown key of a recipient, and the version that was asked for', async () => {
  const recipients = [
    { ...LEASE_RECIPIENTS[0], fax: '1' },
    { ...LEASE_RECIPIENTS[1], vip: true },
  ]
  const { body } = await instantiate(server, key, templateId, { recipients, version: 1 })
  expect(body).toMatchObject({
    ...{ code: 'unknown_recipient_field', template_id: templateId, template_version: 1 },
    problems: [
      problem('recipients[0].fax', 'unknown_recipient_field'),
      problem('recipients[1].vip', 'unknown_recipient_field'),
    ],
  })
})

describe('confirm carries problems also when validation refuses the body', () => {
  let path: string
  beforeAll(async () => {
    const { body } = await instantiate(server, key, templateId, { review: true })
    path = `documents/${body.document_id}/confirm`
  })

  it.each<[string, object, string, string]>([
    ['a wrong type', { expires_in_days: 'ten' }, 'expires_in_days', 'invalid_request'],
    ['an unknown key', { recipients: [{ slot: 1, fax: '1' }] }, 'recipients[0].fax', 'unknown_recipient_field'],
    ['an unknown slot', { recipients: [{ slot: 7 }] }, 'recipients[0].slot', 'invalid_request'],
    [
      'a foreign return_url',
      { recipients: [{ slot: 1, return_url: 'https://x.example' }] },
      'recipients[0].return_url',
      'return_url_not_allowed',
    ],
    [
      'two phones',
      { recipients: [{ slot: 1, phone: '+41791234567', phone_e164: '+41791234568' }] },
      '',
      'conflicting_fields',
    ],
  ])('%s', async (_, json, field, code) => {
    const { status, body } = await post(path, json)
    expect([status, body]).toMatchObject([400, { code, problems: [problem(field, code)] }])
  })

  it('keys that are refused from a day on', async () => {
    const old = await later(() => post(path, { recipients: [{ slot: 1, phone: '+41791234567' }] }))
    expect(old.body.problems).toEqual([problem('recipients[0].phone', 'unknown_recipient_field')])
    const unknown = await later(() => post(path, { colour: 'blue' }))
    expect(unknown.body.problems).toEqual([problem('colour', 'unknown_field')])
  })
})
