import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import { startDovecot } from '../support/dovecot.ts'
import { readRequest, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'
import { tool } from '../support/tools.ts'

/** Mails that came back by SMTP, read from a real mailbox. */

const WORDS = '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown'

let smtp: SmtpStandIn
let server: TestServer
let key: TestKey
let owner: DashboardUser
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startServer({ config: { mailUrl: smtp.url, bounceAddress: 'bounces@acme.test' } })
  key = await server.key({ workspaceId: (await server.workspace()).id })
  owner = await signIn(server, { workspaceId: key.workspaceId, role: 'owner' })
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
})

/** A report on a mail, as Postfix writes it. */
function report(mail: string, { action = 'failed', diagnostic = `smtp; ${WORDS}` } = {}): string {
  const headers = mail.slice(0, mail.search(/\r?\n\r?\n/))
  return `From: MAILER-DAEMON@mx.example.com (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: bounces@acme.test
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="6A2F4.1764/mx.example.com"

This is a MIME-encapsulated message.

--6A2F4.1764/mx.example.com
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--6A2F4.1764/mx.example.com
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; ada@forwarded.example.net
Original-Recipient: rfc822;ada@example.com
Action: ${action}
Status: 5.1.1
Diagnostic-Code: ${diagnostic.replace(': User', ':\n    User')}

--6A2F4.1764/mx.example.com
Content-Description: Undelivered Message
Content-Type: message/rfc822

${headers}

--6A2F4.1764/mx.example.com--
`
}

/** The same as Exim writes it where it refuses an address by itself. */
function reportOfExim(mail: string): string {
  const headers = mail.slice(0, mail.search(/\r?\n\r?\n/))
  return `Return-path: <>
From: Mail Delivery System <Mailer-Daemon@mx.example.com>
To: bounces@acme.test
Content-Type: multipart/report; report-type=delivery-status; boundary=1796068381-eximdsn-778627914

--1796068381-eximdsn-778627914
Content-type: text/plain; charset=us-ascii

The following address(es) failed:

  ada@example.com
    ${WORDS}

--1796068381-eximdsn-778627914
Content-type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Action: failed
Final-Recipient: rfc822;ada@example.com
Status: 5.0.0

--1796068381-eximdsn-778627914
Content-type: text/rfc822-headers

${headers}

--1796068381-eximdsn-778627914--
`
}

const newest = () => smtp.messages.at(-1)!
const dovecot = tool('dovecot')

test.skipIf(!dovecot)('what comes back to the mailbox is shown to the sender, and read once', async () => {
  const mailbox = await startDovecot(dovecot!)
  server.ctx.config.bounceMailbox = mailbox.url
  const { documentId, signers } = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
  const id = signers[0]!.signingRequestId
  await server.work()
  expect(newest().from).toBe('bounces@acme.test')
  // Late, out of office, and of nobody.
  mailbox.deliver(report(newest().data, { action: 'delayed' }))
  mailbox.deliver('From: ada@example.com\nTo: bounces@acme.test\nSubject: Out of office\n\nAction: failed\n')
  mailbox.deliver(report('Subject: something else\n\n'))
  await server.run('returned-mails', {})
  expect(mailbox.unread()).toBe(0)
  expect(await readRequest(server, key, id)).toMatchObject({ emailed: true })

  mailbox.deliver(report(newest().data))
  await server.run('returned-mails', {})
  expect(await readRequest(server, key, id)).toMatchObject({ status: 'pending', emailed: false })
  expect(mailbox.unread()).toBe(0)
  await server.work()
  expect(newest().data).toContain('not delivered')

  // Once reminded, it came back before: only a new report counts.
  await server.run('returned-mails', {})
  server.clock.advance(61_000)
  expect((await server.call(key, 'POST', `/v1/signing-requests/${id}/remind`)).status).toBe(200)
  await server.run('returned-mails', {})
  expect(await readRequest(server, key, id)).toMatchObject({ emailed: true })
  mailbox.deliver(reportOfExim(newest().data))
  await server.run('returned-mails', {})
  expect(await readRequest(server, key, id)).toMatchObject({ emailed: false })
  expect(await (await owner.get(`/documents/${documentId}`)).text()).toContain('Recipient address rejected')
})

test.skipIf(!dovecot)('a finished copy that comes back needs attention, and can be sent again', async () => {
  const mailbox = await startDovecot(dovecot!)
  server.ctx.config.bounceMailbox = mailbox.url
  const { documentId, signers } = await send(server, key, {
    signers: [{ email: 'ada@example.com', name: 'Ada' }],
    observer_emails: ['files@example.com'],
  })
  await new Signer(server, signers[0]!.signingUrl).sign()
  await server.work()
  const copiesTo = (to: string) =>
    smtp.messages.filter(
      (mail) => mail.to.includes(to) && /^Countersign-Email:\s+(completed|observer_copy)/m.test(mail.data),
    )
  const attention = async () => (await (await owner.get('/documents?tab=attention')).text()).includes(documentId)
  const tos = { 'ada@example.com': signers[0]!.signingRequestId, 'files@example.com': 'files@example.com' }
  for (const [email, to] of Object.entries(tos)) {
    const first = copiesTo(email).at(-1)!
    expect(await attention()).toBe(false)
    // Twice, as by a server that reports each of its attempts.
    mailbox.deliver(report(first.data))
    mailbox.deliver(report(first.data))
    await server.run('returned-mails', {})
    expect(await attention()).toBe(true)
    const page = await (await owner.get(`/documents/${documentId}`)).text()
    expect(page).toContain(`could not be delivered to <bdi>${email}</bdi>`)
    await server.work()
    expect(newest().data).toContain(email)
    const before = copiesTo(email).length
    expect((await owner.post(`/documents/${documentId}/copies`, { to })).status).toBe(303)
    await server.work()
    expect(copiesTo(email)).toHaveLength(before + 1)
  }
  expect(await attention()).toBe(false)
})

test('a mailbox that cannot be read fails the job, and nothing else', async () => {
  server.ctx.config.bounceMailbox = 'imap://bounces:wrong@127.0.0.1:9/'
  await expect(server.run('returned-mails', {})).rejects.toThrow('ECONNREFUSED')
})
