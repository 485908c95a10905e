import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Created, createForm, readDocument, Signer, send } from '../support/flow.ts'
import { type S3StandIn, startS3 } from '../support/s3.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

/** The object store is away for an hour. */
let s3: S3StandIn
let server: TestServer
let key: TestKey

const MINUTE_MS = 60_000
const fields = { signers: [{ email: 'ada@example.com', name: 'Ada' }] }

beforeAll(async () => {
  s3 = await startS3()
  server = await startServer({ config: { storage: { eu: s3.url, ch: s3.url, us: s3.url } } })
  key = await server.key()
})
afterAll(async () => {
  await server.stop()
  await s3.close()
})

const signerOf = (created: Created) => new Signer(server, created.signers[0]!.signingUrl)
const statusOf = async ({ documentId }: Created) => (await readDocument(server, key, documentId)).status

/** Everything in the background that has its time. */
async function work(): Promise<void> {
  for (const task of ['reconcile', 'check-files'] as const) await server.run(task, {})
  await server.work()
}

/** What a webhook for the whole workspace would have got, by document. */
async function eventsOf(created: Created): Promise<string[]> {
  const { body } = await server.call<{ events: { event: string; document_id?: string }[] }>(key, 'GET', '/v1/events')
  return body.events.filter(({ document_id }) => document_id === created.documentId).map(({ event }) => event)
}

test('calls and signatures fail and can be repeated, seals wait, and all is done once it is back', async () => {
  const [sealed, signed, open] = [
    await send(server, key, fields),
    await send(server, key, fields),
    await send(server, key, fields),
  ]
  expect((await signerOf(sealed).sign()).status).toBe(200)
  await work()
  const signer = signerOf(open)
  await signer.view()
  expect((await signerOf(signed).sign()).status).toBe(200)
  const failed = { status: 500, body: { code: 'storage_failed' } }
  const create = () =>
    server.call<Created>(key, 'POST', '/v1/signing-requests', {
      form: createForm(fields),
      headers: { 'Idempotency-Key': 'during the outage' },
    })

  s3.fail(503)
  for (const minutes of [0, 60]) {
    server.clock.advance(minutes * MINUTE_MS)
    await work()
    expect(await create()).toMatchObject(failed)
    expect(await signer.sign()).toMatchObject(failed)
    for (const file of ['file', 'signed'])
      expect(await server.call(key, 'GET', `/v1/documents/${sealed.documentId}/${file}`)).toMatchObject(failed)
    // What needs no file works on.
    expect([await statusOf(sealed), await statusOf(signed), await statusOf(open)]).toEqual([
      'signed',
      'pending',
      'pending',
    ])
    expect((await readDocument(server, key, signed.documentId)).sealProblem).not.toBeNull()
  }
  const ready = await server.fetch('/health/ready')
  expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { storage: { status: 'failed' } } }])

  s3.fail(null)
  const created = await create()
  expect(created.status).toBe(201)
  expect((await signer.sign()).status).toBe(200)
  server.clock.advance(MINUTE_MS)
  await work()
  expect((await signerOf(created.body).sign()).status).toBe(200)
  await work()
  for (const document of [sealed, signed, open, created.body]) {
    const { status, fileProblem } = await readDocument(server, key, document.documentId)
    expect([status, fileProblem]).toEqual(['signed', null])
    expect((await server.call(key, 'GET', `/v1/documents/${document.documentId}/signed`)).status).toBe(200)
    expect((await eventsOf(document)).filter((type) => type === 'document.completed')).toHaveLength(1)
  }
  expect(await eventsOf(signed)).toContain('document.seal_delayed')
  const copies = (await server.outbox()).filter(({ subject }) => subject?.startsWith('Signed by everyone'))
  expect(copies.filter(({ recipient }) => recipient === 'ada@example.com')).toHaveLength(4)
})
