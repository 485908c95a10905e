import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeSettings } from '../../server/domain/records/workspaces/settings.ts'
import type { components } from '../../server/generated/openapi.ts'
import { runTask } from '../../server/jobs/task-list.ts'
import { SMS_DAY } from '../../server/limits.ts'
import { readDocument, readRequest, Signer } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { instantiate, LEASE_RECIPIENTS, leaseModel, lockedTemplate, signature } from '../support/templates.ts'
import { startTwilio, type TwilioStandIn } from '../support/twilio.ts'

type Schemas = components['schemas']
type Reminded = Schemas['Reminded'] & { code: string; meta: { reason: string } }
type Me = Pick<Schemas['Me'], 'sms_allowance'>

const FROM = '+15005550006'
const DAY = 86_400_000

let server: TestServer
let twilio: TwilioStandIn
let key: TestKey
let templateId: string
/** A number that no other test sends to. */
let phone: string
let numbers = 0
beforeAll(async () => {
  twilio = await startTwilio()
  server = await startServer({ config: { smsUrl: twilio.url, smsFrom: FROM } })
})
afterAll(async () => {
  await server.stop()
  await twilio.close()
})
beforeEach(async () => {
  twilio.refuse(null)
  key = await server.key({ workspaceId: (await server.workspace({ name: 'Acme' })).id })
  templateId = await signedOnly(server, key)
  phone = `+4179000${String(++numbers).padStart(4, '0')}`
})

/** A locked template that asks for nothing but two signatures. */
async function signedOnly(on: TestServer, by: TestKey, more: Parameters<typeof leaseModel>[0] = {}): Promise<string> {
  const template = leaseModel({ boxes: [signature(1), signature(2)], ...more })
  return (await lockedTemplate(on, by, { template, fields: [] })).id
}

/** The lease's recipients, the first of them by this channel. */
const recipients = (channel: string, more: object = {}) => [
  { ...LEASE_RECIPIENTS[0], channel, phone_e164: phone, ...more },
  LEASE_RECIPIENTS[1],
]

/** Sends to the first recipient by this channel; without its jobs. */
async function send(channel: string, more: Record<string, unknown> = {}) {
  const all = { field_values: {}, send_emails: true, recipients: recipients(channel), ...more }
  const { status, body } = await instantiate(server, key, templateId, all)
  expect(status, JSON.stringify(body)).toBe(201)
  const id = body.recipients[0]!.signing_request_id!
  return { body, id, documentId: body.document_id!, read: () => readRequest(server, key, id) }
}

const texts = () => twilio.messages.filter(({ form }) => form.To === phone).map(({ form }) => form.Body!)
const mails = async (recipient = 'ada@example.com') =>
  (await server.outbox()).filter((mail) => mail.recipient === recipient).length
const used = async () => (await server.call<Me>(key, 'GET', '/v1/me')).body.sms_allowance.used
const auditOf = async (read: () => Promise<Schemas['SigningRequest']>, ...types: string[]) =>
  (await read()).auditEvents.filter(({ type }) => types.includes(type)).map(({ type, meta }) => ({ type, ...meta }))
const remind = (id: string) => server.call<Reminded>(key, 'POST', `/v1/signing-requests/${id}/remind`)
const payloads = (
  documentId: string,
  type: 'signing_request.sent' | 'template_instance.staged' | 'template_instance.confirmed',
) =>
  server.ctx.db
    .selectFrom('events')
    .select('payload')
    .where('document_id', '=', documentId)
    .where('type', '=', type)
    .orderBy('seq')
    .execute()
const refusal = (code: number) => ({ status: 400, body: { code, message: 'no', status: 400 } })

describe('a recipient with the channel sms', () => {
  it('who passes it on to somebody with a phone: the sender need not deliver the link', async () => {
    await server.ctx.db
      .updateTable('workspaces')
      .set({ notify_email: 'office@acme.test' })
      .where('id', '=', key.workspaceId)
      .execute()
    const verified = recipients('sms', { require_sms_verification: true })
    const { body } = await send('sms', { recipients: verified })
    await server.work()
    const signer = new Signer(server, body.recipients[0]!.signing_url!)
    const grace = { email: 'grace@example.com', name: 'Grace Hopper' }
    expect((await signer.call('POST', 'hand-over', grace)).status).toBe(200)
    await server.work()
    const mail = (await server.outbox()).findLast(({ recipient }) => recipient === 'office@acme.test')!
    const path = new URL(/http\S+\/hand-over\/\S+/.exec(mail.body)![0]).pathname
    phone = `+4179001${String(numbers).padStart(4, '0')}`
    const typed = phone.replace('+4179', '+41 (0)79\u2011')
    const passed = await server.fetch(path, { method: 'POST', body: new URLSearchParams({ phone: typed }) })
    const page = await passed.text()
    expect([passed.status, page]).toEqual([200, expect.stringContaining('Grace Hopper has been sent an invitation')])
    await server.work()
    expect(texts()).toHaveLength(1)
  })

  it('gets the link by SMS and no email, and can sign by it', async () => {
    const [before, emails] = [await used(), await mails()]
    const { body, read, documentId } = await send('sms')
    expect(body.recipients).toMatchObject([
      { channel: 'sms', emailed: false, texted: true },
      { channel: 'email', emailed: false, texted: false },
    ])
    await server.work()
    const [text, ...more] = texts()
    expect(text).toMatch(/^Acme asks you to sign “Lease”\. .+:\n\nhttp\S+$/)
    expect(more).toEqual([])
    expect([await mails(), await used()]).toEqual([emails, before + 1])
    const link = text!.split('\n').at(-1)!
    expect(link).toBe(body.recipients[0]!.signing_url)
    expect((await new Signer(server, link).view()).status).toBe(200)
    expect(await auditOf(read, 'sent', 'text_sent')).toMatchObject([
      { type: 'sent', channel: 'sms', emailed: false, texted: true, phone_masked: expect.stringContaining('***') },
      { type: 'text_sent', message: 'invitation', provider: 'twilio', phone_masked: expect.stringContaining('***') },
    ])
    expect(await payloads(documentId, 'signing_request.sent')).toMatchObject([{ payload: { channel: 'sms' } }])
    expect((await readDocument(server, key, documentId)).signers[0]).toMatchObject({ channel: 'sms', texted: true })
  })

  it('is asked in their language', async () => {
    await send('sms', { recipients: recipients('sms', { locale: 'de' }) })
    await server.work()
    expect(texts()[0]).toMatch(/^Acme bittet Sie, „Lease“ zu unterschreiben\./)
  })

  it('is sent nothing with send_emails: false, until a reminder', async () => {
    const { id, body } = await send('sms', { send_emails: false })
    await server.work()
    expect([body.recipients[0]!.texted, texts()]).toEqual([false, []])
    const reminded = await remind(id)
    expect([reminded.status, reminded.body]).toMatchObject([200, { channel: 'sms', emailed: false, texted: true }])
    expect(texts()).toHaveLength(1)
  })

  it('is reminded by SMS, also automatically', async () => {
    await changeSettings(server.ctx, key.workspaceId, { reminders: true })
    const emails = await mails()
    const { read } = await send('sms')
    await server.work()
    server.clock.advance(3 * DAY)
    await server.run('remind', {})
    expect([texts().length, await mails()]).toEqual([2, emails])
    expect(await auditOf(read, 'text_sent', 'reminded')).toMatchObject([
      { type: 'text_sent', message: 'invitation' },
      { type: 'text_sent', message: 'reminder' },
      { type: 'reminded', channel: 'sms', emailed: false, texted: true },
    ])
  })

  it('of a sequential send is invited when it is their turn', async () => {
    const second = { ...LEASE_RECIPIENTS[1], channel: 'sms', phone_e164: phone }
    const { body, documentId } = await send('email', { recipients: [LEASE_RECIPIENTS[0], second] })
    await server.work()
    expect(texts()).toEqual([])
    const first = new Signer(server, body.recipients[0]!.signing_url!)
    await first.sign()
    await server.work()
    expect(texts()).toHaveLength(1)
    const [, released] = await payloads(documentId, 'signing_request.sent')
    expect(released).toMatchObject({ payload: { source: 'sequential_release', channel: 'sms', emailed: false } })
  })

  it('is not sent the same invitation twice', async () => {
    const { id } = await send('sms')
    await server.work()
    await server.run('send-sms', { signingRequestId: id })
    expect(texts()).toHaveLength(1)
  })
})

describe('a recipient with the channel both', () => {
  it('gets an email and an SMS, of the invitation and of a reminder', async () => {
    const emails = await mails()
    const { id, body } = await send('both')
    expect(body.recipients[0]).toMatchObject({ channel: 'both', emailed: true, texted: true })
    await server.work()
    expect([texts().length, (await mails()) - emails]).toEqual([1, 1])
    expect((await remind(id)).status).toBe(200)
    expect([texts().length, (await mails()) - emails]).toEqual([2, 2])
  })

  it('is reminded although the SMS fails', async () => {
    const { id, read } = await send('both')
    await server.work()
    twilio.refuse(refusal(21610))
    expect((await remind(id)).status).toBe(200)
    expect((await auditOf(read, 'reminded')).at(-1)).toMatchObject({ channel: 'both', emailed: true, texted: false })
  })
})

describe('an SMS that cannot be sent', () => {
  it.each([
    ['blocked', 21610],
    ['landline', 21635],
    ['invalid_number', 21211],
  ])('for good (%s) is recorded, costs nothing and is not tried again', async (reason, code) => {
    const before = await used()
    const { read, id } = await send('sms')
    twilio.refuse(refusal(code))
    await server.work()
    expect(await auditOf(read, 'text_sent', 'text_failed')).toMatchObject([
      { type: 'text_failed', message: 'invitation', reason, provider_code: String(code) },
    ])
    expect([(await read()).texted, await used()]).toEqual([false, before])
    const reminded = await remind(id)
    expect([reminded.status, reminded.body]).toMatchObject([502, { code: 'sms_failed', meta: { reason } }])
    twilio.refuse(null)
    // The cooldown was not claimed.
    expect((await remind(id)).status).toBe(200)
  })

  it('just now is tried again', async () => {
    const { id, read } = await send('sms')
    twilio.refuse({ status: 503, body: 'down' })
    const first = runTask(server.ctx, 'send-sms', { signingRequestId: id }, { number: 1, last: false })
    await expect(first).rejects.toThrow('could not be sent')
    expect(await auditOf(read, 'text_failed')).toEqual([])
    twilio.refuse(null)
    await server.run('send-sms', { signingRequestId: id })
    expect([texts().length, (await read()).texted]).toEqual([1, true])
  })

  it('counts towards the messages that go to one number in a day', async () => {
    const rows = Array.from({ length: SMS_DAY.ofPhone }, () => ({
      claim: crypto.randomUUID(),
      workspace_id: key.workspaceId,
      phone_e164: phone,
      signing_request_id: null,
      at: server.clock.now(),
    }))
    await server.ctx.db.insertInto('sms_sends').values(rows).execute()
    const { read } = await send('sms')
    await server.work()
    expect([texts(), await auditOf(read, 'text_failed')]).toMatchObject([[], [{ reason: 'blocked' }]])
  })
})

describe('what is refused', () => {
  it('no phone number: 400 at instantiate, also by the slot, and the same in a dry run', async () => {
    const slots = [
      { slot: 1, role: 'tenant', channel: 'both' },
      { slot: 2, role: 'landlord' },
    ]
    const bySlot = await signedOnly(server, key, { slots })
    for (const validate_only of [true, false]) {
      const json = { field_values: {}, validate_only }
      const given = await instantiate(server, key, templateId, {
        ...json,
        recipients: recipients('sms', { phone_e164: null }),
      })
      const slot = await instantiate(server, key, bySlot, json)
      for (const { status, body } of [given, slot]) {
        expect([status, body]).toMatchObject([
          400,
          { code: 'invalid_request', meta: { path: 'recipients[0].phone_e164' } },
        ])
      }
    }
    const overridden = await instantiate(server, key, bySlot, {
      field_values: {},
      recipients: [{ ...LEASE_RECIPIENTS[0], channel: 'email' }, LEASE_RECIPIENTS[1]],
    })
    expect(overridden.status).toBe(201)
  })

  it('confirm.channel: without a phone number 422; with one, the channel may change there', async () => {
    const { documentId, id } = await send('email', {
      review: true,
      recipients: recipients('email', { phone_e164: null }),
    })
    const confirm = (edit: object) =>
      server.call<Schemas['Confirmed'] & { code: string; problems: object[] }>(
        key,
        'POST',
        `/v1/documents/${documentId}/confirm`,
        {
          json: { recipients: [{ slot: 1, ...edit }] },
        },
      )
    const refused = await confirm({ channel: 'sms' })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'invalid_recipients', problems: [{ field: 'recipients[0].phone_e164', code: 'phone_required' }] },
    ])
    const { status, body } = await confirm({ channel: 'sms', phone_e164: phone })
    expect([status, body.recipients]).toMatchObject([200, [{ channel: 'sms', emailed: false, texted: true }, {}]])
    await server.work()
    expect(texts()).toHaveLength(1)
    expect(await payloads(documentId, 'template_instance.staged')).toMatchObject([
      { payload: { recipients: [{ signing_request_id: id, channel: 'email' }, { channel: 'email' }] } },
    ])
    expect(await payloads(documentId, 'template_instance.confirmed')).toMatchObject([
      { payload: { recipients: [{ channel: 'sms' }, { channel: 'email' }] } },
    ])
  })

  it('more messages than the allowance has: each invitation by SMS needs one, and each code', async () => {
    const { remaining } = (await server.call<Me>(key, 'GET', '/v1/me')).body.sms_allowance
    await server.ctx.db
      .insertInto('sms_usage')
      .values({
        workspace_id: key.workspaceId,
        month: `${server.clock.now().toISOString().slice(0, 7)}-01`,
        used: remaining - 1,
      })
      .execute()
    const all = { field_values: {}, send_emails: true }
    const withCode = { ...all, recipients: recipients('sms', { require_sms_verification: true }) }
    const refused = await instantiate(server, key, templateId, withCode)
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { code: 'sms_allowance_exhausted', meta: { required: 2, remaining: 1 } },
    ])
    const dry = await instantiate(server, key, templateId, { ...withCode, validate_only: true })
    expect(dry.body).toMatchObject({ ok: false, problems: [{ code: 'sms_allowance_exhausted' }] })
    expect((await instantiate(server, key, templateId, { ...all, recipients: recipients('sms') })).status).toBe(201)
  })
})

describe('without an SMS provider', () => {
  let none: TestServer
  let owner: TestKey
  beforeAll(async () => {
    none = await startServer({ config: { smsUrl: 'none:' } })
    owner = await none.key()
  })
  afterAll(() => none.stop())

  it('is 400 at instantiate and 422 at confirm', async () => {
    const id = await signedOnly(none, owner)
    const direct = await instantiate(none, owner, id, { field_values: {}, recipients: recipients('both') })
    expect([direct.status, direct.body]).toMatchObject([
      400,
      { code: 'invalid_request', meta: { path: 'recipients[0].channel' } },
    ])
    const { body } = await instantiate(none, owner, id, {
      field_values: {},
      review: true,
      recipients: recipients('email'),
    })
    const confirmed = await none.call(owner, 'POST', `/v1/documents/${body.document_id}/confirm`, {
      json: { recipients: [{ slot: 1, channel: 'sms' }] },
    })
    expect([confirmed.status, confirmed.body]).toMatchObject([
      422,
      { problems: [{ field: 'recipients[0].channel', code: 'sms_not_configured' }] },
    ])
  })
})

describe('a request that is given to another person', () => {
  const reassign = (id: string, more: object) =>
    server.call(key, 'POST', `/v1/signing-requests/${id}/reassign`, {
      json: { email: 'eve@example.com', name: 'Eve', ...more },
    })

  it('goes out by SMS again when a phone number is given, else by email', async () => {
    const { id, read } = await send('sms')
    await server.work()
    const same = await reassign(id, { phone_e164: phone })
    expect([same.status, same.body]).toMatchObject([400, { meta: { path: 'phone_e164' } }])
    const other = `${phone.slice(0, -1)}x`.replace('x', phone.endsWith('9') ? '8' : '9')
    expect((await reassign(id, { phone_e164: other })).status).toBe(200)
    await server.work()
    expect(twilio.messages.filter(({ form }) => form.To === other)).toHaveLength(1)
    const before = await mails('eve@example.com')
    expect((await reassign(id, {})).status).toBe(200)
    await server.work()
    expect([await mails('eve@example.com'), (await read()).channel]).toEqual([before + 1, 'email'])
  })
})
