import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocument, readRequest, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const ada = {
  ...{ email: 'ada@example.com', name: 'Ada Lovelace', role: 'tenant', reference: 'cust-17', company: 'ACME' },
  ...{ job_title: 'CEO', phone_e164: '+41791234567' },
}

describe('GET /signing-requests/{id} (2.9)', () => {
  it('is the signer’s row with the document it belongs to, and every audit entry of the signer', async () => {
    const created = await send(server, key, { signers: [ada], send_emails: false })
    const [signer] = created.signers
    const { auditEvents, ...row } = await readRequest(server, key, signer!.signingRequestId)
    expect(row).toEqual({
      id: signer!.signingRequestId,
      documentId: created.documentId,
      documentStatus: 'pending',
      email: ada.email,
      name: ada.name,
      role: ada.role,
      slot: null,
      order: null,
      status: 'pending',
      locale: 'en',
      reference: ada.reference,
      company: ada.company,
      returnUrl: null,
      jobTitle: ada.job_title,
      signingUrl: signer!.signingUrl,
      channel: 'email',
      emailed: false,
      texted: false,
      requireSmsVerification: false,
      signatureLevel: 'ses',
      phoneMasked: expect.stringMatching(/^\+41.*67$/),
      viewedAt: null,
      signedAt: null,
      declinedAt: null,
      withdrawnAt: null,
      withdrawnBy: null,
      expiredAt: null,
      smsVerifiedAt: null,
      expiresAt: signer!.expiresAt,
      createdAt: server.clock.now().toISOString(),
      lastRemindedAt: null,
      reminderCount: 0,
    })
    expect(row.phoneMasked).not.toContain('123')
    expect(auditEvents.map(({ type }) => type)).toEqual(['sent'])
  })

  it('shows the link while it can be used, but never to a key that may only read', async () => {
    const created = await send(server, key, { signers: [ada], send_emails: false })
    const [{ signingRequestId: id, signingUrl }] = created.signers as [(typeof created.signers)[number]]
    const reader = await server.key({ scope: 'read' })
    expect((await readRequest(server, reader, id)).signingUrl).toBeNull()
    expect((await readDocument(server, reader, created.documentId)).signers[0]!.signingUrl).toBeNull()
    await new Signer(server, signingUrl).view()
    expect(await readRequest(server, key, id)).toMatchObject({ status: 'viewed', signingUrl })
    server.clock.advance(5_000)
    await new Signer(server, signingUrl).sign()
    const signed = await readRequest(server, key, id)
    expect(signed).toMatchObject({ status: 'signed', signingUrl: null, signedAt: server.clock.now().toISOString() })
    expect(signed.auditEvents.map(({ type }) => type)).toEqual(['sent', 'viewed', 'displayed', 'consented', 'signed'])
    expect(signed.auditEvents.map(({ seq }) => seq)).toEqual([...signed.auditEvents.map(({ seq }) => seq)].sort())
  })

  it('a queued signer has a link and no expiry yet', async () => {
    const created = await send(server, key, {
      signers: [ada, { email: 'b@example.com' }],
      signing_mode: 'sequential',
      send_emails: false,
    })
    const second = await readRequest(server, key, created.signers[1]!.signingRequestId)
    expect(second).toMatchObject({ status: 'queued', order: 2, slot: 2, expiresAt: null, auditEvents: [] })
    expect(second.signingUrl).toBe(created.signers[1]!.signingUrl)
  })
})
