import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sms } from '../../server/sms/index.ts'
import { newestCode, readRequest, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const PHONE = '+41791234567'
const OTHER = '+436601234567'

let server: TestServer
let key: TestKey
/** What the provider does before it answers. */
let meanwhile: () => Promise<void> = async () => {}

beforeAll(async () => {
  server = await startServer()
  const outbox = server.ctx.sms
  const slow: Sms = {
    kind: outbox.kind,
    async send(message) {
      await meanwhile()
      return outbox.send(message)
    },
  }
  server.ctx.sms = slow
  key = await server.key()
})
afterAll(() => server.stop())
beforeEach(() => {
  meanwhile = async () => {}
  server.clock.advance(61_000)
})

async function sendAes(ownKey = key) {
  const aes = { email: 'ada@example.com', name: 'Ada', phone_e164: PHONE, require_sms_verification: true }
  const { signers } = await send(server, ownKey, { signers: [aes], send_emails: false })
  const { signingRequestId: id, signingUrl } = signers[0]!
  return { id, signer: new Signer(server, signingUrl) }
}

const eventsOf = async (id: string, type: string) =>
  (
    await server.ctx.db
      .selectFrom('events')
      .select('payload')
      .where('signing_request_id', '=', id)
      .where('type', '=', type)
      .execute()
  ).map(({ payload }) => payload)

describe('codes under races', () => {
  it('the right code sent twice at once verifies once', async () => {
    const { signer, id } = await sendAes()
    await signer.askForCode()
    const code = await newestCode(server)
    const answers = await Promise.all(Array.from({ length: 6 }, () => signer.enterCode(code)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await eventsOf(id, 'signing_request.sms_verified')).toHaveLength(1)
    const { auditEvents } = await readRequest(server, key, id)
    expect(auditEvents.filter(({ type }) => type === 'sms_verified')).toHaveLength(1)
  })

  it('a storm of guesses gets five tries, and the right code among the others comes too late', async () => {
    const { signer, id } = await sendAes()
    await signer.askForCode()
    const code = await newestCode(server)
    const guesses = Array.from({ length: 24 }, (_, index) => String((Number(code) + 1 + index) % 1_000_000))
    const answers = await Promise.all(guesses.map((guess) => signer.enterCode(guess.padStart(6, '0'))))
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(400))
    expect((await signer.enterCode(code)).status).toBe(400)
    const row = await server.ctx.db
      .selectFrom('signing_requests')
      .select('sms_wrong_tries')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.sms_wrong_tries).toBe(5)
  })

  it('simultaneous requests send no sixth code', async () => {
    const { signer, id } = await sendAes()
    // From different addresses, as a botnet would.
    server.ctx.config.trustedProxies.push('127.0.0.0/8')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => signer.askForCode({ 'X-Forwarded-For': `192.0.2.${index + 1}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect((await eventsOf(id, 'signing_request.sms_failed')).map(({ reason }) => reason)).toEqual(
      Array(7).fill('rate_limited'),
    )
    // Whichever was accepted last, only the newest is valid.
    const attempts = (await eventsOf(id, 'signing_request.sms_sent')).map(({ attempt }) => attempt)
    expect(attempts.sort()).toEqual([1, 2, 3, 4, 5])
  })

  it('the last code of the month is used once', async () => {
    server.ctx.config.plans.one = {
      document_cap: null,
      enterprise: true,
      sms_monthly: 1,
      requests_per_minute: 60,
      without: [],
    }
    const workspace = await server.workspace({ tier: 'one' })
    const ownKey = await server.key({ workspaceId: workspace.id })
    const all = [await sendAes(ownKey), await sendAes(ownKey), await sendAes(ownKey)]
    const answers = await Promise.all(all.map(({ signer }) => signer.askForCode()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect((await server.call(ownKey, 'GET', '/v1/me')).body).toMatchObject({ sms_allowance: { used: 1 } })
  })

  it('a number changed while the code is being sent: the code is void, and the event shows the old number', async () => {
    const { signer, id } = await sendAes()
    meanwhile = async () => {
      await server.call(key, 'PATCH', `/v1/signing-requests/${id}`, { json: { phone_e164: OTHER } })
    }
    expect(await signer.askForCode()).toMatchObject({ status: 200, body: { sent: false, codesLeft: 5 } })
    const [sent] = await eventsOf(id, 'signing_request.sms_sent')
    expect(sent).toMatchObject({ phone_masked: '+41*******67', attempt: null })
    expect((await signer.enterCode(await newestCode(server, PHONE))).status).toBe(400)
    meanwhile = async () => {}
    expect((await signer.askForCode()).status).toBe(200)
    expect((await signer.enterCode(await newestCode(server, OTHER))).status).toBe(200)
  })

  it('verified with an earlier code while another one is being sent: that one is recorded all the same', async () => {
    const { signer, id } = await sendAes()
    await signer.askForCode()
    const code = await newestCode(server, PHONE)
    server.clock.advance(61_000)
    meanwhile = async () => {
      expect((await signer.enterCode(code)).status).toBe(200)
    }
    expect(await signer.askForCode()).toMatchObject({ status: 409, body: { code: 'sms_not_required' } })
    expect(await eventsOf(id, 'signing_request.sms_sent')).toMatchObject([{ attempt: 1 }, { attempt: null }])
    const { auditEvents } = await readRequest(server, key, id)
    expect(auditEvents.filter(({ type }) => type === 'sms_sent')).toHaveLength(2)
  })

  it('a process that dies during the provider call leaves a code that counts against the limits and verifies nothing', async () => {
    const { signer, id } = await sendAes()
    meanwhile = async () => {
      throw new Error('killed')
    }
    expect((await signer.askForCode()).status).toBe(500)
    meanwhile = async () => {}
    expect((await signer.askForCode()).body).toMatchObject({ sent: true, codesLeft: 3 })
    expect((await eventsOf(id, 'signing_request.sms_sent')).map(({ attempt }) => attempt)).toEqual([2])
    expect((await signer.enterCode(await newestCode(server))).status).toBe(200)
  })
})
