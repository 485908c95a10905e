import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Created, createForm, newestCode, readDocument, readRequest, Signer, send } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const PHONE = '+41791234567'
const MASKED = '+41*******67'
const MINUTE = 60_000

let server: TestServer
let receiver: Receiver
let key: TestKey
let paths = 0

beforeAll(async () => {
  server = await startServer()
  receiver = await startReceiver({ clock: server.clock })
  key = await server.key({ workspaceId: (await server.workspace({ name: 'Acme Ltd' })).id })
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
})
beforeEach(() => {
  // Each test has its own rate-limit windows: for the key, and for the address that requests codes.
  server.clock.advance(61_000)
})

/** A document with its own webhook. */
async function sendHeard(by: TestKey, fields: Record<string, unknown>): Promise<Created> {
  const path = `/${paths++}`
  const created = await send(server, by, { callback_url: receiver.url + path, send_emails: false, ...fields })
  receiver.secrets.set(path, created.callback!.secret)
  return created
}

async function sendAes(signer: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) {
  const created = await sendHeard(key, {
    signers: [
      { email: 'ada@example.com', name: 'Ada Lovelace', phone_e164: PHONE, require_sms_verification: true, ...signer },
    ],
    ...fields,
  })
  const [request] = created.signers
  const id = request!.signingRequestId
  return { created, id, signer: new Signer(server, request!.signingUrl), request: () => readRequest(server, key, id) }
}

/** Every `sms_*` event of the request, as a verified delivery reported it (already checked against the spec). */
async function smsEvents(id: string): Promise<Record<string, unknown>[]> {
  await server.work()
  return receiver.deliveries
    .map(({ event }) => event)
    .filter((event) => event.signing_request_id === id && String(event.event).includes('sms_'))
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const allowance = async () => {
  const { body } = await server.call<{ sms_allowance: { used: number; remaining: number } }>(key, 'GET', '/v1/me')
  return body.sms_allowance
}
/** Requests codes up to the throttle, advancing the clock before it would refuse. */
async function askTimes(signer: Signer, times: number) {
  for (let time = 0; time < times; time++) {
    if (time % 4 === 3) server.clock.advance(61_000)
    expect((await signer.askForCode()).status).toBe(200)
  }
}

describe('a signature with a code by SMS (1.3)', () => {
  it('is required before signing, reported by webhooks, and `advanced` in reads, trail and document', async () => {
    const { signer, id, request, created } = await sendAes({ role: 'tenant', reference: 'r-1' })
    expect((await signer.view()).status).toBe(200)
    expect(await signer.sign()).toMatchObject({ status: 403, body: { code: 'sms_required' } })

    const before = await allowance()
    expect(await signer.askForCode()).toMatchObject({
      status: 200,
      body: { phoneMasked: MASKED, sent: true, triesLeft: 5, expiresInSeconds: 600, codesLeft: 4, locked: false },
    })
    expect(await allowance()).toMatchObject({ used: before.used + 1, remaining: before.remaining - 1 })
    const sms = (await server.outbox()).at(-1)!
    const code = await newestCode(server)
    expect(sms).toMatchObject({ channel: 'sms', recipient: PHONE })
    expect(sms.body).toBe(
      `${code} is your code to sign a document from Acme Ltd. It expires in 10 minutes. Do not share it.\n\n@localhost #${code}`,
    )
    const wrong = await signer.enterCode(wrongOf(code))
    expect(wrong).toMatchObject({ status: 400, body: { code: 'sms_code_wrong', meta: { triesLeft: 4, sent: true } } })
    expect(await signer.enterCode(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ status: 200 })
    // Again, from another tab: nothing more happens.
    expect((await signer.enterCode(code)).status).toBe(200)
    expect(await signer.askForCode()).toMatchObject({ status: 409, body: { code: 'sms_not_required' } })
    expect((await signer.sign()).status).toBe(200)
    await server.work()

    const at = server.clock.now().toISOString()
    const about = {
      signing_request_id: id,
      document_id: created.documentId,
      signer: expect.objectContaining({ email: 'ada@example.com', role: 'tenant' }),
      role: 'tenant',
      reference: 'r-1',
      occurred_at: at,
      phone_masked: MASKED,
    }
    const { resets_at, ...left } = { resets_at: expect.any(String), monthly: 1000, ...(await allowance()) }
    expect(await smsEvents(id)).toMatchObject([
      { event: 'signing_request.sms_sent', ...about, attempt: 1, sms_allowance: { ...left, resets_at } },
      { event: 'signing_request.sms_verified', ...about, sms_verified_at: at },
    ])
    const body = await request()
    expect(body).toMatchObject({ smsVerifiedAt: at, signatureLevel: 'aes', phoneMasked: MASKED, status: 'signed' })
    const [sent, verified] = body.auditEvents.filter(({ type }) => type.startsWith('sms_'))
    const provider = { provider: 'outbox', provider_message_id: expect.stringMatching(/^outbox-\d+$/) }
    expect(sent).toMatchObject({ type: 'sms_sent', meta: { phone_masked: MASKED, attempt: 1, ...provider } })
    expect(verified).toMatchObject({
      type: 'sms_verified',
      meta: { phone_masked: MASKED, wrong_tries: 1, provider_message_id: sent!.meta.provider_message_id },
    })
    expect((await readDocument(server, key, created.documentId)).signatureLevel).toBe('aes')
    const [trail, signed] = await Promise.all(
      ['audit-trail', 'signed'].map(async (file) => {
        const pdf = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/${file}`)
        return (await pdfJsTexts(pdf.body))
          .flat()
          .map(({ text }) => text)
          .join(' ')
      }),
    )
    expect(trail).toContain('Advanced (AES): the personal link, which the sender passed on, and a code by SMS')
    expect(trail!.replace(/\s+/g, '')).toContain(
      `${MASKED},codesentbyoutboxas${String(sent!.meta.provider_message_id)}`,
    )
    expect(signed).toContain(`UTC, AES, SMS to ${MASKED}`)
    // Only the phone has the code, and only the phone and the sender have the whole number.
    expect(JSON.stringify([await smsEvents(id), body.auditEvents, server.log(), trail])).not.toMatch(
      new RegExp(`${code}(?!\\d)|${PHONE.slice(1)}`),
    )
  })

  it('states SES for a signature without one', async () => {
    const { signer, created, request } = await sendAes({ require_sms_verification: false })
    expect(await signer.askForCode()).toMatchObject({ status: 409, body: { code: 'sms_not_required' } })
    await signer.sign()
    await server.work()
    const { body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/signed`)
    expect(
      (await pdfJsTexts(body))
        .flat()
        .map(({ text }) => text)
        .join(' '),
    ).toContain('UTC, SES')
    expect(await request()).toMatchObject({ signatureLevel: 'ses', smsVerifiedAt: null })
  })

  it('accepts Arabic digits, and refuses what cannot be a code without counting it', async () => {
    const { signer } = await sendAes()
    await signer.askForCode()
    const code = await newestCode(server)
    for (const typed of ['', '12345', '1234567', 'abcdef', '12 34 5x'])
      expect(await signer.enterCode(typed)).toMatchObject({ status: 400, body: { code: 'sms_code_malformed' } })
    const arabic = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    expect((await signer.enterCode(arabic)).status).toBe(200)
  })
})

describe('the life of a code (8)', () => {
  it('ends after 10 minutes, to the millisecond', async () => {
    const { signer } = await sendAes()
    await signer.askForCode()
    const code = await newestCode(server)
    server.clock.advance(10 * MINUTE)
    expect(await signer.enterCode(code)).toMatchObject({
      status: 400,
      body: { code: 'sms_code_wrong', meta: { sent: false, triesLeft: 0 } },
    })
    await signer.askForCode()
    const next = await newestCode(server)
    server.clock.advance(10 * MINUTE - 1)
    expect((await signer.enterCode(next)).status).toBe(200)
  })

  it('leaves nothing behind', async () => {
    const { signer, id } = await sendAes()
    await signer.askForCode()
    const kept = async () =>
      (await server.ctx.db.selectFrom('sms_codes').selectAll().where('signing_request_id', '=', id).execute()).length
    await server.run('prune', {})
    expect(await kept()).toBe(1)
    server.clock.advance(10 * MINUTE)
    await server.run('prune', {})
    expect(await kept()).toBe(0)
    await signer.verifyPhone(server)
    expect(await kept()).toBe(0)
  })

  it('ends when a newer one is sent', async () => {
    const { signer, id } = await sendAes()
    await signer.askForCode()
    const first = await newestCode(server)
    await signer.askForCode()
    const second = await newestCode(server)
    if (first !== second) expect((await signer.enterCode(first)).status).toBe(400)
    expect((await signer.enterCode(second)).status).toBe(200)
    expect((await smsEvents(id)).map(({ attempt }) => attempt)).toEqual([1, 2, undefined])
  })

  it('ends after five wrong tries, and a wrong code emits nothing', async () => {
    const { signer, id } = await sendAes()
    await signer.askForCode()
    const code = await newestCode(server)
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect((await signer.enterCode(wrongOf(code))).body.meta).toMatchObject({ triesLeft, sent: triesLeft > 0 })
    expect(await signer.enterCode(code)).toMatchObject({ status: 400, body: { code: 'sms_code_wrong' } })
    expect((await smsEvents(id)).map(({ event }) => event)).toEqual(['signing_request.sms_sent'])
    // The previous code does not become valid again; a new one works.
    await signer.verifyPhone(server)
  })

  it('is valid for one request only', async () => {
    const [one, other] = [await sendAes(), await sendAes()]
    await one.signer.askForCode()
    const code = await newestCode(server)
    expect((await other.signer.enterCode(code)).status).toBe(400)
    await other.signer.askForCode()
    if ((await newestCode(server)) !== code) expect((await other.signer.enterCode(code)).status).toBe(400)
  })

  it('is bound to request and number even for someone who can write to the database', async () => {
    const [one, other] = [await sendAes(), await sendAes()]
    await one.signer.askForCode()
    const code = await newestCode(server)
    await other.signer.askForCode()
    const { db } = server.ctx
    const { key_version, mac } = await db
      .selectFrom('sms_codes')
      .selectAll()
      .where('signing_request_id', '=', one.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('sms_codes').set({ key_version, mac }).where('signing_request_id', '=', other.id).execute()
    expect((await other.signer.enterCode(code)).status).toBe(400)
    const number = (phone_e164: string) =>
      db.updateTable('signing_requests').set({ phone_e164 }).where('id', '=', one.id).execute()
    await number('+436601234567')
    expect((await one.signer.enterCode(code)).status).toBe(400)
    await number(PHONE)
    expect((await one.signer.enterCode(code)).status).toBe(200)
  })

  it('ends when the request does', async () => {
    const { signer } = await sendAes()
    await signer.askForCode()
    const code = await newestCode(server)
    await signer.decline()
    for (const answer of [await signer.enterCode(code), await signer.askForCode()])
      expect(answer).toMatchObject({ status: 409, body: { code: 'declined' } })
  })
})

describe('limits (8)', () => {
  it('5 codes without a successful check, until the last one expires: rate_limited', async () => {
    const { signer, id } = await sendAes()
    await askTimes(signer, 5)
    const used = (await allowance()).used
    const refused = await signer.askForCode()
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'sms_failed', meta: { reason: 'rate_limited', codesLeft: 0, expiresInSeconds: 600 } },
    })
    expect((await allowance()).used).toBe(used)
    expect((await smsEvents(id)).map(({ event, attempt, reason }) => [event, attempt ?? reason])).toEqual([
      ...[1, 2, 3, 4, 5].map((attempt) => ['signing_request.sms_sent', attempt]),
      ['signing_request.sms_failed', 'rate_limited'],
    ])
    // The fifth still works until it expires.
    server.clock.advance(10 * MINUTE - 1)
    expect((await signer.askForCode()).status).toBe(422)
    server.clock.advance(1)
    expect(await signer.askForCode()).toMatchObject({ status: 200, body: { codesLeft: 4 } })
  })

  it('4 requests a minute from one address, and our own throttle emits nothing', async () => {
    const [one, other] = [await sendAes(), await sendAes()]
    await askTimes(one.signer, 3)
    expect((await other.signer.askForCode()).status).toBe(200)
    const refused = await other.signer.askForCode()
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', meta: { retry_after_seconds: 60 } },
    })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await smsEvents(other.id)).map(({ event }) => event)).toEqual(['signing_request.sms_sent'])
    server.clock.advance(60_000)
    expect((await other.signer.askForCode()).status).toBe(200)
  })

  it('an IPv6 network counts as one address', async () => {
    server.ctx.config.trustedProxies.push('127.0.0.0/8')
    try {
      const { signer } = await sendAes()
      const from = (address: string) => signer.askForCode({ 'X-Forwarded-For': address })
      for (const host of [1, 2, 3, 4]) expect((await from(`2001:db8:1:2::${host}`)).status).toBe(200)
      expect((await from('2001:db8:1:2:ffff::5')).status).toBe(429)
      expect((await from('2001:db8:1:3::1')).status).toBe(200)
    } finally {
      server.ctx.config.trustedProxies.pop()
    }
  })

  it('30 wrong attempts at one request lock it until the sender reminds', async () => {
    const { signer, id, request } = await sendAes()
    for (let round = 0; round < 6; round++) {
      server.clock.advance(10 * MINUTE)
      await signer.askForCode()
      const code = await newestCode(server)
      for (let wrong = 0; wrong < 5; wrong++) {
        const { status, body } = await signer.enterCode(wrongOf(code))
        const isLast = round === 5 && wrong === 4
        expect([status, body.code]).toEqual(isLast ? [403, 'sms_locked'] : [400, 'sms_code_wrong'])
      }
    }
    server.clock.advance(10 * MINUTE)
    expect(await signer.askForCode()).toMatchObject({
      status: 422,
      body: { code: 'sms_failed', meta: { reason: 'blocked', locked: true } },
    })
    expect(await signer.enterCode('000000')).toMatchObject({ status: 403, body: { code: 'sms_locked' } })
    expect((await smsEvents(id)).at(-1)).toMatchObject({ event: 'signing_request.sms_failed', reason: 'blocked' })
    const audit = (await request()).auditEvents
    expect(audit.filter(({ type }) => type === 'sms_locked').map(({ meta }) => meta)).toEqual([
      expect.objectContaining({ phone_masked: MASKED, wrong_tries: 30 }),
    ])

    expect((await server.call(key, 'POST', `/v1/signing-requests/${id}/remind`)).status).toBe(200)
    await signer.verifyPhone(server)
  })

  it('the monthly allowance of codes: allowance_exhausted, reset at 00:00 UTC on the 1st', async () => {
    server.ctx.config.plans.tight = {
      document_cap: null,
      enterprise: true,
      sms_monthly: 2,
      requests_per_minute: 60,
      without: [],
    }
    const workspace = await server.workspace({ tier: 'tight' })
    const ownKey = await server.key({ workspaceId: workspace.id })
    const toSign = { email: 'ada@example.com', name: 'Ada', phone_e164: PHONE, require_sms_verification: true }
    const created = await sendHeard(ownKey, { signers: [toSign], expires_in_days: 90 })
    const signer = new Signer(server, created.signers[0]!.signingUrl)
    await askTimes(signer, 2)
    expect(await signer.askForCode()).toMatchObject({ status: 422, body: { meta: { reason: 'allowance_exhausted' } } })
    const now = server.clock.now()
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
    expect((await smsEvents(created.signers[0]!.signingRequestId)).at(-1)).toMatchObject({
      reason: 'allowance_exhausted',
      phone_masked: MASKED,
      sms_allowance: { monthly: 2, used: 2, remaining: 0, resets_at: first.toISOString() },
    })
    const create = (path: string) =>
      server.call(ownKey, 'POST', `/v1/signing-requests${path}`, { form: createForm({ signers: [toSign] }) })
    expect(await create('')).toMatchObject({
      status: 402,
      body: { code: 'sms_allowance_exhausted', meta: { remaining: 0 } },
    })
    expect(await create('/validate')).toMatchObject({
      status: 200,
      body: { ok: false, problems: [{ code: 'sms_allowance_exhausted' }] },
    })
    server.clock.set(new Date(first.getTime() - 1))
    expect((await signer.askForCode()).status).toBe(422)
    server.clock.set(first)
    expect((await signer.askForCode()).status).toBe(200)
    expect((await server.call(ownKey, 'GET', '/v1/me')).body).toMatchObject({
      sms_allowance: { used: 1, remaining: 1 },
    })
  })
})

describe('a changed number (4.11)', () => {
  const OTHER = '+436601234567'
  const patch = (id: string, phone_e164: string) =>
    server.call(key, 'PATCH', `/v1/signing-requests/${id}`, { json: { phone_e164 } })

  it('voids earlier codes and restarts the count; the next sms_sent shows it', async () => {
    const { signer, id } = await sendAes()
    await askTimes(signer, 5)
    const old = await newestCode(server)
    const events = (await smsEvents(id)).length
    expect((await patch(id, OTHER)).status).toBe(200)
    expect((await smsEvents(id)).length).toBe(events)
    expect((await signer.enterCode(old)).status).toBe(400)
    server.clock.advance(61_000)
    expect(await signer.askForCode()).toMatchObject({
      status: 200,
      body: { codesLeft: 4, phoneMasked: '+43********67' },
    })
    expect((await smsEvents(id)).at(-1)).toMatchObject({ attempt: 1, phone_masked: '+43********67' })
    expect((await server.outbox()).at(-1)!.recipient).toBe(OTHER)
    expect((await signer.enterCode(await newestCode(server, OTHER))).status).toBe(200)
    expect(await patch(id, PHONE)).toMatchObject({
      status: 409,
      body: { code: 'not_editable', meta: { status: 'pending', sms_verified_at: server.clock.now().toISOString() } },
    })
  })

  it('unlocks the request; setting the same number does not', async () => {
    const { signer, id } = await sendAes()
    await signer.askForCode()
    const live = await newestCode(server)
    await server.ctx.db.updateTable('signing_requests').set({ sms_wrong_tries: 30 }).where('id', '=', id).execute()
    await patch(id, PHONE)
    expect((await signer.askForCode()).body.meta).toMatchObject({ locked: true })
    // Nor is the right code accepted.
    expect(await signer.enterCode(live)).toMatchObject({ status: 403, body: { code: 'sms_locked' } })
    await patch(id, OTHER)
    await signer.verifyPhone(server)
  })
})

describe('sms_gate: before_view (3)', () => {
  it('shows nothing of the document and accepts nothing for it before the code', async () => {
    const { signer, id, request, created } = await sendAes({ sms_gate: 'before_view' }, { message: 'Our secret terms' })
    const html = await signer.page()
    expect(html).toContain('Confirm your phone')
    expect(html).toContain(MASKED)
    expect(html).not.toMatch(/Our secret terms|document\.pdf|class="sheet"/)
    expect((await signer.data()).fields).toEqual([])
    const refusals = [
      await signer.call('GET', 'document.pdf'),
      await signer.call('HEAD', 'document.pdf'),
      await signer.call('PUT', 'fields', { values: {} }),
      await signer.call('POST', 'complete', { consentVersion: 'x', values: {} }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(refusals[0]!.body).toMatchObject({ code: 'sms_required' })
    expect((await signer.view()).status).toBe(200)
    expect(await request()).toMatchObject({ status: 'pending', viewedAt: null })
    // A scanner that follows the link, by GET or HEAD, uses up no code.
    await signer.call('HEAD', '')
    expect(await smsEvents(id)).toEqual([])

    await signer.verifyPhone(server)
    expect((await signer.call('GET', 'document.pdf')).status).toBe(200)
    expect(await signer.page()).toContain('Our secret terms')
    await signer.view()
    expect(await request()).toMatchObject({ status: 'viewed' })
    expect((await signer.sign()).status).toBe(200)
    await server.work()
    expect((await readDocument(server, key, created.documentId)).status).toBe('signed')
  })

  it('does not work inside a frame; a code before signing does (4.14)', async () => {
    const origin = 'https://host.example'
    const framing = await server.key({ workspaceId: key.workspaceId, embedOrigins: [origin] })
    const frame = async (id: string) => {
      const json = { signing_request_id: id, origin }
      const { status, body } = await server.call<{ embed_url: string }>(framing, 'POST', '/v1/embedded/sign-sessions', {
        json,
      })
      expect(status).toBe(201)
      return new Signer(server, body.embed_url)
    }
    const gated = await frame((await sendAes({ sms_gate: 'before_view' })).id)
    for (const answer of [
      await gated.askForCode(),
      await gated.enterCode('123456'),
      await gated.call('GET', 'document.pdf'),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'sms_required' } })
    const { id, request } = await sendAes()
    const signer = await frame(id)
    await signer.view()
    expect(await signer.sign()).toMatchObject({ status: 403, body: { code: 'sms_required' } })
    await signer.verifyPhone(server)
    expect((await signer.sign()).status).toBe(200)
    const { auditEvents } = await request()
    expect(auditEvents.find(({ type }) => type === 'sms_verified')!.meta).toMatchObject({ access: 'embedded_session' })
  })

  it('lets a signer who may not yet see the document decline', async () => {
    const { signer } = await sendAes({ sms_gate: 'before_view' })
    expect((await signer.decline('not me')).status).toBe(200)
  })
})
