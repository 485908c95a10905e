import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withdrawSigningRequest } from '../../server/domain/signing/withdraw.ts'
import { readDocument, readRequest, Signer, send } from '../support/flow.ts'
import { personOf } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function sendOne(fields: Record<string, unknown> = {}) {
  const key = await server.key()
  const signer = { email: 'ada@example.com', name: 'Ada' }
  const created = await send(server, key, { signers: [signer], send_emails: false, ...fields })
  const signers = created.signers.map(({ signingRequestId: id, signingUrl }) => ({
    id,
    signer: new Signer(server, signingUrl),
    withdraw: (json?: unknown) =>
      server.call<{ code: string; withdrawnAt: string }>(key, 'POST', `/v1/signing-requests/${id}/withdraw`, { json }),
  }))
  return { key, created, signers, ...signers[0]! }
}

const events = (documentId: string) =>
  server.ctx.db.selectFrom('events').select(['type', 'payload']).where('document_id', '=', documentId).execute()

describe('POST /signing-requests/{id}/withdraw (4.11)', () => {
  it('ends the request, returns the new state, and emits one event with withdrawn_by api', async () => {
    const { key, id, created, signer, withdraw } = await sendOne()
    await signer.view()
    const { status, body } = await withdraw({ reason: 'sent to the\nwrong person' })
    const now = server.clock.now().toISOString()
    expect([status, body]).toEqual([
      200,
      {
        signingRequestId: id,
        documentId: created.documentId,
        status: 'withdrawn',
        withdrawnBy: 'api',
        withdrawnAt: now,
        documentStatus: 'withdrawn',
      },
    ])
    const row = await readRequest(server, key, id)
    expect(row).toMatchObject({ status: 'withdrawn', withdrawnAt: now, withdrawnBy: 'api', signingUrl: null })
    expect(row.auditEvents.at(-1)).toMatchObject({
      type: 'withdrawn',
      meta: { withdrawn_by: 'api', reason: 'sent to the\nwrong person' },
    })
    const recorded = (await events(created.documentId)).filter(({ type }) => type === 'signing_request.withdrawn')
    expect(recorded).toHaveLength(1)
    expect(recorded[0]!.payload).toMatchObject({ withdrawn_by: 'api', occurred_at: now })
    expect(recorded[0]!.payload).not.toHaveProperty('reason')
    expect(await readDocument(server, key, created.documentId)).toMatchObject({
      status: 'withdrawn',
      completable: false,
    })
  })

  it('reports a withdrawal in the dashboard as `sender`', async () => {
    const { key, id, created } = await sendOne()
    const user = await personOf(server, { id: key.workspaceId, tier: 'self_hosted' }, 'member')
    await withdrawSigningRequest(server.ctx, user, id, { text: 'changed our mind', isShared: true })
    const row = await readRequest(server, key, id)
    expect(row).toMatchObject({ status: 'withdrawn', withdrawnBy: 'sender' })
    expect(row.auditEvents.at(-1)).toMatchObject({ type: 'withdrawn', meta: { withdrawn_by: 'sender' } })
    const recorded = (await events(created.documentId)).filter(({ type }) => type === 'signing_request.withdrawn')
    expect(recorded.map(({ payload }) => payload.withdrawn_by)).toEqual(['sender'])
  })

  it.each([
    [true, 'The flat\nis let.'],
    [undefined, null],
  ])('the signer reads the reason where it is shared: %s', async (share_reason, read) => {
    const { signer, withdraw } = await sendOne({ send_emails: true })
    await server.work()
    await withdraw({ reason: 'The flat\nis let.', share_reason })
    await server.work()
    const mail = (await server.outbox()).at(-1)!
    expect(mail.subject).toContain('No longer needed')
    for (const text of [mail.body, await signer.page()]) expect(text.includes('The flat')).toBe(read !== null)
    expect(mail.body.includes('> The flat\n> is let.')).toBe(read !== null)
  })

  it('needs no body; a reason has at most 1000 characters', async () => {
    const { withdraw } = await sendOne()
    expect((await withdraw({ reason: 'x'.repeat(1_001) })).body.code).toBe('invalid_request')
    expect((await withdraw({ reason: 1 })).body.code).toBe('invalid_request')
    expect((await withdraw()).status).toBe(200)
    const other = await sendOne()
    expect((await other.withdraw({ reason: null })).status).toBe(200)
  })

  it('the others keep their state, and waiting signers are never invited', async () => {
    const { key, created, signers } = await sendOne({
      signing_mode: 'sequential',
      signers: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
    })
    await signers[0]!.withdraw()
    await server.work()
    const document = await readDocument(server, key, created.documentId)
    expect(document.signers.map(({ status }) => status)).toEqual(['withdrawn', 'queued'])
    expect((await signers[1]!.withdraw()).status).toBe(409)
  })

  it('a request that has expired may be withdrawn', async () => {
    const { withdraw } = await sendOne({ expires_in_days: 1 })
    server.clock.advance(24 * 3_600_000)
    await server.run('expire-requests', {})
    expect((await withdraw()).status).toBe(200)
  })

  it.each(['signed', 'declined', 'withdrawn'] as const)('a request that is %s is refused', async (state) => {
    const { signer, withdraw, created } = await sendOne()
    if (state === 'signed') await signer.sign()
    if (state === 'declined') await signer.decline()
    if (state === 'withdrawn') await withdraw()
    const before = await events(created.documentId)
    expect(await withdraw()).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', meta: { status: state, allowed: ['pending', 'viewed', 'expired'] } },
    })
    expect(await events(created.documentId)).toEqual(before)
  })

  it('of two calls at once one wins', async () => {
    const { withdraw } = await sendOne()
    const answers = await Promise.all([withdraw(), withdraw()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
