import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { components } from '../../server/generated/openapi.ts'
import { REVIEW } from '../../server/limits.ts'
import { clockOfWarnings } from '../support/clock.ts'
import { readDocument, readRequest, Signer, send } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { hooksOf } from '../support/hooks.ts'
import { waitForLock } from '../support/locks.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { type Instance, instantiate, leaseModel, lockedTemplate, signature, staged } from '../support/templates.ts'

type Schemas = components['schemas']
type Refusal = { code: string; meta?: Record<string, unknown>; problems?: { field: string; code: string }[] }
type ConfirmAnswer = Schemas['Confirmed'] & Refusal & { slot?: number }
type DiscardAnswer = Schemas['DiscardedDocument'] & Refusal

const PHONE = '+41791234567'

let server: TestServer
let receiver: Receiver
let key: TestKey
let templateId: string
/** Tests pass whole windows of 14 days; each starts here, before unknown keys are refused. */
let start: Date
beforeAll(async () => {
  server = await startServer({ clock: clockOfWarnings() })
  receiver = await startReceiver({ clock: server.clock })
  start = server.clock.now()
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
})
beforeEach(async () => {
  server.clock.set(start)
  key = await server.key({ workspaceId: (await server.workspace()).id })
  templateId = await signedOnly()
})

/** A locked template that asks for nothing but two signatures. */
async function signedOnly(more: Parameters<typeof leaseModel>[0] = {}): Promise<string> {
  const template = leaseModel({ boxes: [signature(1), signature(2)], ...more })
  return (await lockedTemplate(server, key, { template, fields: [] })).id
}

/** Another key, so that no test meets the rate limit. */
const fresh = () => server.key({ workspaceId: key.workspaceId })
const confirm = async (id: string | null, json: object = {}) =>
  server.call<ConfirmAnswer>(await fresh(), 'POST', `/v1/documents/${id}/confirm`, { json })
const discard = async (id: string | null) =>
  server.call<DiscardAnswer>(await fresh(), 'POST', `/v1/documents/${id}/discard`)
const stage = (more: Record<string, unknown> = {}): Promise<Instance> =>
  staged(server, key, templateId, { field_values: {}, ...more })

/** What the workspace's hook receives of a document, in order. */
async function eventsOf(documentId: string | null): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ type: string; payload: Record<string, unknown> }>`
    select type, payload from events where document_id = ${documentId} order by seq`.execute(server.ctx.db)
  return rows.map(({ type, payload }) => ({ event: type, ...payload }))
}
const mailsTo = async (email: string) => (await server.outbox()).filter(({ recipient }) => recipient === email)

describe('a staged instance, row by row of the table of its states', () => {
  it('staged.row-1, instantiate.review, document.staged: instantiate with review stages it, and invites nobody', async () => {
    const now = server.clock.now()
    const instance = await stage({ send_emails: true, metadata: { order: '7731' } })
    const expiresAt = new Date(now.getTime() + REVIEW.windowMs).toISOString()
    expect(instance).toMatchObject({ status: 'staged', expires_at: null, review_expires_at: expiresAt })
    expect(instance.recipients).toMatchObject([
      { slot: 1, status: 'queued', signing_url: null, emailed: false },
      { slot: 2, status: 'queued', signing_url: null },
    ])
    await server.work()
    expect(await mailsTo('ada@example.com')).toEqual([])
    expect(await readDocument(server, key, instance.document_id!)).toMatchObject({
      status: 'staged',
      completable: true,
      source: 'template_instance',
      review: { state: 'staged', expiresAt, url: instance.review_url },
      signers: [{ status: 'queued', signingUrl: null, expiresAt: null }, { status: 'queued' }],
    })
    expect(await eventsOf(instance.document_id)).toMatchObject([
      {
        event: 'template_instance.staged',
        template_id: templateId,
        template_version: 1,
        kind: 'esign',
        review_url: instance.review_url,
        review_expires_at: expiresAt,
        source: 'v1_api',
        api_key_id: key.id,
        signing_mode: 'sequential',
        metadata: { order: '7731' },
        recipients: instance.recipients.map(({ slot, email, signing_request_id }) => ({
          slot,
          email,
          signing_request_id,
        })),
      },
    ])
  })

  it('staged.row-4: the phone number of a recipient can be changed', async () => {
    const { recipients } = await stage()
    const path = `/v1/signing-requests/${recipients[0]!.signing_request_id}`
    const answer = await server.call(key, 'PATCH', path, { json: { phone_e164: PHONE } })
    expect([answer.status, answer.body]).toMatchObject([200, { phoneMasked: '+41*******67' }])
  })

  it('staged.row-5, review.confirm, signer.confirm: confirm invites the first signer, with the days counted from the confirm', async () => {
    const instance = await stage({ send_emails: true, metadata: { order: '7731' } })
    server.clock.advance(3 * 86_400_000)
    const mails = (await mailsTo('ada@example.com')).length
    const { status, body } = await confirm(instance.document_id)
    const expiresAt = new Date(server.clock.now().getTime() + 14 * 86_400_000).toISOString()
    expect([status, body]).toMatchObject([
      200,
      { kind: 'esign', status: 'pending', already_confirmed: false, expires_at: expiresAt, warnings: [] },
    ])
    expect(body.recipients).toMatchObject([
      { slot: 1, status: 'pending', emailed: true, signing_url: expect.stringContaining('/sign/') },
      { slot: 2, status: 'queued', emailed: false },
    ])
    await server.work()
    expect((await mailsTo('ada@example.com')).length).toBe(mails + 1)
    const [, confirmed, sent, ...more] = await eventsOf(instance.document_id)
    expect(confirmed).toMatchObject({
      event: 'template_instance.confirmed',
      kind: 'esign',
      actor: 'api_key',
      expires_at: expiresAt,
      recipients: [
        { slot: 1, status: 'pending' },
        { slot: 2, status: 'queued' },
      ],
    })
    expect(sent).toMatchObject({
      event: 'signing_request.sent',
      source: 'template_instance',
      signer: { slot: 1, role: 'tenant' },
      role: 'tenant',
      reference: 'cust-17',
      metadata: { order: '7731' },
    })
    expect(more).toEqual([])
    for (const { signing_url: url } of body.recipients) expect((await new Signer(server, url!).sign()).status).toBe(200)
    await server.work()
    expect(await readDocument(server, key, instance.document_id!)).toMatchObject({
      status: 'signed',
      review: { state: 'confirmed' },
    })
  })

  it('staged.row-5: a parallel one invites everybody', async () => {
    templateId = await signedOnly({ signing_mode: 'parallel' })
    const { document_id: id } = await stage()
    expect((await confirm(id)).body.recipients).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
  })

  it('staged.row-7, review.discard, signer.discard, document.discarded: discard withdraws its signers without an event', async () => {
    const { document_id: id, recipients } = await stage({ metadata: { order: '7731' } })
    expect(await discard(id)).toMatchObject({
      status: 200,
      body: { kind: 'esign', status: 'discarded', reason: 'discarded', actor: 'api_key', already_discarded: false },
    })
    expect(await readRequest(server, key, recipients[0]!.signing_request_id!)).toMatchObject({
      status: 'withdrawn',
      documentStatus: 'discarded',
      signingUrl: null,
    })
    const events = await eventsOf(id)
    expect(events.map(({ event }) => event)).toEqual(['template_instance.staged', 'template_instance.discarded'])
    expect(events[1]).toMatchObject({ kind: 'esign', reason: 'discarded', actor: 'api_key', template_id: templateId })
    expect(events[1]).toMatchObject({ metadata: { order: '7731' } })
  })

  it('staged.row-8, review.elapse: the job discards it when the window is over, once', async () => {
    const { document_id: id } = await stage()
    server.clock.advance(REVIEW.windowMs)
    expect(await readDocument(server, await fresh(), id!)).toMatchObject({ status: 'discarded', completable: false })
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(['template_instance.staged'])
    await server.run('end-reviews', {})
    await server.run('end-reviews', {})
    const [, discarded, ...more] = await eventsOf(id)
    expect(discarded).toMatchObject({ event: 'template_instance.discarded', reason: 'expired', actor: 'system' })
    expect(more).toEqual([])
  })

  it('staged.row-8: a change of the phone that meets the end carries it out', async () => {
    const { document_id: id, recipients } = await stage()
    server.clock.advance(REVIEW.windowMs)
    const path = `/v1/signing-requests/${recipients[0]!.signing_request_id}`
    const answer = await server.call<Refusal>(await fresh(), 'PATCH', path, { json: { phone_e164: PHONE } })
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'not_editable', meta: { status: 'withdrawn' } }])
    expect((await eventsOf(id)).at(-1)).toMatchObject({ reason: 'expired', actor: 'system' })
  })

  it('staged.row-9, review.confirm.confirmed, confirm.repeated: a repeated confirm changes and sends nothing, and names what it ignores', async () => {
    const { document_id: id } = await stage()
    const first = await confirm(id)
    const again = await confirm(id, { recipients: [{ slot: 1, email: 'eve@example.com' }], send_emails: true })
    expect([again.status, again.body]).toMatchObject([200, { already_confirmed: true, status: 'pending' }])
    expect(again.body.recipients).toEqual(first.body.recipients)
    expect(again.body.warnings.map(({ field, code }) => [field, code])).toEqual([
      ['recipients', 'ignored_field'],
      ['send_emails', 'ignored_field'],
    ])
    await server.work()
    expect(await mailsTo('eve@example.com')).toEqual([])
    expect(await eventsOf(id)).toHaveLength(3)
  })

  it('staged.row-10, review.discard.confirmed, discard.already_confirmed: discard of a confirmed one is refused', async () => {
    const { document_id: id } = await stage()
    await confirm(id)
    expect(await discard(id)).toMatchObject({ status: 409, body: { code: 'already_confirmed' } })
  })

  it('staged.row-11, review.confirm.discarded, review.discard.discarded, confirm.discarded: refused; discard as before', async () => {
    const { document_id: id } = await stage()
    await discard(id)
    expect(await confirm(id)).toMatchObject({ status: 409, body: { code: 'discarded' } })
    expect(await discard(id)).toMatchObject({
      status: 200,
      body: { already_discarded: true, reason: 'discarded', actor: 'api_key' },
    })
    // Also after the window: who discarded it decides.
    server.clock.advance(REVIEW.windowMs)
    await server.run('end-reviews', {})
    expect(await confirm(id)).toMatchObject({ status: 409, body: { code: 'discarded' } })
    expect(await eventsOf(id)).toHaveLength(2)
  })

  it.each(['the job has run', 'the job has not run'])(
    'staged.row-12, confirm.review_expired: after the window, %s',
    async (when) => {
      const [one, other] = [await stage(), await stage()]
      server.clock.advance(REVIEW.windowMs)
      if (when === 'the job has run') await server.run('end-reviews', {})
      expect(await confirm(one.document_id)).toMatchObject({ status: 410, body: { code: 'review_expired' } })
      expect(await discard(other.document_id)).toMatchObject({
        status: 200,
        body: { already_discarded: true, reason: 'expired', actor: 'system' },
      })
      for (const { document_id: id } of [one, other]) {
        expect((await eventsOf(id)).map(({ event, reason }) => [event, reason])).toEqual([
          ['template_instance.staged', undefined],
          ['template_instance.discarded', 'expired'],
        ])
      }
    },
  )

  it('staged.row-13, review.confirm.never_staged, review.discard.never_staged: a document that was sent at once has no review', async () => {
    const { documentId } = await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
    expect(await confirm(documentId)).toMatchObject({ status: 409, body: { code: 'not_staged' } })
    expect(await discard(documentId)).toMatchObject({ status: 409, body: { code: 'not_staged' } })
  })

  it('staged.row-14: what needs an invitation is refused', async () => {
    const own = await server.key({ workspaceId: key.workspaceId, embedOrigins: ['https://app.example.com'] })
    const { document_id: id, recipients } = await stage()
    const request = `/v1/signing-requests/${recipients[0]!.signing_request_id}`
    const call = (method: string, path: string, json?: object) => server.call<Refusal>(own, method, path, { json })
    const embed = { signing_request_id: recipients[0]!.signing_request_id, origin: 'https://app.example.com' }
    const answers = {
      remind: await call('POST', `${request}/remind`),
      withdraw: await call('POST', `${request}/withdraw`),
      reassign: await call('POST', `${request}/reassign`, { email: 'somebody@example.com' }),
      embed: await call('POST', '/v1/embedded/sign-sessions', embed),
      signed: await call('GET', `/v1/documents/${id}/signed`),
      trail: await call('GET', `/v1/documents/${id}/audit-trail`),
      events: await call('GET', `/v1/documents/${id}/audit-events`),
    }
    expect(answers).toMatchObject({
      remind: { status: 409, body: { code: 'invalid_state' } },
      withdraw: { status: 409, body: { code: 'invalid_state' } },
      // The pins of the template hold until confirm.
      reassign: { status: 409, body: { code: 'not_reassignable', meta: { reason: 'staged' } } },
      embed: { status: 409, body: { code: 'request_not_signable' } },
      signed: { status: 409, body: { code: 'not_complete', meta: { status: 'staged' } } },
      trail: { status: 409, body: { code: 'not_sent', meta: { status: 'staged' } } },
      events: { status: 409, body: { code: 'not_sent', meta: { status: 'staged' } } },
    })
    // The reviewer sees what would be sent, until it is discarded.
    expect((await call('GET', `/v1/documents/${id}/file`)).status).toBe(200)
    await discard(id)
    expect(await call('GET', `/v1/documents/${id}/file`)).toMatchObject({ status: 409, body: { code: 'discarded' } })
  })
})

describe('the end of the window', () => {
  it('staged.clock: can be confirmed at 13 days, 23:59:59, and not at 14 days', async () => {
    const [early, late] = [await stage(), await stage()]
    server.clock.advance(REVIEW.windowMs - 1000)
    await server.run('end-reviews', {})
    expect((await confirm(early.document_id)).status).toBe(200)
    expect(await readDocument(server, await fresh(), late.document_id!)).toMatchObject({ status: 'staged' })
    server.clock.advance(1000)
    expect(await confirm(late.document_id)).toMatchObject({ status: 410, body: { code: 'review_expired' } })
  })
})

describe('the edits of a confirm', () => {
  it('confirm.recipients, confirm.signing_order: by slot; another address gets another link', async () => {
    const { document_id: id } = await stage()
    const before = await server.ctx.db
      .selectFrom('signing_requests')
      .select('link_version')
      .where('document_id', '=', id!)
      .where('slot', '=', 1)
      .executeTakeFirstOrThrow()
    const edits = [
      { slot: 1, email: 'eve@example.com', name: 'Eve', reference: null, signing_order: 2 },
      {
        ...{ slot: 2, email: 'hedy@example.com', phone_e164: PHONE, signing_order: 1 },
        ...{ require_sms_verification: true, sms_gate: 'before_view' },
      },
    ]
    const { status, body } = await confirm(id, { recipients: edits, expires_in_days: 3, send_emails: true })
    expect([status, body.recipients]).toMatchObject([
      200,
      [
        { slot: 1, email: 'eve@example.com', name: 'Eve', reference: null, status: 'queued' },
        { slot: 2, email: 'hedy@example.com', status: 'pending', emailed: true },
      ],
    ])
    const days = new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString()
    expect(body.expires_at).toBe(days)
    const after = await server.ctx.db
      .selectFrom('signing_requests')
      .select('link_version')
      .where('id', '=', body.recipients[0]!.signing_request_id!)
      .executeTakeFirstOrThrow()
    expect(after.link_version).toBe(before.link_version + 1)
    await server.work()
    expect(await mailsTo('hedy@example.com')).toHaveLength(1)
  })

  it.each([
    ['goes out although it was staged without emails', false, true],
    ['does not go out although it was staged with emails', true, false],
  ])('confirm.send_emails: the invitation %s', async (_, staging, confirming) => {
    const { document_id: id } = await stage({ send_emails: staging })
    const before = (await mailsTo('ada@example.com')).length
    const { body } = await confirm(id, { send_emails: confirming })
    expect(body.recipients.map(({ emailed }) => emailed)).toEqual([confirming, false])
    await server.work()
    expect((await mailsTo('ada@example.com')).length - before).toBe(confirming ? 1 : 0)
  })

  it('confirm.signing_order: has no effect where all sign at the same time, and a warning says so', async () => {
    templateId = await signedOnly({ signing_mode: 'parallel' })
    const { document_id: id } = await stage()
    const twice = [1, 2].map((slot) => ({ slot, signing_order: 1 }))
    expect(await confirm(id, { recipients: twice })).toMatchObject({
      status: 422,
      body: { problems: [{ field: 'recipients[1].signing_order', code: 'duplicate_order' }] },
    })
    const { status, body } = await confirm(id, { recipients: [{ slot: 2, signing_order: 1 }] })
    expect([status, body.warnings]).toMatchObject([
      200,
      [{ field: 'recipients[0].signing_order', code: 'ignored_field' }],
    ])
  })

  it('confirm.phone: is accepted in its old spelling, with a warning', async () => {
    const { document_id: id } = await stage()
    const { status, body, headers } = await confirm(id, { recipients: [{ slot: 1, phone: PHONE }] })
    expect(status).toBe(200)
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([
      '@1790208000',
      'Thu, 31 Dec 2026 00:00:00 GMT',
    ])
    expect(body.warnings).toMatchObject([{ field: 'recipients[0].phone', code: 'deprecated_field' }])
    expect(await readRequest(server, key, body.recipients[0]!.signing_request_id!)).toMatchObject({
      phoneMasked: '+41*******67',
    })
  })

  it('confirm.phone: the old spelling is refused from 2026-12-31 on', async () => {
    const { document_id: id } = await stage()
    const ends = new Date('2026-12-31T00:00:00Z')
    const recipients = [{ slot: 1, phone: PHONE }]
    const now = server.clock.now()
    server.clock.set(new Date(ends.getTime() - 1))
    expect((await confirm(id, { recipients: [{ ...recipients[0], slot: 99 }] })).body).not.toMatchObject({
      code: 'unknown_recipient_field',
    })
    server.clock.set(ends)
    const refused = await confirm(id, { recipients })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      {
        code: 'unknown_recipient_field',
        meta: { recipients: [{ index: 0, fields: ['phone'] }], accepted: expect.not.arrayContaining(['phone']) },
      },
    ])
    server.clock.set(now)
  })

  it('an unknown key of the body is a warning, and needs no body', async () => {
    const { document_id: id } = await stage()
    const { body } = await confirm(id, { colour: 'blue' })
    expect(body.warnings).toMatchObject([{ field: 'colour', code: 'unknown_field' }])
    const own = await fresh()
    expect((await server.call(own, 'POST', `/v1/documents/${(await stage()).document_id}/confirm`)).status).toBe(200)
  })

  it.each<[string, object[], number, object]>([
    [
      'confirm.unknown_recipient_field: an unknown key',
      [{ slot: 1, telephone: PHONE }],
      400,
      { code: 'unknown_recipient_field' },
    ],
    [
      'confirm.conflicting_fields: two phones',
      [{ slot: 1, phone: PHONE, phone_e164: '+1' }],
      400,
      { code: 'conflicting_fields' },
    ],
    ['an unknown slot', [{ slot: 7 }], 400, { code: 'invalid_request', meta: { path: 'recipients[0].slot' } }],
    ['a slot twice', [{ slot: 1 }, { slot: 1 }], 400, { code: 'invalid_request' }],
    ['a foreign return_url', [{ slot: 1, return_url: 'https://x.example' }], 400, { code: 'return_url_not_allowed' }],
    [
      'confirm.invalid_recipients: an address that is none',
      [{ slot: 1, email: 'ada' }],
      422,
      problem('email', 'invalid_email'),
    ],
    [
      'confirm.invalid_recipients: a phone that is none',
      [{ slot: 1, phone_e164: '12' }],
      422,
      problem('phone_e164', 'invalid_phone'),
    ],
    [
      'confirm.invalid_recipients: SMS without a number',
      [{ slot: 1, require_sms_verification: true }],
      422,
      problem('phone_e164', 'phone_required'),
    ],
    [
      'confirm.invalid_recipients: a gate without SMS',
      [{ slot: 1, sms_gate: 'before_view' }],
      422,
      problem('sms_gate', 'sms_required'),
    ],
    [
      'confirm.invalid_recipients: an order twice',
      [{ slot: 2, signing_order: 1 }],
      422,
      problem('signing_order', 'duplicate_order'),
    ],
  ])('%s is refused, and nothing changes', async (_, recipients, status, body) => {
    const { document_id: id } = await stage()
    expect(await confirm(id, { recipients })).toMatchObject({ status, body })
    expect(await readDocument(server, key, id!)).toMatchObject({ status: 'staged' })
  })

  it('does not lower what was asked for', async () => {
    const recipient = { email: 'ada@example.com', phone_e164: PHONE, require_sms_verification: true }
    const one = { slot: 1, sms_gate: 'before_view', ...recipient }
    const { document_id: id } = await stage({ recipients: [one, { slot: 2, email: 'grace@example.com' }] })
    const lowered = [{ slot: 1, require_sms_verification: false, sms_gate: null }]
    expect(await confirm(id, { recipients: lowered })).toMatchObject({
      status: 422,
      body: { problems: [{ code: 'sms_required' }, { code: 'gate_required' }] },
    })
  })

  it('confirm.pinned-slot-mismatch: keeps a pinned slot at its address', async () => {
    const slots = [
      { slot: 1, role: 'tenant' },
      { slot: 2, role: 'landlord', pinned_email: 'office@example.com', pinned_name: 'Office' },
    ]
    templateId = await signedOnly({ slots })
    const { document_id: id, recipients } = await stage({ recipients: [{ slot: 1, email: 'ada@example.com' }] })
    expect(recipients[1]).toMatchObject({ email: 'office@example.com', name: 'Office' })
    const other = [{ slot: 2, email: 'eve@example.com' }]
    expect(await confirm(id, { recipients: other })).toMatchObject({
      status: 400,
      body: { code: 'pinned-slot-mismatch', slot: 2 },
    })
    expect((await confirm(id, { recipients: [{ slot: 2, email: 'Office@Example.com' }] })).status).toBe(200)
  })

  it('an unknown top-level key is refused from 2026-12-31', async () => {
    const later = await startServer()
    try {
      later.clock.set(new Date('2026-12-31T00:00:00Z'))
      const own = await later.key()
      const answer = await later.call<Refusal>(own, 'POST', '/v1/documents/x/confirm', { json: { colour: 'blue' } })
      expect([answer.status, answer.body.code]).toEqual([400, 'unknown_field'])
    } finally {
      await later.stop()
    }
  })
})

function problem(field: string, code: string) {
  return { code: 'invalid_recipients', problems: [{ field: `recipients[0].${field}`, code }] }
}

describe('what a plan allows', () => {
  it('confirm.sms_allowance_exhausted: refuses a confirm that needs more codes than are left', async () => {
    const two = [
      { slot: 1, email: 'ada@example.com', phone_e164: PHONE, require_sms_verification: true },
      { slot: 2, email: 'grace@example.com' },
    ]
    const { document_id: id } = await stage({ recipients: two })
    const month = server.clock.now().toISOString().slice(0, 7)
    await sql`insert into sms_usage (workspace_id, month, used) values (${key.workspaceId}, ${`${month}-01`}, 1000)`.execute(
      server.ctx.db,
    )
    expect(await confirm(id)).toMatchObject({
      status: 402,
      body: { code: 'sms_allowance_exhausted', meta: { required: 1, remaining: 0 } },
    })
    expect(await readDocument(server, key, id!)).toMatchObject({ status: 'staged' })
  })
})

describe('hooks', () => {
  it('template_instance events reach full and minimal hooks', async () => {
    const hooks = hooksOf(server, key)
    await hooks.subscribe(receiver, '/review')
    const { document_id: id } = await stage()
    await discard(id)
    await server.work()
    const bodies = receiver.deliveries.filter(({ path }) => path === '/review').map(({ event }) => event.event)
    expect(bodies).toEqual(['template_instance.staged', 'template_instance.discarded'])
  })
})

/** Holds the document's row. `waitedFor` resolves once a statement waits for it. */
async function holding(documentId: string) {
  const holder = await server.ctx.db.startTransaction().execute()
  await holder.selectFrom('documents').select('id').where('id', '=', documentId).forUpdate().execute()
  const waitedFor = () => waitForLock(server.ctx.db, { statement: '%for no key update%' })
  return { waitedFor, release: () => holder.commit().execute() }
}

it('staged.confirm-discard-race: one wins each time, the other answers by the table', async () => {
  const races = sized(30, 200)
  const keys = await Promise.all(Array.from({ length: 4 }, fresh))
  let confirmed = 0
  for (let race = 0; race < races; race++) {
    const own = await fresh()
    const { body } = await instantiate(server, own, templateId, { review: true, field_values: {} })
    const id = body.document_id
    const post = (verb: string, by: TestKey) =>
      server.call<Refusal>(by, 'POST', `/v1/documents/${id}/${verb}`, { json: {} })
    if (race % 15 === 0) keys.splice(0, 2, await fresh(), await fresh())
    const calls = race % 2 === 0 ? (['confirm', 'discard'] as const) : (['discard', 'confirm'] as const)
    // Confirming has more to do and can lose every race: now and then it is the first to wait for the document.
    const holder = race % 10 === 8 ? await holding(id!) : null
    const first = post(calls[0], keys[0]!)
    await holder?.waitedFor()
    const second = post(calls[1], keys[1]!)
    await holder?.release()
    const answers = await Promise.all([first, second])
    const [one, other] = calls[0] === 'confirm' ? answers : [answers[1]!, answers[0]!]
    const outcome = [one!.status, one!.body.code ?? 'ok', other!.status, other!.body.code ?? 'ok']
    if (one!.status === 200) confirmed++
    expect([
      [200, 'ok', 409, 'already_confirmed'],
      [409, 'discarded', 200, 'ok'],
    ]).toContainEqual(outcome)
    const ends = (await eventsOf(id)).filter(({ event }) => /confirmed|discarded/.test(String(event)))
    expect(ends).toHaveLength(1)
  }
  expect(confirmed).toBeGreaterThan(0)
})
