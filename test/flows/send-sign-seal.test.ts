import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditEvent, verifyPdf } from '../../sdk/src/verify/index.ts'
import { type Created, readDocument, Signer, send } from '../support/flow.ts'
import { makePdf, textAt } from '../support/pdf-fixtures.ts'
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const pdf = makePdf({
  content:
    textAt(72, 700, 'Lease of 1 Main Street') +
    textAt(72, 600, '[[ls:signature:tenant]]') +
    textAt(72, 500, '[[ls:signature:landlord]]') +
    textAt(72, 450, '[[ls:text:tenant:place.of.birth]]'),
})

let server: TestServer
let receiver: Receiver
let key: TestKey
let created: Created
let bytes: Buffer
let events: AuditEvent[]

/** One document from the call to the sealed file; the tests below check the results. */
beforeAll(async () => {
  server = await startServer()
  receiver = await startReceiver({ clock: server.clock })
  key = await server.key()
  created = await send(
    server,
    key,
    {
      signers: [
        { email: 'ada@example.com', role: 'tenant', name: 'Ada Lovelace', reference: 'cust-17' },
        { email: 'grace@example.com', role: 'landlord' },
      ],
      observer_emails: ['notary@example.com'],
      metadata: { order: '7731', vip: true },
      callback_url: receiver.url,
    },
    pdf,
  )
  receiver.secrets.set('*', created.callback!.secret)
  await server.work()
  for (const { signingUrl, name } of created.signers) {
    const signer = new Signer(server, signingUrl)
    expect((await signer.view()).status).toBe(200)
    expect((await signer.sign({ name: name ?? 'Grace Hopper' })).status).toBe(200)
    await server.work()
  }
  const signed = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/signed`)
  expect(signed.status).toBe(200)
  bytes = signed.body
  const trail = await server.call<{ events: AuditEvent[] }>(
    key,
    'GET',
    `/v1/documents/${created.documentId}/audit-events`,
  )
  events = trail.body.events
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
})

const delivered = (type: string): Received[] => receiver.deliveries.filter(({ event }) => event.event === type)

describe('from the call to the sealed PDF', () => {
  it('answers the call as the contract shows it (2.6)', () => {
    expect(created).toMatchObject({
      status: 'pending',
      placement: 'anchors',
      anchors: { found: 3 },
      metadata: { order: '7731', vip: true },
      warnings: [],
    })
    expect(created.fields.map(({ role, kind, fieldKey }) => [role, kind, fieldKey])).toEqual([
      ['tenant', 'signature', null],
      ['landlord', 'signature', null],
      ['tenant', 'text', 'place.of.birth'],
    ])
    expect(created.originalSha256).toBe(sha256(pdf))
  })

  it('keeps every earlier state of the file as a prefix of the sealed one', async () => {
    const shown = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/file`)
    expect(sha256(shown.body)).toBe(created.sha256)
    expect(bytes.subarray(0, pdf.length).equals(pdf)).toBe(true)
    expect(bytes.subarray(0, shown.body.length).equals(shown.body)).toBe(true)
    for (const { meta } of events.filter(({ type }) => type === 'signed')) {
      const { length, sha256: recorded } = meta as { length: number; sha256: string }
      expect(sha256(bytes.subarray(0, length))).toBe(recorded)
    }
  })

  it('reports the state of the document', async () => {
    const document = await readDocument(server, key, created.documentId)
    expect(document).toMatchObject({
      status: 'signed',
      sha256: created.sha256,
      signedSha256: sha256(bytes),
      counts: { total: 2, signed: 2 },
      completable: true,
      callbackConfigured: true,
      seal: { level: 'B-LT', tsaProvider: 'built-in' },
    })
    expect(document.signers.map(({ name, status, signingUrl }) => [name, status, signingUrl])).toEqual([
      ['Ada Lovelace', 'signed', null],
      ['Grace Hopper', 'signed', null],
    ])
  })

  it('is accepted by the verifier, with the audit trail under the seal', async () => {
    const roots = server.ctx.sealer.certificates().roots
    const report = await verifyPdf(bytes, { roots, audit: events })
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(report.ok).toBe(true)
    expect(report.auditHead).toEqual({
      seq: events.find(({ type }) => type === 'sealed')!.seq - 1,
      hash: expect.any(String),
    })
  })

  it('signed.sha256: reports each step once, in full (6.2, 6.3)', () => {
    expect(receiver.deliveries.map(({ event }) => event.event)).toEqual([
      'signing_request.sent',
      'signing_request.viewed',
      'signing_request.signed',
      'signing_request.viewed',
      'signing_request.signed',
      'document.completed',
    ])
    const [completed] = delivered('document.completed')
    expect(completed!.event).toMatchObject({
      document_id: created.documentId,
      workspace_id: key.workspaceId,
      metadata: { order: '7731', vip: true },
      sha256: sha256(bytes),
      signer: { email: 'grace@example.com', name: 'Grace Hopper', role: 'landlord', slot: null, reference: null },
      signed_pdf_url: `${server.ctx.config.apiUrl}/documents/${created.documentId}/signed`,
    })
    expect(completed!.event).not.toHaveProperty('role')
    const [sent] = delivered('signing_request.sent')
    expect(sent!.event).toMatchObject({ source: 'v1_api', locale: 'en', role: 'tenant', reference: 'cust-17' })
    for (const { body } of receiver.deliveries) expect(body).not.toContain('/sign/')
  })

  it('mails invitations to signers and copies to signers and observers', async () => {
    const mails = await server.outbox()
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
      'ada@example.com',
      'ada@example.com',
      'grace@example.com',
      'grace@example.com',
      'notary@example.com',
    ])
    const invitations = mails.filter(({ body }) => created.signers.some(({ signingUrl }) => body.includes(signingUrl)))
    expect(invitations.length).toBeGreaterThanOrEqual(2)
  })

  it('renders the audit trail as a PDF', async () => {
    const trail = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/audit-trail`)
    expect(trail.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(trail.headers.get('content-disposition')).toContain('audit-trail')
  })

  it('serves ranges, validators and HEAD of the sealed file', async () => {
    const path = `/v1/documents/${created.documentId}/signed`
    const part = await server.call<Buffer>(key, 'GET', path, { headers: { Range: 'bytes=10-19' } })
    expect([part.status, part.body.equals(bytes.subarray(10, 20))]).toEqual([206, true])
    const tail = await server.call<Buffer>(key, 'GET', path, { headers: { Range: 'bytes=-5' } })
    expect(tail.body.equals(bytes.subarray(-5))).toBe(true)
    const beyond = await server.call(key, 'GET', path, { headers: { Range: `bytes=${bytes.length}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    const etag = part.headers.get('etag')!
    expect(etag).toBe(`"${sha256(bytes)}"`)
    expect((await server.call(key, 'GET', path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    const head = await server.call(key, 'HEAD', path)
    expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, String(bytes.length), undefined])
  })
})
