import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocument, readRequest, Signer, send } from '../support/flow.ts'
import { waitForLock } from '../support/locks.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const DAY = 24 * 3_600_000

let server: TestServer
let receiver: Receiver
let key: TestKey

beforeAll(async () => {
  server = await startServer()
  receiver = await startReceiver({ clock: server.clock })
  key = await server.key()
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
})

async function sendOne(fields: Record<string, unknown> = {}) {
  // Each test has its own rate-limit window.
  server.clock.advance(61_000)
  const created = await send(server, key, {
    signers: [
      { email: 'ada@example.com', name: 'Ada', role: 'tenant', reference: 'r1', company: 'ACME', job_title: 'CEO' },
    ],
    callback_url: receiver.url,
    ...fields,
  })
  receiver.secrets.set('*', created.callback!.secret)
  await server.work()
  const [signer] = created.signers
  return { created, id: signer!.signingRequestId, signer: new Signer(server, signer!.signingUrl) }
}

const last = () => receiver.deliveries.at(-1)!.event
const act = (id: string, verb: string, json?: unknown) =>
  server.call(key, 'POST', `/v1/signing-requests/${id}/${verb}`, { json })

describe('how a request ends without a signature', () => {
  it('declines once, with the whole reason on record and its beginning in the event', async () => {
    const { id, signer, created } = await sendOne()
    const reason = `${'é'.repeat(1_500)} end`
    expect((await signer.decline(`  ${reason}  `)).status).toBe(200)
    expect((await signer.decline('again')).status).toBe(200)
    await server.work()
    expect(last()).toMatchObject({
      event: 'signing_request.declined',
      reason: 'é'.repeat(1_000),
      role: 'tenant',
      reference: 'r1',
      signer: { company: 'ACME', job_title: 'CEO' },
      occurred_at: server.clock.now().toISOString(),
    })
    const request = await readRequest(server, key, id)
    expect(request.status).toBe('declined')
    expect(request.auditEvents.filter(({ type }) => type === 'declined').map(({ meta }) => meta.reason)).toEqual([
      reason,
    ])
    expect(await signer.page()).toContain('declined')
    expect((await signer.call('GET', 'document.pdf')).status).toBe(409)
    const signed = await server.call(key, 'GET', `/v1/documents/${created.documentId}/signed`)
    expect([signed.status, signed.body]).toEqual([409, expect.objectContaining({ code: 'not_complete' })])
  })

  it('truncates the reason in the event between characters, never inside one', async () => {
    const { signer } = await sendOne()
    const beginning = `${'a'.repeat(999)}\u{1f600}`
    await signer.decline(`${beginning} and more`)
    await server.work()
    expect(last()).toMatchObject({ event: 'signing_request.declined', reason: beginning })
  })

  it('reports null when no reason was given', async () => {
    const { signer } = await sendOne()
    await signer.decline('   ')
    await server.work()
    expect(last()).toMatchObject({ event: 'signing_request.declined', reason: null })
  })

  it('expires once, by the hourly job, and refuses signing from that moment', async () => {
    const { id, signer, created } = await sendOne({ expires_in_days: 3 })
    server.clock.advance(3 * DAY)
    expect(await signer.page()).toContain('expired')
    const consent = { consentVersion: '2026-10-10', values: {} }
    expect((await signer.call('POST', 'complete', consent)).body).toMatchObject({ code: 'expired' })
    expect((await act(id, 'remind')).body).toMatchObject({ code: 'expired' })
    await server.run('expire-requests', {})
    await server.run('expire-requests', {})
    await server.work()
    const expired = receiver.deliveries.filter(
      ({ event }) => event.event === 'signing_request.expired' && event.document_id === created.documentId,
    )
    expect(expired).toHaveLength(1)
    expect(expired[0]!.event).toMatchObject({ expired_at: server.clock.now().toISOString() })
    expect(expired[0]!.event).not.toHaveProperty('occurred_at')
    expect((await readDocument(server, key, created.documentId)).status).toBe('expired')
    expect((await act(id, 'remind')).body).toMatchObject({ code: 'expired' })
  })

  it('withdraws, by the API, with the reason on record only', async () => {
    const { id, signer } = await sendOne()
    const answer = await act(id, 'withdraw', { reason: 'wrong person' })
    expect(answer.body).toMatchObject({ status: 'withdrawn', withdrawnBy: 'api', documentStatus: 'withdrawn' })
    await server.work()
    expect(last()).toMatchObject({ event: 'signing_request.withdrawn', withdrawn_by: 'api' })
    expect(last()).not.toHaveProperty('reason')
    const { auditEvents } = await readRequest(server, key, id)
    const withdrawn = auditEvents.find(({ type }) => type === 'withdrawn')
    expect(withdrawn).toMatchObject({ meta: { reason: 'wrong person' } })
    expect(await signer.page()).toContain('withdrawn')
    expect((await act(id, 'withdraw')).body).toMatchObject({ code: 'invalid_state', meta: { status: 'withdrawn' } })
    expect((await act(id, 'remind')).body).toMatchObject({ code: 'invalid_state' })
    expect((await signer.decline()).status).toBe(409)
  })
})

describe('remind', () => {
  it('sends the same link again, at most once a minute', async () => {
    const { id, created } = await sendOne()
    const link = created.signers[0]!.signingUrl
    const answer = await act(id, 'remind')
    const now = server.clock.now()
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        emailed: true,
        reminderCount: 1,
        remindedAt: now.toISOString(),
        nextRemindAllowedAt: new Date(now.getTime() + 60_000).toISOString(),
      }),
    ])
    expect((await server.outbox()).at(-1)!.body).toContain(link)
    const again = await act(id, 'remind')
    expect([again.status, again.headers.get('retry-after'), again.headers.get('ratelimit-limit')]).toEqual([
      429,
      '60',
      null,
    ])
    server.clock.advance(60_000)
    expect((await act(id, 'remind')).body).toMatchObject({ reminderCount: 2 })
    expect((await readRequest(server, key, id)).signingUrl).toBe(link)
  })
})

describe('what a mail scanner does to a link', () => {
  it('changes nothing', async () => {
    const { id, created } = await sendOne()
    const path = new URL(created.signers[0]!.signingUrl).pathname
    for (const method of ['HEAD', 'GET']) await server.fetch(path, { method })
    await server.fetch(`${path}/document.pdf`)
    expect((await readRequest(server, key, id)).status).toBe('pending')
    const foreign = await server.fetch(`${path}/viewed`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example', 'Content-Type': 'application/json' },
      body: '{}',
    })
    expect(foreign.status).toBe(403)
    expect((await readRequest(server, key, id)).status).toBe('pending')
  })

  it('returns nothing for a link that was tampered with', async () => {
    const { created } = await sendOne()
    const path = new URL(created.signers[0]!.signingUrl).pathname
    const broken = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A')
    expect((await server.fetch(broken)).status).toBe(404)
    expect((await server.fetch('/sign/nonsense')).status).toBe(404)
  })
})

describe('retention', () => {
  it('deletes the files and keeps the proof', async () => {
    const workspace = await server.workspace({ retention_days: 30 })
    const own = await server.key({ workspaceId: workspace.id })
    const created = await send(server, own, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
    await new Signer(server, created.signers[0]!.signingUrl).sign()
    await server.work()
    const before = await readDocument(server, own, created.documentId)
    expect(before.retention.deletesAt).toBe(new Date(Date.parse(before.completedAt!) + 30 * DAY).toISOString())
    server.clock.advance(30 * DAY)
    await server.run('prune', {})
    const path = `/v1/documents/${created.documentId}`
    const gone = await server.call(own, 'GET', `${path}/signed`)
    expect([gone.status, gone.body, gone.headers.get('ratelimit-limit')]).toEqual([
      410,
      expect.objectContaining({ code: 'deleted_by_retention' }),
      '60',
    ])
    expect((await server.call(own, 'GET', `${path}/file`)).status).toBe(410)
    expect((await server.call(own, 'GET', `${path}/audit-trail`)).status).toBe(200)
    const after = await readDocument(server, own, created.documentId)
    expect([after.status, after.signedSha256, after.retention.deletedAt]).toEqual([
      'signed',
      before.signedSha256,
      server.clock.now().toISOString(),
    ])
  })

  it('deletes nothing more once the period was changed, also in a run that has begun', async () => {
    const { id: workspaceId } = await server.workspace({ retention_days: 30 })
    const own = await server.key({ workspaceId })
    const created = await send(server, own, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
    await new Signer(server, created.signers[0]!.signingUrl).sign()
    await server.work()
    server.clock.advance(30 * DAY)
    const { db } = server.ctx
    const run = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('documents').select('id').where('id', '=', created.documentId).forUpdate().execute()
      const run = server.run('prune', {})
      await waitForLock(db)
      await db.updateTable('workspaces').set({ retention_days: null }).where('id', '=', workspaceId).execute()
      return { ended: run }
    })
    await run.ended
    expect((await server.call(own, 'GET', `/v1/documents/${created.documentId}/file`)).status).toBe(200)
  })
})
