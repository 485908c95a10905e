import { describe, expect, it } from 'vitest'
import type { components } from '../../server/generated/openapi.ts'
import { readRequest, Signer, send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import type { Receiver } from '../support/receiver.ts'
import type { TestServer } from '../support/server.ts'
import { useReceiver } from '../support/use-server.ts'

const DAY = 24 * 3_600_000
const ORIGIN = 'https://app.example.com'
const PHONE = { require_sms_verification: true, phone_e164: '+41791234567' }
const GRACE = { email: 'grace@example.com', name: 'Grace Hopper' }

let server: TestServer
let receiver: Receiver
useReceiver((started) => {
  ;({ server, receiver } = started)
})

type Answer = components['schemas']['Reassigned'] & { code: string; meta: Record<string, unknown> }

async function sendOne(signer: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) {
  const key = await server.key({ embedOrigins: [ORIGIN], returnOrigins: [ORIGIN] })
  const created = await send(server, key, {
    signers: [{ email: 'ada@example.com', name: 'Ada Lovelace', reference: 'cust-17', ...signer }],
    ...fields,
  })
  await server.work()
  const { signingRequestId: id, signingUrl } = created.signers[0]!
  const reassign = (json: object, to = id) =>
    server.call<Answer>(key, 'POST', `/v1/signing-requests/${to}/reassign`, { json })
  return { key, created, id, signingUrl, signer: new Signer(server, signingUrl), reassign }
}

const mailsTo = async (address: string) => (await server.outbox()).filter(({ recipient }) => recipient === address)

describe('POST /signing-requests/{id}/reassign', () => {
  it('gives the request to another person: id, role, order, state and expiry stay, the person does not', async () => {
    const { key, id, created, signer, signingUrl, reassign } = await sendOne({
      role: 'tenant',
      company: 'Analytical Engines',
      job_title: 'Countess',
      return_url: `${ORIGIN}/ada`,
    })
    await signer.view()
    const before = await readRequest(server, key, id)
    server.clock.advance(1_000)
    const { status, body } = await reassign(GRACE)
    expect([status, body]).toEqual([
      200,
      {
        signingRequestId: id,
        documentId: created.documentId,
        status: 'viewed',
        ...GRACE,
        previous: { email: 'ada@example.com', name: 'Ada Lovelace' },
        signingUrl: expect.stringMatching(`^${server.ctx.config.publicUrl}/sign/[A-Za-z0-9_-]{64}$`),
        emailed: true,
        reassignedAt: server.clock.now().toISOString(),
        expiresAt: before.expiresAt,
      },
    ])
    const { auditEvents, ...row } = await readRequest(server, key, id)
    expect({ ...row, auditEvents: before.auditEvents }).toEqual({
      ...before,
      ...GRACE,
      company: null,
      jobTitle: null,
      returnUrl: null,
      signingUrl: body.signingUrl,
    })
    expect(auditEvents.at(-1)).toMatchObject({
      type: 'reassigned',
      meta: { from_email: 'ada@example.com', from_name: 'Ada Lovelace', ...GRACE, new_link_version: 2 },
    })
    await server.work()
    const [mail, ...more] = await mailsTo(GRACE.email)
    expect([mail!.body.includes(body.signingUrl), more]).toEqual([true, []])
    // The link of the previous person opens nothing any more.
    expect((await server.fetch(new URL(signingUrl).pathname)).status).toBe(404)
    expect((await signer.call('GET', 'document.pdf')).status).toBe(404)
    const grace = new Signer(server, body.signingUrl)
    expect((await grace.data()).signerName).toBe('Grace Hopper')
    await grace.view()
    expect((await grace.sign()).status).toBe(200)
  })

  it('records one event, names both people in it, and does not send `viewed` again', async () => {
    const { key, id, created, signer, reassign } = await sendOne()
    const hooks = hooksOf(server, key)
    const { id: hookId } = await hooks.subscribe(receiver, '/reassigned')
    await signer.view()
    const { body } = await reassign(GRACE)
    await new Signer(server, body.signingUrl).view()
    await server.work()
    const received = receiver.deliveries.map((delivery) => delivery.event)
    expect(received.map(({ event }) => event).sort()).toEqual(['signing_request.reassigned', 'signing_request.viewed'])
    expect(received.find(({ event }) => event === 'signing_request.reassigned')).toMatchObject({
      signing_request_id: id,
      document_id: created.documentId,
      signer: { ...GRACE, reference: 'cust-17' },
      previous: { email: 'ada@example.com', name: 'Ada Lovelace' },
      reassigned_by: 'api',
      emailed: true,
      reference: 'cust-17',
    })
    await server.call(key, 'DELETE', `/v1/hooks/${hookId}`)
    // The trail shows that the new person had the document on screen, too.
    const { auditEvents } = await readRequest(server, key, id)
    expect(auditEvents.filter(({ type }) => ['viewed', 'reassigned'].includes(type)).map(({ type }) => type)).toEqual([
      'viewed',
      'reassigned',
      'viewed',
    ])
  })

  it('is refused once a value is saved, and allowed again when it is cleared', async () => {
    const { signer, reassign } = await sendOne()
    const [field] = (await signer.data()).fields
    const save = (value: unknown) => signer.call('PUT', 'fields', { values: { [field!.id]: value } })
    await save({ type: 'typed', text: 'Ada' })
    expect(await reassign(GRACE)).toMatchObject({
      status: 409,
      body: { code: 'not_reassignable', meta: { reason: 'value_saved' } },
    })
    expect((await signer.data()).signerName).toBe('Ada Lovelace')
    await save(null)
    expect((await reassign(GRACE)).status).toBe(200)
  })

  it('is refused once a code was sent', async () => {
    const { signer, reassign } = await sendOne(PHONE)
    await signer.askForCode()
    expect(await reassign({ ...GRACE, phone_e164: '+41791234568' })).toMatchObject({
      status: 409,
      body: { code: 'not_reassignable', meta: { reason: 'code_sent' } },
    })
  })

  it('needs the phone of the new person where a code is required', async () => {
    const { key, id, reassign } = await sendOne({ ...PHONE, sms_gate: 'before_view' })
    for (const phone_e164 of [undefined, PHONE.phone_e164]) {
      expect(await reassign({ ...GRACE, phone_e164 })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', meta: { path: 'phone_e164' } },
      })
    }
    const { body } = await reassign({ ...GRACE, phone_e164: '+41791234568' })
    expect((await readRequest(server, key, id)).phoneMasked).toBe('+41*******68')
    const grace = new Signer(server, body.signingUrl)
    await grace.verifyPhone(server)
    expect((await grace.sign()).status).toBe(200)
  })

  it('ends embedded sessions, also while one is finishing', async () => {
    const { key, id, reassign } = await sendOne()
    const minted = await server.call<{ embed_url: string }>(key, 'POST', '/v1/embedded/sign-sessions', {
      json: { signing_request_id: id, origin: ORIGIN },
    })
    const frame = new Signer(server, minted.body.embed_url)
    expect((await frame.view()).status).toBe(200)
    expect((await reassign(GRACE)).status).toBe(200)
    expect(await frame.sign().catch(() => frame.call('POST', 'viewed', {}))).toMatchObject({
      status: 410,
      body: { code: 'session_revoked' },
    })
  })

  it('waits for its turn in a sequential send, and mails nobody then', async () => {
    const { key, created, reassign, signer } = await sendOne(
      {},
      {
        signing_mode: 'sequential',
        signers: [1, 2].map((n) => ({ email: `s${n}@example.com`, name: `S${n}` })),
      },
    )
    const second = created.signers[1]!.signingRequestId
    const { status, body } = await reassign({ email: 'late@example.com', name: 'Late' }, second)
    expect([status, body.status, body.emailed, body.expiresAt]).toEqual([200, 'queued', false, null])
    await server.work()
    expect(await mailsTo('late@example.com')).toEqual([])
    await signer.sign()
    await server.work()
    expect((await mailsTo('late@example.com')).map((mail) => mail.body.includes(body.signingUrl))).toEqual([true])
    expect((await readRequest(server, key, second)).order).toBe(2)
  })

  it('mails nobody under send_emails: false, and mails again to the same address', async () => {
    const quiet = await sendOne({}, { send_emails: false })
    expect((await quiet.reassign({ ...GRACE, email: 'quiet@example.com' })).body.emailed).toBe(false)
    const back = await sendOne({ email: 'back@example.com' })
    await back.reassign({ email: 'forth@example.com' })
    const { body } = await back.reassign({ email: 'back@example.com', first_name: 'Ada', last_name: 'Byron' })
    expect([body.name, body.previous]).toEqual(['Ada Byron', { email: 'forth@example.com', name: null }])
    await server.work()
    expect([(await mailsTo('quiet@example.com')).length, (await mailsTo('back@example.com')).length]).toEqual([0, 2])
  })

  it('restarts reminders for the new person', async () => {
    const { key, id, reassign } = await sendOne()
    const remind = () => server.call(key, 'POST', `/v1/signing-requests/${id}/remind`)
    server.clock.advance(61_000)
    expect((await remind()).status).toBe(200)
    await reassign(GRACE)
    expect((await remind()).status).toBe(200)
  })

  it('is refused when the request has ended, has expired, or the document cannot complete', async () => {
    const { created, reassign, signer } = await sendOne(
      {},
      { signers: [1, 2].map((n) => ({ email: `s${n}@example.com`, name: `S${n}` })) },
    )
    await signer.decline()
    expect(await reassign(GRACE)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', meta: { status: 'declined', allowed: ['queued', 'pending', 'viewed'] } },
    })
    expect(await reassign(GRACE, created.signers[1]!.signingRequestId)).toMatchObject({
      status: 409,
      body: { code: 'not_reassignable', meta: { reason: 'cannot_complete' } },
    })
    const late = await sendOne({}, { expires_in_days: 1 })
    server.clock.advance(DAY)
    expect(await late.reassign(GRACE)).toMatchObject({ status: 409, body: { code: 'expired' } })
    await server.run('expire-requests', {})
    expect(await late.reassign(GRACE)).toMatchObject({ status: 409, body: { code: 'expired' } })
  })

  it('refuses unknown keys, two forms of a name, foreign requests and keys that may only read', async () => {
    const { id, reassign } = await sendOne()
    expect(await reassign({ ...GRACE, role: 'landlord' })).toMatchObject({
      status: 400,
      body: { code: 'unknown_field', meta: { fields: ['role'] } },
    })
    expect(await reassign({ ...GRACE, first_name: 'Grace' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', meta: { path: 'name' } },
    })
    expect(await reassign({ name: 'Nobody' })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    const path = `/v1/signing-requests/${id}/reassign`
    const stranger = await server.key({ workspaceId: (await server.workspace()).id })
    expect((await server.call(stranger, 'POST', path, { json: GRACE })).status).toBe(404)
    const reader = await server.key({ scope: 'read' })
    expect((await server.call(reader, 'POST', path, { json: GRACE })).status).toBe(403)
  })
})

describe('return_url', () => {
  it('must be https, with an origin that is registered on the key, on create and reassign', async () => {
    const { key, id, reassign } = await sendOne({ return_url: `${ORIGIN}/done?a=b#c` })
    expect((await readRequest(server, key, id)).returnUrl).toBe(`${ORIGIN}/done?a=b#c`)
    for (const url of [
      'https://evil.example.com/',
      'http://app.example.com/',
      'https://user:secret@app.example.com/',
      'https://app.example.com:8443/',
      'https://app.example.com.evil.test/',
      'https://evil.test\\@app.example.com/',
    ]) {
      const answer = await reassign({ ...GRACE, return_url: url })
      expect([url, answer.status, answer.body.code, answer.body.meta]).toEqual([
        url,
        400,
        'return_url_not_allowed',
        { path: 'return_url', origin: new URL(url).origin, allowed: [ORIGIN] },
      ])
    }
    const json = {
      file_url: 'https://files.example.com/a.pdf',
      signers: [{ email: 'a@example.com' }, { email: 'b@example.com', return_url: 'https://evil.example.com/' }],
    }
    const created = await server.call<Answer>(key, 'POST', '/v1/signing-requests', { json })
    expect([created.status, created.body.code, created.body.meta.path]).toEqual([
      400,
      'return_url_not_allowed',
      'signers[1].return_url',
    ])
    expect(await reassign({ ...GRACE, return_url: 'not a url' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
    expect((await reassign({ ...GRACE, return_url: `${ORIGIN}/grace` })).status).toBe(200)
    expect((await readRequest(server, key, id)).returnUrl).toBe(`${ORIGIN}/grace`)
  })
})
