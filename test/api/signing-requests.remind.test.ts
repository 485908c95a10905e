import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRequest, Signer, send } from '../support/flow.ts'
import { startServer, type TestServer } from '../support/server.ts'

const DAY = 24 * 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Answer {
  code: string
  meta: { status: string; allowed: string[] }
  reminderCount: number
}

async function sendOne(fields: Record<string, unknown> = {}) {
  const key = await server.key()
  const created = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }], ...fields })
  await server.work()
  const signers = created.signers.map(({ signingRequestId: id, signingUrl }) => ({
    id,
    signingUrl,
    signer: new Signer(server, signingUrl),
    remind: () => server.call<Answer>(key, 'POST', `/v1/signing-requests/${id}/remind`),
  }))
  return { key, created, signers, ...signers[0]! }
}

describe('POST /signing-requests/{id}/remind (4.11)', () => {
  it('re-sends the invitation with the same link, at once, and reports what it did', async () => {
    const { key, id, created, signingUrl, remind } = await sendOne()
    const { expiresAt } = await readRequest(server, key, id)
    const sent = (await server.outbox()).length
    server.clock.advance(DAY)
    const { status, body } = await remind()
    const now = server.clock.now()
    expect([status, body]).toEqual([
      200,
      {
        signingRequestId: id,
        documentId: created.documentId,
        status: 'pending',
        channel: 'email',
        emailed: true,
        texted: false,
        remindedAt: now.toISOString(),
        reminderCount: 1,
        nextRemindAllowedAt: new Date(now.getTime() + 60_000).toISOString(),
        // A reminder never extends the time to sign.
        expiresAt,
      },
    ])
    const mails = await server.outbox()
    expect(mails).toHaveLength(sent + 1)
    expect(mails.at(-1)).toMatchObject({ recipient: 'ada@example.com', body: expect.stringContaining(signingUrl) })
    const row = await readRequest(server, key, id)
    expect(row).toMatchObject({ reminderCount: 1, lastRemindedAt: now.toISOString(), expiresAt })
    expect(row.auditEvents.at(-1)).toMatchObject({ type: 'reminded' })
  })

  it('is an explicit request: it sends even when send_emails is false', async () => {
    const { key, id, remind } = await sendOne({ send_emails: false })
    expect((await remind()).status).toBe(200)
    expect((await readRequest(server, key, id)).emailed).toBe(true)
  })

  it('at most once a minute for each signer, also with two calls at once', async () => {
    const { remind } = await sendOne()
    const sent = (await server.outbox()).length
    const answers = await Promise.all([remind(), remind(), remind()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    expect(await server.outbox()).toHaveLength(sent + 1)
    server.clock.advance(59_999)
    const refused = await remind()
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '60'])
    for (const name of ['limit', 'remaining', 'reset', 'policy'])
      expect(refused.headers.get(`ratelimit-${name}`)).toBeNull()
    server.clock.advance(1)
    expect((await remind()).body.reminderCount).toBe(2)
  })

  it('works on viewed; on queued, signed, declined and withdrawn it is refused', async () => {
    const { key, signers } = await sendOne({
      signing_mode: 'sequential',
      signers: [1, 2, 3].map((n) => ({ email: `s${n}@example.com`, name: `S${n}` })),
    })
    const [first, second, third] = signers as [
      (typeof signers)[number],
      (typeof signers)[number],
      (typeof signers)[number],
    ]
    const refused = async (one: typeof first, state: string) =>
      expect(await one.remind()).toMatchObject({
        status: 409,
        body: { code: 'invalid_state', meta: { status: state, allowed: ['pending', 'viewed'] } },
      })
    await first.signer.view()
    expect((await first.remind()).status).toBe(200)
    await refused(second, 'queued')
    await first.signer.sign()
    await refused(first, 'signed')
    await second.signer.sign()
    await third.signer.decline()
    await refused(third, 'declined')
    const other = await sendOne()
    await server.call(key, 'POST', `/v1/signing-requests/${other.id}/withdraw`)
    await refused(other, 'withdrawn')
  })

  it('past its expiry it is refused as expired, before and after the hourly job', async () => {
    const { remind } = await sendOne({ expires_in_days: 1 })
    server.clock.advance(DAY - 1)
    expect((await remind()).status).toBe(200)
    server.clock.advance(1)
    expect(await remind()).toMatchObject({ status: 409, body: { code: 'expired' } })
    await server.run('expire-requests', {})
    expect(await remind()).toMatchObject({ status: 409, body: { code: 'expired' } })
  })
})
