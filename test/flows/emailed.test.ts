import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { readDocument, readRequest, Signer, send } from '../support/flow.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'

/** A domain with a null MX (RFC 7505) accepts no mail: no report may claim that one was sent there. */
describe('an address on a domain that accepts no mail', () => {
  let server: TestServer
  let receiver: Receiver
  let smtp: SmtpStandIn
  let dns: NameServer
  let key: TestKey

  beforeAll(async () => {
    ;[smtp, dns] = await Promise.all([startSmtp(), startNameServer()])
    dns.names.set('null.test', ['mx 0 .'])
    dns.names.set('mail.test', ['mx 10 mx.mail.test'])
    server = await startServer({ config: { mailUrl: smtp.url, dnsServers: [dns.address] } })
    receiver = await startReceiver({ clock: server.clock })
    key = await server.key()
  })
  afterAll(async () => {
    await receiver.close()
    await server.stop()
    await smtp.close()
    await dns.close()
  })

  const mailed = () => smtp.messages.flatMap(({ to }) => to)

  it('is found by words where documents need attention', async () => {
    const { documentId } = await send(server, key, {
      title: 'Lease of the mill',
      signers: [{ email: 'nobody@null.test', name: 'Nobody' }],
    })
    const person = await signIn(server, { workspaceId: key.workspaceId })
    const page = async (tab: string) => (await person.get(`/documents?tab=${tab}&q=mill`)).text()
    expect(await page('attention')).toContain(documentId)
    expect(await page('waiting')).not.toContain(documentId)
  })

  it('is reported as not emailed when it is invited first', async () => {
    const created = await send(server, key, {
      signers: [
        { email: 'nobody@null.test', name: 'Nobody' },
        { email: 'ada@mail.test', name: 'Ada' },
      ],
    })
    await server.work()
    expect(created.signers.map(({ emailed }) => emailed)).toEqual([false, true])
    expect((await readDocument(server, key, created.documentId)).signers.map(({ emailed }) => emailed)).toEqual([
      false,
      true,
    ])
    expect(mailed()).toEqual(['ada@mail.test'])
  })

  it('also when it is released later: reported at once, before the signature that caused it', async () => {
    const created = await send(server, key, {
      signing_mode: 'sequential',
      signers: [
        { email: 'grace@mail.test', name: 'Grace' },
        { email: 'nobody@null.test', name: 'Nobody' },
      ],
      callback_url: `${receiver.url}/released`,
    })
    receiver.secrets.set('/released', created.callback!.secret)
    await server.work()
    await new Signer(server, created.signers[0]!.signingUrl).sign()
    await server.work()
    const delivered = receiver.deliveries.map(({ event }) => [event.event, event.emailed])
    expect(delivered).toEqual([
      ['signing_request.sent', undefined],
      ['signing_request.sent', false],
      ['signing_request.signed', undefined],
    ])
    expect(mailed()).not.toContain('nobody@null.test')
    const { signers } = await readDocument(server, key, created.documentId)
    expect(signers[1]).toMatchObject({ status: 'pending', emailed: false })
  })

  it('also when it is reminded: 502, nothing sent, and the call may be repeated at once', async () => {
    const created = await send(server, key, {
      signers: [{ email: 'nobody@null.test', name: 'Nobody' }],
      send_emails: false,
    })
    const { signingRequestId: id } = created.signers[0]!
    for (let i = 0; i < 2; i++) {
      const { status, body } = await server.call<{ code: string }>(key, 'POST', `/v1/signing-requests/${id}/remind`)
      expect([status, body.code]).toEqual([502, 'email_failed'])
    }
    expect(mailed()).not.toContain('nobody@null.test')
    expect(await readRequest(server, key, id)).toMatchObject({ emailed: false, reminderCount: 0 })
  })
})
