import type { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveMetrics } from '../../server/http/metrics-server.ts'
import { damage } from '../support/altered-file.ts'
import { useCommands } from '../support/cli.ts'
import { startFileServer } from '../support/file-server.ts'
import { readDocument, Signer, send } from '../support/flow.ts'
import { createCa } from '../support/pki.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { scrape } from '../support/scrape.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { folderOfTest } from '../support/tools.ts'

// The stored file is altered after the last signature: sealing fails for as long as it stays altered.
let server: TestServer
let receiver: Receiver
let metrics: { port: number; close(): Promise<void> }
let key: TestKey

beforeAll(async () => {
  server = await startServer()
  receiver = await startReceiver({ clock: server.clock })
  key = await server.key()
  metrics = await serveMetrics(server.ctx, 0)
})
afterAll(async () => {
  await metrics.close()
  await receiver.close()
  await server.stop()
})

const run = useCommands()

async function unsealable() {
  const created = await send(server, key, {
    signers: [{ email: 'ada@example.com', name: 'Ada' }],
    callback_url: receiver.url,
  })
  receiver.secrets.set('*', created.callback!.secret)
  const signer = new Signer(server, created.signers[0]!.signingUrl)
  await signer.sign()
  const repair = await damage(server, created)
  await server.work()
  const requestId = created.signers[0]!.signingRequestId
  return { id: created.documentId, requestId, signer, repair, since: server.clock.now().toISOString() }
}

async function pass(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    server.clock.advance(60_000)
    await server.run('reconcile', {})
    await server.work()
  }
}

const events = (id: string, type: string) =>
  receiver.deliveries.filter(({ event }) => event.event === type && event.document_id === id).map(({ event }) => event)

async function health() {
  server.clock.advance(6_000)
  // A worker seen just now; the turns the test runs itself do not count as one.
  const at = server.clock.now()
  await server.ctx.db
    .insertInto('worker_heartbeats')
    .values({ worker_id: 'test', at })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ at }))
    .execute()
  const answer = await server.fetch('/health/ready')
  return { status: answer.status, body: (await answer.json()) as { checks: Record<string, { note?: string }> } }
}

describe('a seal that fails for a reason other than a time-stamp authority', () => {
  it('shows in the document, as an event after 10 minutes and in health; and is made as soon as it can be', async () => {
    const { id, signer, repair, since } = await unsealable()
    const { status, completable, sealProblem, seal } = await readDocument(server, key, id)
    expect({ status, completable, seal }).toEqual({ status: 'pending', completable: true, seal: null })
    expect(sealProblem).toEqual({
      code: 'pades_failed',
      reason: null,
      since,
      attempts: 1,
      nextAttemptAt: expect.stringMatching(/Z$/),
    })
    // Sealing "in a moment" is no longer promised.
    const page = await signer.page()
    expect(page).toContain('This is taking longer than usual')
    expect(page).not.toContain('as soon as it is ready')
    expect(await health()).toMatchObject({
      status: 200,
      body: { checks: { seals: { note: '1 document cannot be sealed' } } },
    })
    expect((await scrape(metrics.port)).get('countersign_seals_stuck')).toBe(1)

    await pass(9)
    expect(events(id, 'document.seal_delayed')).toEqual([])
    await pass(3)
    expect(events(id, 'document.seal_delayed')).toEqual([
      expect.objectContaining({ document_id: id, reason: 'pades_failed', since }),
    ])
    expect((await scrape(metrics.port)).get('countersign_seals_stuck')).toBe(1)
    expect((await readDocument(server, key, id)).sealProblem?.attempts).toBeGreaterThan(5)

    await repair()
    await pass(2)
    expect(await readDocument(server, key, id)).toMatchObject({ status: 'signed', sealProblem: null })
    expect(events(id, 'document.completed')).toHaveLength(1)
    expect(events(id, 'document.seal_delayed')).toHaveLength(1)
    expect((await health()).body.checks.seals).not.toHaveProperty('note')
  })

  it('document.abandoned: ended by the sender, once, with an event and an audit entry, and never sealed again', async () => {
    const { id, requestId, signer, repair } = await unsealable()
    const abandon = () => server.call(key, 'POST', `/v1/documents/${id}/abandon`)
    const first = await abandon()
    expect(first).toMatchObject({ status: 200, body: { document_id: id, status: 'abandoned', abandoned_by: 'api' } })
    expect((await abandon()).body).toEqual(first.body)
    expect(await readDocument(server, key, id)).toMatchObject({
      status: 'abandoned',
      completable: false,
      sealProblem: null,
      seal: null,
    })
    await repair()
    await pass(3)
    expect((await readDocument(server, key, id)).status).toBe('abandoned')
    expect(events(id, 'document.abandoned')).toEqual([
      expect.objectContaining({ document_id: id, abandoned_by: 'api', occurred_at: expect.any(String) }),
    ])
    expect(events(id, 'document.completed')).toEqual([])
    expect((await server.call(key, 'GET', `/v1/documents/${id}/signed`)).status).toBe(409)
    const withdrawn = await server.call(key, 'POST', `/v1/signing-requests/${requestId}/withdraw`)
    expect(withdrawn).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    const trail = await server.call<{ events: { type: string }[] }>(key, 'GET', `/v1/documents/${id}/audit-events`)
    expect(trail.body.events.at(-1)?.type).toBe('abandoned')
    expect(await signer.page()).toContain('could not be completed for technical reasons')
    expect((await signer.call('GET', 'status')).body).toMatchObject({ abandoned: true })
  })

  it('cannot be abandoned while nothing is wrong, or by another workspace', async () => {
    const created = await send(server, key, { signers: [{ email: 'ada@example.com' }] })
    const path = `/v1/documents/${created.documentId}/abandon`
    expect(await server.call(key, 'POST', path)).toMatchObject({
      status: 409,
      body: { code: 'no_seal_problem', meta: { status: 'pending' } },
    })
    const { id: workspaceId } = await server.workspace()
    expect((await server.call(await server.key({ workspaceId }), 'POST', path)).status).toBe(404)
  })

  it('is retried at once by countersign documents reseal', async () => {
    const { id, repair } = await unsealable()
    const { config, db } = server.ctx
    const env = { DATA_DIR: config.dataDir, DATABASE_URL: db.url, MASTER_KEY: config.masterKey!.toString('hex') }
    const failed = await run(['documents', 'reseal', id], env)
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('pades_failed')
    await repair()
    expect(await run(['documents', 'reseal', id], env)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`sealed\t${id}`),
    })
    expect((await readDocument(server, key, id)).status).toBe('signed')
    expect((await run(['documents', 'reseal', id], env)).stderr).toContain('no seal is due')
  })
})

describe('a seal certificate that was revoked', () => {
  it('seals nothing from the hour on in which that is published, and the document says why', async () => {
    const folder = folderOfTest()
    const authority = await startFileServer()
    const ca = await createCa()
    const issued = await ca.issue({ name: 'Seal', key: 'RSA-3072', crlUrl: `${authority.url}/ca.crl` })
    const publish = async (revoked: X509Certificate[]) => {
      // Good for a week: nobody may wait for its end.
      const crl = await ca.crl({ revoked, nextUpdate: new Date(Date.now() + 7 * 86_400_000) })
      authority.paths.set('/ca.crl', (_, response) => response.end(crl))
    }
    await publish([])
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    writeFileSync(cert, `${issued.certificate.toString()}\n${ca.pem}`)
    writeFileSync(key, issued.key)
    const seal = { p12: null, p12Password: null, cert, key, level: 'B-LT' } as const
    const own = await startServer({ config: { seal } })
    try {
      const ownKey = await own.key()
      const signed = async () => {
        const { documentId, signers } = await send(own, ownKey, {
          signers: [{ email: 'ada@example.com', name: 'Ada' }],
        })
        await new Signer(own, signers[0]!.signingUrl).sign()
        await own.work()
        return readDocument(own, ownKey, documentId)
      }
      expect(await signed()).toMatchObject({ status: 'signed', seal: { level: 'B-LT' } })
      await publish([issued.certificate])
      own.clock.advance(61 * 60_000)
      expect(await signed()).toMatchObject({
        status: 'pending',
        sealProblem: { code: 'pades_failed', reason: 'certificate_revoked' },
      })
    } finally {
      await own.stop()
      await authority.close()
    }
  })
})
