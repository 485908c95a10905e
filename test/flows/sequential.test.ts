import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEvent } from '../../sdk/src/verify/index.ts'
import { type Created, readDocument, Signer, send, willing } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let receiver: Receiver
let key: TestKey

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

async function sendInOrder(fields: Record<string, unknown> = {}): Promise<Created> {
  receiver = await startReceiver({ clock: server.clock })
  const created = await send(server, key, {
    signing_mode: 'sequential',
    signers: [
      { email: 'second@example.com', name: 'Second', signing_order: 7 },
      { email: 'first@example.com', name: 'First', signing_order: 2 },
    ],
    callback_url: receiver.url,
    ...fields,
  })
  receiver.secrets.set('*', created.callback!.secret)
  await server.work()
  return created
}

const story = () => receiver.deliveries.map(({ event }) => [event.event, (event.signer as { email: string }).email])

describe('a sequential send (contract 3, 6.3)', () => {
  it('shows each signer what earlier signers entered, and the caller what was sent', async () => {
    const box = { page: 1, x: 0.1, w: 0.3, h: 0.05 }
    const created = await sendInOrder({
      placement: 'explicit',
      signers: [
        { email: 'first@example.com', role: 'seller', name: 'First' },
        { email: 'second@example.com', role: 'buyer', name: 'Second' },
      ],
      fields: [
        { ...box, role: 'seller', kind: 'text', y: 0.1, field_key: 'price' },
        { ...box, role: 'seller', kind: 'signature', y: 0.2 },
        { ...box, role: 'buyer', kind: 'signature', y: 0.3 },
      ],
    })
    const seen = async (index: number) => {
      const answer = await server.fetch(`${new URL(created.signers[index]!.signingUrl).pathname}/document.pdf`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const [page] = await pdfJsTexts(bytes)
      return { hash: createHash('sha256').update(bytes).digest('hex'), text: page!.map(({ text }) => text).join(' ') }
    }
    expect((await seen(0)).hash).toBe(created.sha256)
    await new Signer(server, created.signers[0]!.signingUrl).sign({
      values: (field) => (field.kind === 'text' ? { type: 'text', text: 'EUR 900,000' } : willing(field, 'First')),
    })
    await server.work()
    const events = await server.call<{ events: AuditEvent[] }>(
      key,
      'GET',
      `/v1/documents/${created.documentId}/audit-events`,
    )
    const signed = events.body.events.find(({ type }) => type === 'signed')
    for (const index of [0, 1]) {
      const { hash, text } = await seen(index)
      expect(hash).toBe((signed!.meta as { sha256: string }).sha256)
      expect(text).toContain('EUR 900,000')
      expect(text).toContain('First, ')
    }
    const file = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/file`)
    expect(createHash('sha256').update(file.body).digest('hex')).toBe(created.sha256)
  })

  it('invites one after the other, and reports the release before the signature that caused it', async () => {
    const created = await sendInOrder()
    const [second, first] = created.signers
    expect([second!.status, second!.emailed, second!.expiresAt]).toEqual(['queued', false, null])
    expect([first!.status, first!.emailed]).toEqual(['pending', true])
    const waiting = new Signer(server, second!.signingUrl)
    expect(await waiting.page()).toContain('turn')
    expect((await waiting.call('POST', 'complete', { consentVersion: 'x', values: {} })).body).toMatchObject({
      code: 'queued',
    })

    server.clock.advance(3_600_000)
    await new Signer(server, first!.signingUrl).sign()
    await server.work()
    expect(story()).toEqual([
      ['signing_request.sent', 'first@example.com'],
      ['signing_request.sent', 'second@example.com'],
      ['signing_request.signed', 'first@example.com'],
    ])
    const release = receiver.deliveries[1]!.event
    expect(release).toMatchObject({
      source: 'sequential_release',
      emailed: true,
      occurred_at: server.clock.now().toISOString(),
    })
    expect((release.signer as { slot: number }).slot).toBe(7)
    const { signers } = await readDocument(server, key, created.documentId)
    const fourteenDays = 14 * 24 * 3_600_000
    expect(signers[0]).toMatchObject({
      status: 'pending',
      emailed: true,
      expiresAt: new Date(server.clock.now().getTime() + fourteenDays).toISOString(),
    })

    await new Signer(server, second!.signingUrl).sign()
    await server.work()
    expect((await readDocument(server, key, created.documentId)).status).toBe('signed')
    await receiver.close()
  })

  it('reports emailed: false when no mail is to be sent', async () => {
    const created = await sendInOrder({ send_emails: false })
    await new Signer(server, created.signers[1]!.signingUrl).sign()
    await server.work()
    expect(receiver.deliveries[1]!.event).toMatchObject({ event: 'signing_request.sent', emailed: false })
    const mails = await server.outbox()
    expect(mails.filter(({ body }) => created.signers.some(({ signingUrl }) => body.includes(signingUrl)))).toEqual([])
    await receiver.close()
  })

  it('sends the events after 15 s when the invitation cannot be sent', async () => {
    const created = await sendInOrder()
    // A mail provider that is down: every attempt fails, none permanently.
    const { send: outbox } = server.ctx.mail
    server.ctx.mail.send = async () => {
      const { MailError } = await import('../../server/mail/index.ts')
      throw new MailError('the provider is down', { permanent: false, reason: 'down' })
    }
    await new Signer(server, created.signers[1]!.signingUrl).sign()
    await server.work()
    expect(story()).toHaveLength(1)
    server.clock.advance(15_000)
    await server.work()
    expect(story().slice(1)).toEqual([
      ['signing_request.sent', 'second@example.com'],
      ['signing_request.signed', 'first@example.com'],
    ])
    expect(receiver.deliveries[1]!.event.emailed).toBe(false)
    server.ctx.mail.send = outbox
    await receiver.close()
  })

  it('never releases after a decline, and queued signers emit nothing', async () => {
    const created = await sendInOrder()
    expect((await new Signer(server, created.signers[1]!.signingUrl).decline('too dear')).status).toBe(200)
    await server.work()
    expect(story().map(([type]) => type)).toEqual(['signing_request.sent', 'signing_request.declined'])
    const document = await readDocument(server, key, created.documentId)
    expect([document.status, document.completable, document.signers[0]!.status]).toEqual(['declined', false, 'queued'])
    server.clock.advance(90 * 24 * 3_600_000)
    await server.run('expire-requests', {})
    expect((await readDocument(server, key, created.documentId)).signers[0]!.status).toBe('queued')
    await receiver.close()
  })
})

it('sends both events together when the clock is running', async () => {
  const now = server.clock.now.bind(server.clock)
  let ticks = 0
  server.clock.now = () => new Date(now().getTime() + ticks++)
  const created = await sendInOrder()
  await new Signer(server, created.signers[1]!.signingUrl).sign()
  await server.work()
  server.clock.now = now
  expect(story().map(([type]) => type)).toEqual([
    'signing_request.sent',
    'signing_request.sent',
    'signing_request.signed',
  ])
  await receiver.close()
})
