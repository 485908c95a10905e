import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { readDocument, readRequest, Signer, send } from '../support/flow.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'

const HOUR_MS = 3_600_000

describe('a mail server that is down', () => {
  let server: TestServer
  let smtp: SmtpStandIn
  let key: TestKey

  beforeAll(async () => {
    smtp = await startSmtp()
    server = await startServer({ config: { mailUrl: smtp.url } })
    key = await server.key()
  })
  afterEach(() => smtp.answer('DATA', null))
  afterAll(async () => {
    await server.stop()
    await smtp.close()
  })

  const ada = { email: 'ada@example.com', name: 'Ada' }
  const mails = (to: string, words: string) =>
    smtp.messages.filter((mail) => mail.to.includes(to) && mail.data.includes(words)).length
  async function pass(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      await server.work()
      server.clock.advance(HOUR_MS)
    }
    await server.work()
  }
  const personOf = ({ workspaceId }: TestKey) => signIn(server, { workspaceId })
  const person = () => personOf(key)
  const ownKey = async () => server.key({ workspaceId: (await server.workspace()).id })

  it('for 36 hours delays an invitation, which needs attention meanwhile', async () => {
    smtp.answer('DATA', '451 later')
    const { documentId } = await send(server, key, { title: 'Outage lease', signers: [ada] })
    const emailed = async () => (await readDocument(server, key, documentId)).signers[0]!.emailed
    expect(await emailed()).toBe(true)
    await pass(9)
    expect(await emailed()).toBe(false)
    smtp.answer('DATA', null)
    const owner = await person()
    smtp.answer('DATA', '451 later')
    expect(await (await owner.get('/documents?tab=attention')).text()).toContain(documentId)
    await pass(27)
    expect(mails(ada.email, 'Outage lease')).toBe(0)
    smtp.answer('DATA', null)
    await pass(7)
    expect(mails(ada.email, 'Outage lease')).toBe(1)
    expect(await emailed()).toBe(true)
    expect(await (await owner.get('/documents?tab=attention')).text()).not.toContain(documentId)
    await pass(14)
    expect(mails(ada.email, 'Outage lease')).toBe(1)
  })

  it('does not make a reminded signer get the invitation as well, nor anybody one whose link has expired', async () => {
    smtp.answer('DATA', '451 later')
    const [reminded, late] = await Promise.all([
      send(server, key, { title: 'Reminded lease', signers: [ada] }),
      send(server, key, { title: 'Late lease', signers: [ada], expires_in_days: 1 }),
    ])
    await pass(9)
    smtp.answer('DATA', null)
    const { signingRequestId: id } = reminded.signers[0]!
    const { status } = await server.call(key, 'POST', `/v1/signing-requests/${id}/remind`)
    expect(status).toBe(200)
    smtp.answer('DATA', '451 later')
    await pass(15)
    smtp.answer('DATA', null)
    await pass(7)
    expect(mails(ada.email, 'Reminded lease')).toBe(1)
    expect(mails(ada.email, 'Late lease')).toBe(0)
    expect((await readDocument(server, key, late.documentId)).signers[0]).toMatchObject({ emailed: false })
  })

  it('delays the finished copies', async () => {
    const { signers } = await send(server, key, {
      title: 'Signed lease',
      signers: [ada],
      observer_emails: ['notary@example.com'],
    })
    await server.work()
    smtp.answer('DATA', '451 later')
    await new Signer(server, signers[0]!.signingUrl).sign()
    await pass(36)
    expect(mails('notary@example.com', 'Signed lease')).toBe(0)
    smtp.answer('DATA', null)
    await pass(7)
    expect(mails(ada.email, 'attached')).toBe(1)
    expect(mails('notary@example.com', 'Signed lease')).toBe(1)
  })

  it('for good, of a finished copy, needs attention until the copy was sent again', async () => {
    const title = 'Copied lease'
    const own = await ownKey()
    const { documentId, signers } = await send(server, own, {
      title,
      signers: [ada],
      observer_emails: ['notary@example.com', 'archive@example.com'],
    })
    await server.work()
    const owner = await personOf(own)
    const text = async (path: string) => (await owner.get(path)).text()
    const attention = async () => (await text('/documents?tab=attention')).includes(documentId)
    const signed = async () => (await text('/documents?tab=signed')).includes(documentId)
    smtp.answer(`RCPT ${ada.email}`, '550 mailbox full')
    smtp.answer('RCPT notary@example.com', '550 mailbox full')
    await new Signer(server, signers[0]!.signingUrl).sign()
    await server.work()
    expect([await attention(), await signed()]).toEqual([true, false])
    const page = await text(`/documents/${documentId}`)
    expect(page).toContain('Copy not delivered')
    const failed = [...page.matchAll(/could not be delivered to <bdi>([^<]+)<\/bdi>.*?name="to" value="([^"]+)"/gs)]
    expect(failed.map(([, email, to]) => [email, to]).sort()).toEqual([
      [ada.email, signers[0]!.signingRequestId],
      ['notary@example.com', 'notary@example.com'],
    ])
    // Of the mail server that goes on refusing nothing changes.
    const resend = (to: string, by = owner) => by.post(`/documents/${documentId}/copies`, { to })
    expect((await resend('notary@example.com')).status).toBe(303)
    await server.work()
    expect([await attention(), mails('notary@example.com', title)]).toEqual([true, 0])

    smtp.answer(`RCPT ${ada.email}`, null)
    smtp.answer('RCPT notary@example.com', null)
    const member = await signIn(server, { workspaceId: own.workspaceId, role: 'member' })
    const stranger = await signIn(server, { workspaceId: (await server.workspace()).id })
    expect((await resend('notary@example.com', stranger)).status).toBe(404)
    // Twice, as by a double click: one mail.
    const answers = [await resend('notary@example.com', member), await resend('notary@example.com', member)]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await member.follow(answers[0]!)).toContain('The finished copy is being sent to notary@example.com again.')
    await server.work()
    expect(mails('notary@example.com', title)).toBe(1)
    expect(await attention()).toBe(true)
    expect(await text(`/documents/${documentId}`)).not.toContain('delivered to <bdi>notary@example.com')
    expect((await resend(signers[0]!.signingRequestId)).status).toBe(303)
    await server.work()
    expect([await attention(), await signed()]).toEqual([false, true])
    expect(
      smtp.messages.filter((mail) => mail.to.includes(ada.email) && mail.data.includes('attached')).at(-1)!.data,
    ).toContain('application/pdf')
    expect(await text('/settings/log')).toContain('sent a finished copy again of')
    // Nothing is left to send.
    expect(await owner.follow(await resend('notary@example.com'))).toContain('Nothing was done')
    expect(await owner.follow(await resend('archive@example.com'))).toContain('Nothing was done')
    await server.work()
    expect(mails('notary@example.com', title)).toBe(1)
  })

  it('for a finished copy needs attention for 30 days, and no longer once it arrives or the files are deleted', async () => {
    const own = await ownKey()
    const owner = await personOf(own)
    const attention = async (id: string) => (await (await owner.get('/documents?tab=attention')).text()).includes(id)
    const signedWhileDown = async (title: string) => {
      const { documentId, signers } = await send(server, own, { title, signers: [ada] })
      await server.work()
      smtp.answer('DATA', '451 later')
      await new Signer(server, signers[0]!.signingUrl).sign()
      await pass(9)
      smtp.answer('DATA', null)
      return documentId
    }
    const late = await signedWhileDown('Late lease copy')
    expect(await attention(late)).toBe(true)
    // The attempt that waits is made now, not hours later: it stays one job, which two workers cannot do at once.
    const page = await (await owner.get(`/documents/${late}`)).text()
    const to = /name="to" value="([^"]+)"/.exec(page)![1]!
    for (let press = 0; press < 2; press++)
      expect((await owner.post(`/documents/${late}/copies`, { to })).status).toBe(303)
    const { rows: jobs } = await sql`
      select id from graphile_worker._private_jobs where payload ->> 'signingRequestId' = ${to}
        and payload ->> 'message' = 'completed'`.execute(server.ctx.db)
    expect(jobs).toHaveLength(1)
    await server.work()
    expect([mails(ada.email, 'Late lease copy'), await attention(late)]).toEqual([2, false])
    await pass(14)
    expect(mails(ada.email, 'Late lease copy')).toBe(2)

    smtp.answer(`RCPT gone@example.com`, '550 no such user')
    const lost = async () => {
      const { documentId, signers } = await send(server, own, { signers: [ada], observer_emails: ['gone@example.com'] })
      await new Signer(server, signers[0]!.signingUrl).sign()
      await server.work()
      return documentId
    }
    const [old, erased] = [await lost(), await lost()]
    expect([await attention(old), await attention(erased)]).toEqual([true, true])
    expect((await owner.post(`/documents/${erased}/erase`)).status).toBe(303)
    expect(await attention(erased)).toBe(false)
    expect(await owner.follow(await owner.post(`/documents/${erased}/copies`, { to: 'gone@example.com' }))).toContain(
      'Nothing was done',
    )
    server.clock.advance(29 * 24 * HOUR_MS)
    await server.run('prune', {})
    const later = await signIn(server, { workspaceId: own.workspaceId })
    const attentionLater = async () => (await (await later.get('/documents?tab=attention')).text()).includes(old)
    expect(await attentionLater()).toBe(true)
    server.clock.advance(2 * 24 * HOUR_MS)
    await server.run('prune', {})
    expect(await attentionLater()).toBe(false)
    // The page still says it.
    expect(await (await later.get(`/documents/${old}`)).text()).toContain('gone@example.com')
  })

  it.each(['552 too much', '554 5.3.4 message too big', '451 4.3.4 too big'])(
    'that takes no large mail (%s) gets the finished copies with a link',
    async (line) => {
      const title = `Large lease ${line.slice(0, 3)}`
      const { documentId, signers } = await send(server, key, {
        title,
        signers: [ada],
        observer_emails: ['notary@example.com'],
      })
      await server.work()
      smtp.limit(15_000, line)
      await new Signer(server, signers[0]!.signingUrl).sign()
      await server.work()
      smtp.limit(0, null)
      const copies = smtp.messages.filter(({ data }) => data.includes(title)).slice(-3)
      const { notify_email: owner } = await server.ctx.db
        .selectFrom('workspaces')
        .select('notify_email')
        .where('id', '=', key.workspaceId)
        .executeTakeFirstOrThrow()
      expect(copies.map(({ to }) => to[0]).sort()).toEqual([ada.email, 'notary@example.com', owner!].sort())
      const [own] = copies.filter(({ to }) => to.includes(ada.email))
      expect(own!.data.replace(/=\n/g, '')).toContain('/sign/')
      for (const { data } of copies) expect(data).not.toContain('application/pdf')
      const { body } = await server.call<{ events: { type: string }[] }>(
        key,
        'GET',
        `/v1/documents/${documentId}/audit-events`,
      )
      expect(body.events.map(({ type }) => type)).not.toContain('email_failed')
    },
  )

  it('is not what an address is that does not exist: the sender is told', async () => {
    await server.ctx.db
      .updateTable('workspaces')
      .set({ notify_email: 'office@example.com' })
      .where('id', '=', key.workspaceId)
      .execute()
    smtp.answer('RCPT nobody@example.com', '550 no such user')
    const nobody = { email: 'nobody@example.com', name: 'Nobody' }
    const { documentId } = await send(server, key, { title: 'Unknown lease', signers: [ada, nobody] })
    await pass(1)
    const told = smtp.messages.filter(({ to }) => to.includes('office@example.com'))
    expect(told).toHaveLength(1)
    expect(told[0]!.data.replace(/=\n/g, '')).toMatch(/Invitation not delivered.*nobody@example\.com/s)
    expect(told[0]!.data.replace(/=\n/g, '')).toContain(`/documents/${documentId}`)
  })
})

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
