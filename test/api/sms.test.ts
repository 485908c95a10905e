import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSms } from '../../server/sms/index.ts'
import { signIn } from '../support/dashboard.ts'
import { newestCode, readRequest, Signer, send } from '../support/flow.ts'
import { popplerText } from '../support/pdf-checks.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { startTwilio, type TwilioStandIn } from '../support/twilio.ts'

const PHONE = '+41791234567'
const FROM = '+15005550006'

let server: TestServer
let twilio: TwilioStandIn
let key: TestKey

beforeAll(async () => {
  twilio = await startTwilio()
  server = await startServer({ config: { smsUrl: twilio.url, smsFrom: FROM } })
  key = await server.key({ workspaceId: (await server.workspace({ name: 'Acme' })).id })
})
afterAll(async () => {
  await server.stop()
  await twilio.close()
})
beforeEach(() => {
  twilio.refuse(null)
  server.clock.advance(61_000)
})

async function sendAes() {
  const signer = { email: 'ada@example.com', name: 'Ada', phone_e164: PHONE, require_sms_verification: true }
  const { documentId, signers } = await send(server, key, { signers: [signer], send_emails: false })
  const [{ signingRequestId: id, signingUrl }] = signers as [(typeof signers)[number]]
  return { id, documentId, signer: new Signer(server, signingUrl), request: () => readRequest(server, key, id) }
}

const smsEvents = async (id: string) =>
  (
    await server.ctx.db
      .selectFrom('events')
      .select(['type', 'payload'])
      .where('signing_request_id', '=', id)
      .where('type', 'like', '%sms%')
      .orderBy('seq')
      .execute()
  ).map(({ type, payload }) => ({ type, ...payload }))

const refusal = (status: number, code: number) => ({ status, body: { code, message: 'no', status } })
const used = async () =>
  (await server.call<{ sms_allowance: { used: number } }>(key, 'GET', '/v1/me')).body.sms_allowance.used

describe('SMS_URL=twilio:', () => {
  it('sends through the Messages resource and keeps the message’s id', async () => {
    const { signer, request } = await sendAes()
    expect((await signer.askForCode()).status).toBe(200)
    const { form, sid } = twilio.messages.at(-1)!
    const code = /#(\d{6})$/.exec(form.Body!)![1]!
    expect(form).toEqual({ To: PHONE, From: FROM, Body: expect.stringContaining(`${code} is your code`) })
    expect((await signer.enterCode(code)).status).toBe(200)
    const { auditEvents } = await request()
    expect(auditEvents.find(({ type }) => type === 'sms_verified')!.meta).toMatchObject({
      provider: 'twilio',
      provider_message_id: sid,
    })
  })

  it('is counted by outcome', async () => {
    const { signer } = await sendAes()
    twilio.refuse(refusal(400, 21635))
    await signer.askForCode()
    twilio.refuse(null)
    await signer.askForCode()
    const text = await server.ctx.metrics.registry.metrics()
    for (const outcome of ['accepted', 'landline'])
      expect(text).toMatch(new RegExp(`countersign_sms_seconds_count\\{outcome="${outcome}"\\} [1-9]`))
  })

  it('accepts a messaging service as the sender', async () => {
    const service = `MG${'a'.repeat(32)}`
    const sms = createSms({ url: twilio.url, from: service }, server.ctx.db, server.clock)
    await sms.send({ to: PHONE, text: 'Grüezi' })
    expect(twilio.messages.at(-1)!.form).toEqual({ To: PHONE, MessagingServiceSid: service, Body: 'Grüezi' })
  })

  it.each([
    ['invalid_number', refusal(400, 21211)],
    ['invalid_number', refusal(400, 21614)],
    ['invalid_number', refusal(400, 21265)],
    ['landline', refusal(400, 21635)],
    ['landline', refusal(400, 30006)],
    ['blocked', refusal(400, 21610)],
    ['blocked', refusal(403, 21408)],
    ['blocked', refusal(400, 30004)],
    // accepted, then reported as failed
    ['landline', { status: 201, body: { sid: 'SM1', status: 'failed', error_code: 30006 } }],
    ['provider_error', refusal(400, 21612)],
    ['provider_error', refusal(400, 30003)],
    ['provider_error', refusal(401, 20003)],
    ['provider_error', refusal(429, 20429)],
    ['provider_error', { status: 503, body: '<html>down</html>' }],
    ['provider_error', { status: 500, body: {} }],
    ['provider_error', { status: 201, body: {} }],
    ['provider_error', { status: 302, body: {} }],
    ['provider_error', 'hang up' as const],
  ])('%s: %j', async (reason, answer) => {
    const { signer, id, request } = await sendAes()
    const before = await used()
    twilio.refuse(answer)
    expect(await signer.askForCode()).toMatchObject({
      status: 422,
      body: { code: 'sms_failed', meta: { reason, sent: false, codesLeft: 5 } },
    })
    expect(await smsEvents(id)).toMatchObject([
      { type: 'signing_request.sms_failed', reason, phone_masked: '+41*******67', sms_allowance: { used: before } },
    ])
    expect(await used()).toBe(before)
    const { meta } = (await request()).auditEvents.find(({ type }) => type === 'sms_failed')!
    const code = typeof answer === 'object' && typeof answer.body === 'object' && 'code' in answer.body
    expect(meta).toMatchObject({
      reason,
      ...(code && { provider_code: String((answer.body as { code: number }).code) }),
    })
    expect(server.log()).not.toContain(PHONE)
  })

  it('tells the sender in words that no code could be sent, until one is', async () => {
    const { signer, documentId } = await sendAes()
    const anna = await signIn(server, { workspaceId: key.workspaceId })
    const page = async () => (await anna.get(`/documents/${documentId}`)).text()
    const told = (why: string) => `not confirmed yet; the last code could not be sent: ${why}`
    for (const [code, why] of [
      [21408, 'the number takes no messages from us, or had too many attempts'],
      [21211, 'the number is not valid'],
    ] as const) {
      twilio.refuse(refusal(400, code))
      await signer.askForCode()
      const text = await page()
      for (const part of [told(why), `provider code: ${code}; reason: ${why}`]) expect(text).toContain(part)
    }
    const { body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/audit-trail`)
    expect(popplerText(body).replace(/\s+/g, ' ')).toContain('reason: the number is not valid')
    twilio.refuse(null)
    await signer.askForCode()
    expect(await page()).not.toContain('the last code could not be sent')
  })

  it('a code sent earlier stays valid when the next one cannot be sent', async () => {
    const { signer } = await sendAes()
    await signer.askForCode()
    const code = /#(\d{6})$/.exec(twilio.messages.at(-1)!.form.Body!)![1]!
    twilio.refuse(refusal(429, 20429))
    expect(await signer.askForCode()).toMatchObject({ status: 422, body: { meta: { sent: true, codesLeft: 4 } } })
    expect((await signer.enterCode(code)).status).toBe(200)
  })
})

describe('SMS_URL=none:', () => {
  it('reports not_configured, and uses nothing of the allowance', async () => {
    const none = createSms({ url: 'none:', from: null }, server.ctx.db, server.clock)
    await expect(none.send({ to: PHONE, text: 'x' })).rejects.toMatchObject({ reason: 'not_configured' })
    const without = await startServer({ config: { smsUrl: 'none:' } })
    try {
      const ownKey = await without.key()
      const aes = { email: 'ada@example.com', name: 'Ada', phone_e164: PHONE, require_sms_verification: true }
      const { signers } = await send(without, ownKey, { signers: [aes] })
      const signer = new Signer(without, signers[0]!.signingUrl)
      expect(await signer.askForCode()).toMatchObject({ status: 422, body: { meta: { reason: 'not_configured' } } })
      await expect(newestCode(without)).rejects.toThrow('no code was sent')
      expect((await without.call(ownKey, 'GET', '/v1/me')).body).toMatchObject({ sms_allowance: { used: 0 } })
    } finally {
      await without.stop()
    }
  })
})
