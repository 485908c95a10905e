import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../server/canonical.ts'
import type { components } from '../../server/generated/openapi.ts'
import { type Created, readDocument, Signer, send } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

type Trail = components['schemas']['AuditTrail']

const AGENT = 'Mozilla/5.0 (a phone of the test)'
const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** What a court would ask for (15 USC 7001, 7006; eIDAS Art. 26): all of it is in the hash chain. */
describe('the legal record of a signature', () => {
  let server: TestServer
  let key: TestKey
  let created: Created
  let trail: Trail

  beforeAll(async () => {
    server = await startServer()
    key = await server.key()
    created = await send(server, key, {
      signers: [
        {
          email: 'ada@example.com',
          name: 'Ada',
          locale: 'de',
          phone_e164: '+41791234567',
          require_sms_verification: true,
        },
        { email: 'grace@example.com', name: 'Grace' },
      ],
    })
    const [ada, grace] = created.signers.map(({ signingUrl }) => new Signer(server, signingUrl))
    await ada!.view()
    await ada!.verifyPhone(server)
    const { fields, consentVersion } = await ada!.data()
    const inked = fields.filter(({ kind }) => kind === 'signature')
    const values = Object.fromEntries(inked.map(({ id }) => [id, { type: 'typed', text: 'Ada' }]))
    await ada!.display()
    const signed = await ada!.call('POST', 'complete', { consentVersion, values }, { 'User-Agent': AGENT })
    expect(signed.status).toBe(200)
    expect((await grace!.sign()).status).toBe(200)
    await server.work()
    trail = (await server.call<Trail>(key, 'GET', `/v1/documents/${created.documentId}/audit-events`)).body
  })
  afterAll(() => server.stop())

  const adas = (type: string) => {
    const id = created.signers[0]!.signingRequestId
    return trail.events.find((event) => event.type === type && event.signing_request_id === id)!
  }

  it('names the text agreed to by version, language and hash, and anyone can read that text', async () => {
    const { meta } = adas('consented')
    expect(meta).toMatchObject({ locale: 'de', how: 'ticked_the_box', access: 'link' })
    const page = await (await fetch(`${server.url}/disclosure/${meta.version}?lang=de`)).text()
    expect(page).toContain(String(meta.text_sha256))
    expect(page).toContain('lang="de"')
    // The English text, the one a lawyer checks first, is one step away.
    expect(page).toMatch(/href="[^"]*lang=en"/)
  })

  it('records what was done to sign, by which link, with which code, and the state of the file then', async () => {
    expect(adas('signed').meta).toEqual({
      email: 'ada@example.com',
      name: 'Ada',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      length: expect.any(Number),
      signature_level: 'aes',
      intent: 'pressed_finish_and_sign',
      ink: ['typed'],
      signed_at: server.clock.now().toISOString(),
      time_zone: 'UTC',
      fields: ['Signature, page 2', 'Full name, page 2', 'Date of signing, page 2'],
      phone_masked: '+41*******67',
      sms_verified_at: expect.any(String),
      sms_message_id: expect.any(String),
      access: 'link',
      link_version: 1,
    })
    expect(adas('sms_verified').meta.provider_message_id).toBe(adas('signed').meta.sms_message_id)
  })

  it('binds the full address and browser by a commitment that can be opened, and can be erased', async () => {
    const event = adas('signed')
    expect(event.ip).toBe('127.0.0.0/24')
    const hidden = await server.ctx.db
      .selectFrom('audit_private')
      .selectAll()
      .where('document_id', '=', created.documentId)
      .where('seq', '=', event.seq)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(hidden.body)).toEqual({ ip: '127.0.0.1', user_agent: AGENT })
    expect(sha256(hidden.salt, hidden.body)).toBe(event.private_commitment)
  })

  it('is one chain that anyone can recompute, and the seal names its head', async () => {
    let previous = '0'.repeat(64)
    for (const { prev_hash, hash, ...event } of trail.events) {
      expect(prev_hash).toBe(previous)
      previous = sha256(previous, canonicalJson(event))
      expect(hash).toBe(previous)
    }
    const sealed = await server.ctx.db
      .selectFrom('documents')
      .select(['audit_head_seq', 'audit_head_hash'])
      .where('id', '=', created.documentId)
      .executeTakeFirstOrThrow()
    expect(trail.events[sealed.audit_head_seq! - 1]!.hash).toBe(sealed.audit_head_hash)
  })

  it('is printed in English, whatever language the signer read', async () => {
    const { body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/audit-trail`)
    const text = (await pdfJsTexts(body))
      .flat()
      .map((run) => run.text)
      .join('')
    const { meta } = adas('consented')
    for (const part of [
      'Audit trail',
      String(meta.text_sha256),
      '+41*******67',
      'intent: pressed “Finish and sign”',
      'language: de',
    ])
      expect(text.replaceAll(/\s+/g, '')).toContain(part.replaceAll(/\s+/g, ''))
    expect(text).not.toMatch(/127\.0\.0\.1|\+41791234567/)
  })

  it('and every signer gets a copy to keep', async () => {
    const { signedSha256 } = await readDocument(server, key, created.documentId)
    const copies = (await server.outbox()).filter(({ body }) => body.includes(signedSha256!))
    expect(copies.map(({ recipient }) => recipient).sort()).toEqual(['ada@example.com', 'grace@example.com'])
    for (const { signingUrl } of created.signers) {
      const file = await fetch(`${signingUrl}/signed.pdf`)
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    }
  })
})
