import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocument, Signer, send } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('GET /documents/{id} (2.9)', () => {
  it('document.read: returns everything known about a new document', async () => {
    const pdf = makePdf()
    const created = await send(
      server,
      key,
      {
        signers: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
        observer_emails: ['o@example.com'],
        metadata: { order: '7731' },
        send_emails: false,
      },
      pdf,
    )
    const { signers, ...document } = await readDocument(server, key, created.documentId)
    const now = server.clock.now()
    expect(document).toEqual({
      id: created.documentId,
      title: 'lease.pdf',
      filename: 'lease.pdf',
      status: 'pending',
      sha256: created.sha256,
      originalSha256: sha256(pdf),
      signedSha256: null,
      placement: 'auto_append',
      signingMode: 'parallel',
      source: 'v1_api',
      sandbox: false,
      region: 'eu',
      metadata: { order: '7731' },
      observers: ['o@example.com'],
      templateId: null,
      templateVersion: null,
      envelopeId: null,
      createdAt: now.toISOString(),
      completedAt: null,
      expiresAt: new Date(now.getTime() + 14 * 86_400_000).toISOString(),
      completable: true,
      counts: { total: 2, signed: 0 },
      callbackConfigured: false,
      review: null,
      retention: { deletesAt: null, deletedAt: null },
      signatureLevel: 'ses',
      removed: [],
      earlierSignatures: [],
      seal: null,
      sealProblem: null,
      fileProblem: null,
    })
    expect(signers.map(({ id, email, status }) => [id, email, status])).toEqual(
      created.signers.map(({ signingRequestId, email }) => [signingRequestId, email, 'pending']),
    )
  })

  it('stays pending while some have signed and while the seal is made; signed means that the file is there', async () => {
    const created = await send(server, key, {
      signers: [
        { email: 'a@example.com', name: 'A' },
        { email: 'b@example.com', name: 'B' },
      ],
      send_emails: false,
    })
    const status = async () => {
      const { status, counts } = await readDocument(server, key, created.documentId)
      const file = await server.call(key, 'HEAD', `/v1/documents/${created.documentId}/signed`)
      return [status, counts.signed, file.status]
    }
    expect(await status()).toEqual(['pending', 0, 409])
    await new Signer(server, created.signers[0]!.signingUrl).sign()
    expect(await status()).toEqual(['pending', 1, 409])
    await new Signer(server, created.signers[1]!.signingUrl).sign()
    expect(await status()).toEqual(['pending', 2, 409])
    await server.work()
    expect(await status()).toEqual(['signed', 2, 200])
    const sealed = await readDocument(server, key, created.documentId)
    expect(sealed).toMatchObject({
      completedAt: server.clock.now().toISOString(),
      expiresAt: null,
      seal: { level: 'B-LT', certSerial: expect.stringMatching(/^[0-9a-f]+$/), tsaProvider: 'built-in' },
    })
    // The hash of what was sent for signature, not of the signed PDF.
    expect(sealed.sha256).toBe(created.sha256)
    expect(sealed.signedSha256).not.toBe(sealed.sha256)
  })

  it('with several endings the first that applies: declined, withdrawn, expired', async () => {
    const signers = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.com`, name }))
    const created = await send(server, key, { signers, send_emails: false, expires_in_days: 1 })
    const [first, second] = created.signers
    const read = () => readDocument(server, key, created.documentId)
    server.clock.advance(86_400_000)
    await server.run('expire-requests', {})
    expect(await read()).toMatchObject({ status: 'expired', completable: false, expiresAt: null })
    await server.call(key, 'POST', `/v1/signing-requests/${first!.signingRequestId}/withdraw`)
    expect((await read()).status).toBe('withdrawn')
    const other = await send(server, key, { signers, send_emails: false })
    await server.call(key, 'POST', `/v1/signing-requests/${other.signers[0]!.signingRequestId}/withdraw`)
    await new Signer(server, other.signers[1]!.signingUrl).decline()
    expect((await readDocument(server, key, other.documentId)).status).toBe('declined')
    expect(second!.status).toBe('pending')
  })

  it('is advanced only when the signature of every signer is', async () => {
    const sms = { email: 'a@example.com', require_sms_verification: true, phone_e164: '+41791234567' }
    const level = async (signers: object[]) => {
      const { documentId } = await send(server, key, { signers, send_emails: false })
      return (await readDocument(server, key, documentId)).signatureLevel
    }
    expect(await level([sms])).toBe('aes')
    expect(await level([sms, { email: 'b@example.com' }])).toBe('ses')
  })
})
