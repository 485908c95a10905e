import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SMS_DAY } from '../../server/limits.ts'
import { newestCode, readRequest, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const DAY_MS = 24 * 3_600_000
/** Longer than a code lives, so that only the limits of a day count. */
const STEP_MS = 11 * 60_000
const OTHER_PHONE = '+436601234567'

let server: TestServer
let key: TestKey
let numbers = 0
let phone: string

beforeAll(async () => {
  server = await startServer()
  // The allowance is of a calendar month, and these tests take days.
  const now = server.clock.now()
  server.clock.set(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2)))
})
afterAll(() => server.stop())
beforeEach(async () => {
  phone = `+4179123${String(numbers++).padStart(4, '0')}`
  key = await server.key({ workspaceId: (await server.workspace({ name: `Acme ${numbers}` })).id })
})

async function sendAes(by = key) {
  const ada = { email: 'ada@example.com', name: 'Ada', phone_e164: phone, require_sms_verification: true }
  const { signers } = await send(server, by, { signers: [ada], send_emails: false })
  const { signingRequestId: id, signingUrl } = signers[0]!
  return {
    id,
    signer: new Signer(server, signingUrl),
    audit: async () => (await readRequest(server, by, id)).auditEvents,
  }
}

/** Asks this many times, each after the last code has expired; returns how many were sent, and the last answer. */
async function ask(signer: Signer, times: number) {
  let sent = 0
  let last: Awaited<ReturnType<Signer['askForCode']>> | undefined
  for (let n = 0; n < times; n++) {
    server.clock.advance(STEP_MS)
    last = await signer.askForCode()
    if (last.status === 200) sent++
    else expect(last).toMatchObject({ status: 422, body: { code: 'sms_failed', meta: { reason: 'blocked' } } })
  }
  return { sent, last: last! }
}

const messages = async (to = phone) => (await server.outbox()).filter(({ recipient }) => recipient === to).length
const remind = (id: string) => server.call(key, 'POST', `/v1/signing-requests/${id}/remind`)
const used = async () =>
  (await server.call<{ sms_allowance: { used: number } }>(key, 'GET', '/v1/me')).body.sms_allowance.used

it('24 hours of requests send ten codes; then only the sender can unlock the request', async () => {
  const { id, signer, audit } = await sendAes()
  const { sent, last } = await ask(signer, Math.floor(DAY_MS / STEP_MS))
  expect(sent).toBe(SMS_DAY.ofRequest)
  expect(last.body.meta).toMatchObject({ locked: true, sent: false })
  expect(await messages()).toBe(10)
  expect(await used()).toBe(10)
  const locks = (await audit()).filter(({ type }) => type === 'sms_locked')
  expect(locks).toMatchObject([{ meta: { codes: 10 } }])
  expect((await audit()).findLast(({ type }) => type === 'sms_failed')).toMatchObject({ meta: { reason: 'blocked' } })
  // Another day alone changes nothing.
  server.clock.advance(2 * DAY_MS)
  expect((await ask(signer, 1)).last.body.meta).toMatchObject({ locked: true })

  expect((await remind(id)).status).toBe(200)
  expect((await ask(signer, 1)).sent).toBe(1)
  const code = await newestCode(server, phone)
  expect((await signer.enterCode(code)).status).toBe(200)
})

it('a locked request accepts no code either, and a changed number unlocks it', async () => {
  const { id, signer } = await sendAes()
  await ask(signer, SMS_DAY.ofRequest)
  const code = await newestCode(server, phone)
  server.clock.advance(61_000)
  expect((await signer.askForCode()).body.meta).toMatchObject({ reason: 'blocked', locked: true })
  expect(await signer.enterCode(code)).toMatchObject({ status: 403, body: { code: 'sms_locked' } })
  const path = `/v1/signing-requests/${id}`
  expect((await server.call(key, 'PATCH', path, { json: { phone_e164: OTHER_PHONE } })).status).toBe(200)
  server.clock.advance(61_000)
  expect((await signer.askForCode()).status).toBe(200)
  expect((await signer.enterCode(await newestCode(server, OTHER_PHONE))).status).toBe(200)
})

it('codes of somebody who handed the request over do not count against the next person', async () => {
  const { id, signer } = await sendAes()
  expect((await ask(signer, SMS_DAY.ofRequest + 1)).last.body.meta).toMatchObject({ locked: true })
  // Codes are kept until they have expired.
  await server.run('prune', {})
  const to = { email: 'grace@example.com', name: 'Grace', phone_e164: OTHER_PHONE }
  const path = `/v1/signing-requests/${id}/reassign`
  const passed = await server.call<{ signingUrl: string }>(key, 'POST', path, { json: to })
  expect(passed.status).toBe(200)
  const next = new Signer(server, passed.body.signingUrl)
  expect((await ask(next, 1)).sent).toBe(1)
  expect((await next.enterCode(await newestCode(server, OTHER_PHONE))).status).toBe(200)
})

it('a number gets thirty codes a day in one workspace, however many requests use it', async () => {
  let sent = 0
  for (let request = 0; request < 5; request++) {
    const { signer } = await sendAes()
    const asked = await ask(signer, 8)
    sent += asked.sent
    if (sent === SMS_DAY.ofPhone) expect(asked.last.body.meta).toMatchObject({ reason: 'blocked', locked: false })
  }
  expect(sent).toBe(SMS_DAY.ofPhone)
  expect(await messages()).toBe(30)
  expect(await used()).toBe(30)

  // A reminder does not bring the number more codes; another workspace has its own count.
  const { id, signer } = await sendAes()
  await remind(id)
  expect((await ask(signer, 1)).sent).toBe(0)
  const elsewhere = await server.key({ workspaceId: (await server.workspace({ name: `Other ${numbers}` })).id })
  expect((await ask((await sendAes(elsewhere)).signer, 1)).sent).toBe(1)
  // The first of the thirty was a day ago.
  server.clock.advance(DAY_MS)
  expect((await ask(signer, 1)).sent).toBe(1)
})

it('a completed check starts the counts of its request and number again, and no other', async () => {
  const requests = await Promise.all([sendAes(), sendAes(), sendAes()])
  for (const { signer } of requests) expect((await ask(signer, 9)).sent).toBe(9)
  const { signer: verified } = await sendAes()
  expect((await ask(verified, 3)).sent).toBe(3)
  expect((await verified.enterCode(await newestCode(server, phone))).status).toBe(200)
  // Thirty codes went to this number; it has thirty again, but the first request has one left of its ten.
  expect((await ask((await sendAes()).signer, 3)).sent).toBe(3)
  const { sent, last } = await ask(requests[0].signer, 2)
  expect([sent, last.body.meta]).toMatchObject([1, { locked: true }])
})

it('a code that the provider refuses counts for nothing, and the counts are pruned after a day', async () => {
  const { signer } = await sendAes()
  await ask(signer, 2)
  const rows = () => server.ctx.db.selectFrom('sms_sends').select('at').where('phone_e164', '=', phone).execute()
  expect(await rows()).toHaveLength(2)
  server.clock.advance(DAY_MS)
  await server.run('prune', {})
  expect(await rows()).toHaveLength(0)
})
