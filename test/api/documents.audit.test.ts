import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveRef } from '../../server/openapi.ts'
import { loadSpec } from '../support/contract.ts'
import { type Created, readDocument, Signer, send } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

interface AuditEvent {
  seq: number
  type: string
  ip: string | null
  prev_hash: string
  hash: string
}

let server: TestServer
let key: TestKey
let created: Created

beforeAll(async () => {
  server = await startServer({ config: { trustedProxies: ['127.0.0.0/8'] } })
  key = await server.key()
  created = await send(server, key, {
    title: 'Lease of 1 Main Street',
    signers: [
      { email: 'ada@example.com', name: 'Ada Lovelace', phone_e164: '+41791234567' },
      { email: 'grace@example.com', name: 'Grace Hopper' },
    ],
  })
  await server.work()
  for (const { signingUrl } of created.signers) {
    const signer = new Signer(server, signingUrl)
    await signer.view()
    await signer.sign()
  }
  await server.work()
})
afterAll(() => server.stop())

const events = async (id = created.documentId) =>
  (
    await server.call<{ document_id: string; events: AuditEvent[]; head: object }>(
      key,
      'GET',
      `/v1/documents/${id}/audit-events`,
    )
  ).body
const trail = (headers: Record<string, string> = {}, id = created.documentId) =>
  server.call<Buffer>(key, 'GET', `/v1/documents/${id}/audit-trail`, { headers })
const text = async (pdf: Buffer) =>
  (await pdfJsTexts(pdf))
    .flat()
    .map((item) => item.text)
    .join(' ')
    .replace(/\s+/g, ' ')

/** RFC 8785 for the types used here: strings, whole numbers, null, lists and objects. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`
}

describe('GET /documents/{id}/audit-events', () => {
  it('reports every step, in order, with masked addresses', async () => {
    const { document_id, events: all } = await events()
    expect(document_id).toBe(created.documentId)
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1))
    expect(all.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['created', 'sent', 'email_sent', 'viewed', 'consented', 'signed', 'sealed']),
    )
    expect(all[0]!.type).toBe('created')
    const media = resolveRef(loadSpec(), loadSpec().paths['/documents/{id}/audit-events']!.get!.responses[200]!).content
    const shown = media!['application/json']!.example as unknown as { events: { meta: object }[] }
    const { meta } = all[0] as unknown as { meta: object }
    expect(Object.keys(meta).sort()).toEqual(Object.keys(shown.events[0]!.meta).sort())
    for (const { ip } of all) expect(ip === null || /^[\d.]+\.0\/24$|\/48$/.test(ip)).toBe(true)
    expect(JSON.stringify(all)).not.toMatch(/127\.0\.0\.1|\+41791234567/)
  })

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:abcd:12:34:56:78:9', '2001:db8:abcd::/48'],
    ['::ffff:198.51.100.7', '198.51.100.0/24'],
  ])('shows %s as %s', async (address, shown) => {
    server.clock.advance(61_000)
    const other = await send(server, key, { signers: [{ email: 'ada@example.com' }] })
    const signer = new Signer(server, other.signers[0]!.signingUrl)
    await signer.call('POST', 'viewed', {}, { 'X-Forwarded-For': address })
    const viewed = (await events(other.documentId)).events.find(({ type }) => type === 'viewed')
    expect(viewed?.ip).toBe(shown)
  })

  it('can be recomputed by anyone from the answer alone', async () => {
    const { events: all, head } = await events()
    let previous = '0'.repeat(64)
    for (const { hash, prev_hash, ...event } of all) {
      expect(prev_hash).toBe(previous)
      previous = createHash('sha256').update(previous).update(canonical(event)).digest('hex')
      expect(hash).toBe(previous)
    }
    expect(head).toEqual({ seq: all.length, hash: previous })
  })
})

describe('GET /documents/{id}/audit-trail (4.12)', () => {
  it('audit-trail.pdf: is one whatever Accept says', async () => {
    for (const accept of ['application/json', 'text/html', '*/*']) {
      const { status, headers, body } = await trail({ Accept: accept })
      expect([status, headers.get('content-type'), body.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ])
    }
  })

  it('audit-trail.contents: hashes, times and masked addresses, in English', async () => {
    const { body } = await trail()
    const said = await text(body)
    const document = await readDocument(server, key, created.documentId)
    const parts = ['Audit trail', 'Lease of 1 Main Street', 'Ada Lovelace', 'grace@example.com', '127.0.0.0/24']
    for (const part of [...parts, document.sha256, document.originalSha256, document.signedSha256!])
      expect(said).toContain(part)
    for (const { hash } of (await events()).events) expect(said).toContain(hash)
    expect(said).not.toMatch(/127\.0\.0\.1|\+41791234567|\/sign\//)
  })

  it('says in words what happened, with which device, and attributes entries to the person of that time', async () => {
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
    const own = await server.key()
    const sent = await send(server, own, { signers: [{ email: 'wrong@example.com', name: 'Wrong Person' }] })
    const { signingRequestId, signingUrl } = sent.signers[0]!
    await new Signer(server, signingUrl).call('POST', 'viewed', {}, { 'User-Agent': iphone })
    const json = { email: 'right@example.com', name: 'Right Person' }
    const given = await server.call<{ signingUrl: string }>(
      own,
      'POST',
      `/v1/signing-requests/${signingRequestId}/reassign`,
      { json },
    )
    await new Signer(server, given.body.signingUrl).sign()
    const { body } = await server.call<Buffer>(own, 'GET', `/v1/documents/${sent.documentId}/audit-trail`)
    const said = await text(body)
    for (const part of [
      'Opened the document Wrong Person <wrong@example.com>',
      'with Safari on iPhone',
      'Request given to another person Right Person <right@example.com>; before: Wrong Person <wrong@example.com>',
      'Signed Right Person <right@example.com>; by: personal link',
      'intent: pressed “Finish and sign”',
    ])
      expect(said).toContain(part)
    expect(said.replaceAll('cs_live_', '')).not.toMatch(/[a-z]_[a-z]|Mozilla/)
  })

  it('is available from the first invitation on', async () => {
    const young = await send(server, key, { signers: [{ email: 'a@example.com' }] }, makePdf())
    const { status, body } = await trail({}, young.documentId)
    expect([status, (await text(body)).includes('pending')]).toEqual([200, true])
  })
})
