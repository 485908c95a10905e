import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clockOfWarnings } from '../support/clock.ts'
import { readDocument, readRequest } from '../support/flow.ts'
import { callTwice } from '../support/locks.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import {
  type Instance,
  importTemplate,
  instantiate,
  itemsTable,
  LEASE_RECIPIENTS,
  LEASE_VALUES,
  leaseModel,
  lockedTemplate,
  signature,
  text,
} from '../support/templates.ts'

const PHONE = '+41791234567'
const SMS = { phone_e164: PHONE, require_sms_verification: true }

let server: TestServer
let key: TestKey
let templateId: string
beforeAll(async () => {
  server = await startServer({ clock: clockOfWarnings() })
})
afterAll(() => server.stop())
beforeEach(async () => {
  key = await server.key({ workspaceId: (await server.workspace()).id })
  templateId = (await lockedTemplate(server, key)).id
})

const call = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  instantiate(server, key, templateId, more, headers)
/** The first recipient with more keys, and the second one. */
const recipients = (more: object, other: object = {}) => [
  { ...LEASE_RECIPIENTS[0], ...more },
  { ...LEASE_RECIPIENTS[1], ...other },
]
const documents = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from documents`.execute(server.ctx.db)
  return rows[0]!.n
}

describe('POST /templates/{id}/instantiate', () => {
  it('takes title, message, subject, observers and a callback, as create', async () => {
    const more = {
      ...{ title: 'Lease of Main Street 1', message: 'Please sign.', subject: 'Your lease' },
      ...{ observer_emails: ['copy@example.com'], reply_to: 'office@example.com' },
      callback_url: 'https://127.0.0.1/hook',
    }
    const { status, body } = await call(more)
    expect([status, body.callback?.secret]).toEqual([201, expect.stringMatching(/^whsec_/)])
    expect(await readDocument(server, key, body.document_id!)).toMatchObject({
      title: 'Lease of Main Street 1',
      filename: 'Lease of Main Street 1.pdf',
      observers: ['copy@example.com'],
      callbackConfigured: true,
    })
  })

  it.each([
    ['Rent 03/2027', 'Rent 03-2027.pdf'],
    ['A\\B', 'A-B.pdf'],
    ['Lease.pdf', 'Lease.pdf'],
    ['.pdf', 'document.pdf'],
    ['ü'.repeat(200), `${'ü'.repeat(196)}.pdf`],
  ])('names the file after the title: %s', async (title, filename) => {
    const { body } = await call({ title })
    expect(await readDocument(server, key, body.document_id!)).toMatchObject({ title, filename })
  })

  it('instantiate.answer, instantiate.metadata: the document, a link for each recipient, the metadata of the call', async () => {
    const metadata = { order: '7731', vip: true, count: 3 }
    const { status, body } = await call({ metadata })
    expect([status, body]).toMatchObject([201, { template_id: templateId, metadata, warnings: [] }])
    const document = await readDocument(server, key, body.document_id!)
    expect(document).toMatchObject({ status: 'pending', templateId, metadata })
    expect(body.recipients.map(({ signing_request_id: id }) => id)).toEqual(document.signers.map(({ id }) => id))
    const links = body.recipients.map(({ signing_url: url }) => url!)
    expect(new Set(links).size).toBe(2)
    for (const link of links) expect((await server.fetch(new URL(link).pathname)).status).toBe(200)
  })

  it.each([
    ['by email unless the call says no', {}, ['ada@example.com']],
    ['by email when the call says so', { send_emails: true }, ['ada@example.com']],
    ['not at all with false', { send_emails: false }, []],
  ])('instantiate.send_emails: invites %s', async (_, more, invited) => {
    const json = { recipients: LEASE_RECIPIENTS, field_values: LEASE_VALUES, ...more }
    const before = (await server.outbox()).length
    const { status, body } = await server.call<Instance>(key, 'POST', `/v1/templates/${templateId}/instantiate`, {
      json,
    })
    expect([status, body.recipients.map(({ emailed }) => emailed)]).toEqual([201, [invited.length > 0, false]])
    await server.work()
    expect((await server.outbox()).slice(before).map(({ recipient }) => recipient)).toEqual(invited)
  })

  it('instantiate.recipients: takes the recipients as the slots say: order, name, locale, level, pin', async () => {
    const slots = [
      { slot: 1, role: 'tenant', signing_order: 2, require_sms_verification: true, sms_gate: 'before_view' },
      { slot: 2, role: 'landlord', signing_order: 1, pinned_email: 'office@example.com', pinned_name: 'Office' },
    ]
    const template = leaseModel({ slots, locale: 'de' })
    const { id } = await lockedTemplate(server, key, { template })
    const one = { slot: 1, email: ' ada@example.com ', first_name: 'Ada', last_name: 'Lovelace', phone_e164: PHONE }
    const { status, body } = await instantiate(server, key, id, { recipients: [one] })
    expect([status, body.recipients]).toMatchObject([
      201,
      [
        { slot: 1, email: 'ada@example.com', name: 'Ada Lovelace', status: 'queued' },
        { slot: 2, email: 'office@example.com', name: 'Office', status: 'pending' },
      ],
    ])
    const tenant = await readRequest(server, key, body.recipients[0]!.signing_request_id!)
    expect(tenant).toMatchObject({ slot: 1, locale: 'de', signatureLevel: 'aes', order: 2 })
  })

  it('instantiate.idempotency, instantiate.legacy-path: answers again with the same key, on the base and on the legacy path', async () => {
    const headers = { 'Idempotency-Key': 'lease-1' }
    const first = await call({}, headers)
    const again = await call({}, headers)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const json = { recipients: LEASE_RECIPIENTS, field_values: LEASE_VALUES, send_emails: false }
    const legacy = await server.call(key, 'POST', `/api/templates/${templateId}/instantiate`, { json, headers })
    expect([legacy.status, legacy.body]).toEqual([201, first.body])
    const deprecation = (answer: typeof legacy) => [answer.headers.get('deprecation'), answer.headers.get('sunset')]
    expect([deprecation(first as typeof legacy), deprecation(legacy)]).toEqual([
      [null, null],
      ['@1782000000', null],
    ])
    const unknown = await call({ colour: 'red' })
    expect(deprecation(unknown as typeof legacy)).toEqual(['@1790208000', 'Thu, 31 Dec 2026 00:00:00 GMT'])
    expect(await call({ title: 'Another' }, headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reuse' },
    })
  })

  it('is refused while the first call with the key is running', async () => {
    const headers = { 'Idempotency-Key': 'lease-2' }
    const answers = await callTwice(server.ctx.db, () => call({}, headers))
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [201, undefined],
      [409, 'idempotency_in_progress'],
    ])
  })

  it('instantiate.version: uses the pinned version, and names it in the event of the invitation', async () => {
    const boxes = [...leaseModel().boxes!, text('monthly_rent', 0.5, { page: 2 })]
    await importTemplate(server, key, { template: leaseModel({ boxes }), template_id: templateId, lock: true })
    expect((await call()).body).toMatchObject({ template_version: 2 })
    const { body } = await call({ version: 1 })
    expect(body).toMatchObject({ template_version: 1 })
    const { rows } = await sql<{ payload: object }>`
      select payload from events where document_id = ${body.document_id} and type = 'signing_request.sent'`.execute(
      server.ctx.db,
    )
    expect(rows).toMatchObject([{ payload: { source: 'v1_api', template_id: templateId, template_version: 1 } }])
  })

  it('instantiate.unknown_column: warns of keys that nothing prints', async () => {
    const values = { ...LEASE_VALUES, colour: 'blue', items: [{ what: 'Deposit', note: 'unprinted' }] }
    const { status, body } = await call({ field_values: values, colour: 'blue' })
    expect(status).toBe(201)
    expect(body.warnings.map(({ field, code }) => [field, code])).toEqual([
      ['colour', 'unknown_field'],
      ['colour', 'unknown_field'],
      ['items.note', 'unknown_column'],
    ])
  })
})

/** A template and a staged document of a workspace whose plan has been changed since, and a key that made no call. */
async function withoutEnterprise() {
  const { body } = await call({ review: true })
  const { workspaceId } = key
  // A tier that no plan is set for has the basics only.
  await server.ctx.db.updateTable('workspaces').set({ tier: 'basic' }).where('id', '=', workspaceId).execute()
  return { own: await server.key({ workspaceId }), id: templateId, documentId: body.document_id }
}

describe('refusals of instantiate, each of which creates nothing', () => {
  const path = (place: string) => ({ code: 'invalid_request', meta: { path: place } })
  it.each<[string, Record<string, unknown>, number, object]>([
    [
      'a slot that is not there',
      { recipients: [{ slot: 7, email: 'a@example.com' }] },
      400,
      path('recipients[0].slot'),
    ],
    ['a slot twice', { recipients: [...LEASE_RECIPIENTS, LEASE_RECIPIENTS[0]] }, 400, path('recipients[2].slot')],
    ['a slot without an address', { recipients: recipients({ email: null }) }, 400, path('recipients[0].email')],
    ['a slot without a recipient', { recipients: [] }, 400, { code: 'missing_recipient', meta: { slots: [1, 2] } }],
    [
      'SMS without a number',
      { recipients: recipients({ require_sms_verification: true }) },
      400,
      path('recipients[0].phone_e164'),
    ],
    [
      'a gate without SMS',
      { recipients: recipients({ sms_gate: 'before_view' }) },
      400,
      path('recipients[0].sms_gate'),
    ],
    ['an order twice', { recipients: recipients({ signing_order: 2 }) }, 400, path('recipients[1].signing_order')],
    [
      'both forms of a name',
      { recipients: recipients({ first_name: 'A', last_name: 'B' }) },
      400,
      path('recipients[0].name'),
    ],
    [
      'a foreign return_url',
      { recipients: recipients({ return_url: 'https://x.example' }) },
      400,
      { code: 'return_url_not_allowed' },
    ],
    [
      'instantiate.unknown_recipient_field: an unknown key of a recipient',
      { recipients: recipients({ phone: PHONE }) },
      400,
      { code: 'unknown_recipient_field' },
    ],
    [
      'instantiate.invalid_metadata: metadata that is not flat',
      { metadata: { a: {} } },
      400,
      { code: 'invalid_metadata' },
    ],
    ['a callback that is not https', { callback_url: 'http://example.com/' }, 400, { code: 'https_required' }],
    ['a private callback', { callback_url: 'https://10.0.0.1/' }, 400, { code: 'url_not_public' }],
    [
      'instantiate.version_not_found: an unknown version',
      { version: 7 },
      404,
      { code: 'version_not_found', meta: { version: 7, current_version: 1 } },
    ],
    [
      'instantiate.template_input_invalid: values that are missing and wrong, all at once and in order',
      { field_values: { monthly_rent: 'much', start_date: '2026-02-30', items: [{ amount: '1.5' }] } },
      422,
      {
        code: 'template_input_invalid',
        problems: [
          { field: 'tenant_name', code: 'required' },
          { field: 'monthly_rent', code: 'invalid_number' },
          { field: 'start_date', code: 'invalid_date' },
          { field: 'items[0].what', code: 'column_required' },
        ],
      },
    ],
  ])('%s', async (_, more, status, body) => {
    const before = await documents()
    const real = await call(more)
    expect(real).toMatchObject({ status, body })
    expect(await documents()).toBe(before)
    // The dry run refuses with the same status and code.
    const dry = await call({ ...more, validate_only: true })
    expect([dry.status, dry.body.code]).toEqual([real.status, real.body.code])
    if (!('template_id' in real.body)) return
    // Contract 2.10: what stands beside the code.
    expect(real.body).toMatchObject({ template_id: templateId, template_name: 'Lease', template_version: 1 })
    expect(real.body.docs).toMatch(/^http/)
    expect(real.body.problems.length).toBeGreaterThan(0)
  })

  it('an Idempotency-Key that is none', async () => {
    const answer = await call({}, { 'Idempotency-Key': 'ü' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } })
  })

  it.each(['unlock', 'archive'])(
    'instantiate.template_unlocked: a template after %s, also with a version',
    async (verb) => {
      const status = verb === 'unlock' ? 'draft' : 'archived'
      await server.ctx.db.updateTable('templates').set({ status }).where('id', '=', templateId).execute()
      for (const more of [{}, { version: 1 }]) {
        expect(await call(more)).toMatchObject({
          status: 409,
          body: { code: 'template_unlocked', meta: { status }, template_id: templateId },
        })
      }
    },
  )

  it('instantiate.signer_without_signature: a template without a signing slot', async () => {
    const { id } = await lockedTemplate(server, key, {
      template: leaseModel({ slots: [], boxes: [text('tenant_name', 0.1)] }),
    })
    expect(await instantiate(server, key, id, { recipients: [] })).toMatchObject({
      status: 422,
      body: { code: 'signer_without_signature', meta: { roles: [] } },
    })
  })

  it('instantiate.pinned-slot-mismatch: another address than the pinned one', async () => {
    const slots = [
      { slot: 1, role: 'tenant' },
      { slot: 2, role: 'landlord', pinned_email: 'office@example.com' },
    ]
    const { id } = await lockedTemplate(server, key, { template: leaseModel({ slots }) })
    expect(await instantiate(server, key, id)).toMatchObject({
      status: 400,
      body: { code: 'pinned-slot-mismatch', slot: 2, template_id: id },
    })
    expect((await instantiate(server, key, id, { recipients: [LEASE_RECIPIENTS[0]] })).status).toBe(201)
  })

  it('a level or a gate that is lower than the template’s', async () => {
    const slots = [
      { slot: 1, role: 'tenant', require_sms_verification: true, sms_gate: 'before_view' },
      { slot: 2, role: 'landlord' },
    ]
    const { id } = await lockedTemplate(server, key, { template: leaseModel({ slots }) })
    for (const more of [{ require_sms_verification: false }, { sms_gate: null }]) {
      const lowered = recipients({ phone_e164: PHONE, ...more })
      expect(await instantiate(server, key, id, { recipients: lowered })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', meta: { path: `recipients[0].${Object.keys(more)[0]}` } },
      })
    }
  })

  it('instantiate.interactive-table-requires-sequential: in a parallel template with two signers; rows resolve it', async () => {
    const boxes = [itemsTable({ slot: 1 }), signature(1), signature(2)]
    const template = leaseModel({ signing_mode: 'parallel', boxes })
    const { id } = await lockedTemplate(server, key, { template })
    expect(await instantiate(server, key, id, { field_values: {} })).toMatchObject({
      status: 409,
      body: { code: 'interactive-table-requires-sequential', template_id: id },
    })
    expect((await instantiate(server, key, id, { field_values: { items: [] } })).status).toBe(201)
    const sequential = leaseModel({ boxes })
    const { id: other } = await lockedTemplate(server, key, { template: sequential })
    expect((await instantiate(server, key, other, { field_values: {} })).status).toBe(201)
  })

  it('instantiate.tier_required, instantiate.sms_allowance_exhausted, instantiate.validate_only.allowance: used up', async () => {
    const plans = { small: { document_cap: 1, enterprise: true, sms_monthly: 1, requests_per_minute: 60, without: [] } }
    const capped = await startServer({ config: { plans } })
    try {
      const own = await capped.key({ workspaceId: (await capped.workspace({ tier: 'small' })).id })
      const { id } = await lockedTemplate(capped, own)
      const two = recipients(SMS, SMS)
      expect(await instantiate(capped, own, id, { recipients: two })).toMatchObject({
        status: 402,
        body: { code: 'sms_allowance_exhausted', meta: { required: 2, remaining: 1 }, template_id: id },
      })
      for (const review of [false, true]) {
        expect(await instantiate(capped, own, id, { recipients: two, validate_only: true, review })).toMatchObject({
          status: 200,
          body: { ok: false, problems: [{ code: 'sms_allowance_exhausted' }] },
        })
      }
      // A staged one counts, a discarded one does not.
      const { body } = await instantiate(capped, own, id, { review: true })
      const refused = { status: 402, body: { code: 'tier_required', meta: { tier: 'small', cap: 1, used: 1 } } }
      expect(await instantiate(capped, own, id)).toMatchObject(refused)
      expect(await instantiate(capped, own, id, { validate_only: true })).toMatchObject({
        status: 200,
        body: { ok: false, problems: [{ code: 'tier_required' }] },
      })
      await capped.call(own, 'POST', `/v1/documents/${body.document_id}/discard`)
      expect((await instantiate(capped, own, id)).status).toBe(201)
    } finally {
      await capped.stop()
    }
  })

  it('instantiate.enterprise, generate.enterprise, confirm.enterprise: 402 without the plan, and no token is spent', async () => {
    const { own, id, documentId } = await withoutEnterprise()
    for (const path of [`templates/${id}/instantiate`, `templates/${id}/generate`, `documents/${documentId}/confirm`]) {
      const answer = await server.call(own, 'POST', `/v1/${path}`, { json: {} })
      expect([path, answer]).toMatchObject([path, { status: 402, body: { code: 'enterprise-required' } }])
    }
    expect((await server.call(own, 'GET', '/v1/fields')).headers.get('ratelimit-remaining')).toBe('59')
  })

  it('template.not-gated, discard.not-gated: reading and discarding need no plan', async () => {
    const { own, id, documentId } = await withoutEnterprise()
    expect(await server.call(own, 'GET', `/v1/templates/${id}`)).toMatchObject({ status: 200, body: { id } })
    expect(await server.call(own, 'POST', `/v1/documents/${documentId}/discard`)).toMatchObject({
      status: 200,
      body: { status: 'discarded' },
    })
  })

  it('instantiate.unknown_field: an unknown top-level key, from 2026-12-31', async () => {
    const later = await startServer()
    try {
      const own = await later.key()
      const { id } = await lockedTemplate(later, own)
      later.clock.set(new Date('2026-12-31T00:00:00Z'))
      expect(await instantiate(later, own, id, { colour: 'blue' })).toMatchObject({
        status: 400,
        body: { code: 'unknown_field', meta: { fields: ['colour'] } },
      })
    } finally {
      await later.stop()
    }
  })
})

describe('validate_only', () => {
  it('instantiate.validate_only: creates nothing, and says what could still be given', async () => {
    const before = await documents()
    const { status, body } = await call({ validate_only: true, metadata: { order: '1' } }, { 'Idempotency-Key': 'x' })
    expect([status, body]).toMatchObject([
      200,
      {
        ok: true,
        document_id: null,
        status: null,
        problems: [],
        template_id: templateId,
        template_version: 1,
        metadata: { order: '1' },
        recipients: [
          { slot: 1, email: 'ada@example.com', signing_request_id: null, signing_url: null },
          { slot: 2, email: 'grace@example.com' },
        ],
      },
    ])
    expect(body.missing_optional.map(({ field }) => field)).toEqual(['start_date', 'pets', 'items'])
    expect(await documents()).toBe(before)
  })

  it('instantiate.validate_only.values: failing values are 422 as in the real call, with what could still be given', async () => {
    const { status, body } = await call({ validate_only: true, field_values: {} })
    expect([status, body.code, body.missing_optional.length]).toEqual([422, 'template_input_invalid', 3])
  })
})
