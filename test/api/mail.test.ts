import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMail, type Mail, type MailMessage } from '../../server/mail/index.ts'
import { createSms } from '../../server/sms/index.ts'
import { testClock } from '../support/clock.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { type ResendStandIn, startResend } from '../support/resend.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'

let database: TestDatabase
const clock = testClock()
const from = 'Countersign <no-reply@sender.test>'
const message: MailMessage = {
  to: 'ada@reader.test',
  subject: 'Please sign “Договір”',
  html: '<p>Hello Ada</p>',
  text: 'Hello Ada',
  attachments: [{ filename: 'a.pdf', content: Buffer.from('%PDF-'), contentType: 'application/pdf' }],
  idempotencyKey: 'invitation/1/1',
}

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** As a display name it must neither add a header nor pass for another sender’s address. */
const HOSTILE_NAME = 'Northwind\r\nBcc: everyone@reader.test <ceo@bank.test>"\u202e via Countersign'
const PLAIN_NAME = 'Northwind Bcc: everyone@reader.test ceo@bank.test via Countersign'

const mailTo = (url: string, dnsServers: string[] | null = null) =>
  createMail({ url, from, dnsServers }, database.db, clock)

describe('Resend', () => {
  let resend: ResendStandIn
  let mail: Mail
  beforeEach(async () => {
    resend = await startResend()
    mail = mailTo(resend.url)
  })
  afterEach(async () => {
    await mail.close()
    await resend.close()
  })

  test('a message is sent through its API, with its attachment', async () => {
    await mail.send({ ...message, replyTo: 'sender@company.test' })
    expect(resend.emails).toEqual([
      {
        idempotencyKey: 'invitation/1/1',
        body: {
          from,
          to: message.to,
          subject: message.subject,
          html: message.html,
          text: message.text,
          reply_to: 'sender@company.test',
          headers: { 'Auto-Submitted': 'auto-generated' },
          attachments: [
            { filename: 'a.pdf', content_type: 'application/pdf', content: Buffer.from('%PDF-').toString('base64') },
          ],
        },
      },
    ])
  })

  test('it may come in a sender’s name, in a thread, with a picture inside', async () => {
    const logo = { filename: 'logo.png', content: new Uint8Array([1]), contentType: 'image/png', cid: 'logo' }
    await mail.send({ ...message, fromName: HOSTILE_NAME, thread: 'document-1', attachments: [logo] })
    const { body } = resend.emails[0]!
    expect(body.from).toBe(`"${PLAIN_NAME}" <no-reply@sender.test>`)
    const { References: root } = body.headers as Record<string, string>
    expect(root).toMatch(/^<[0-9a-f]{32}@sender\.test>$/)
    expect(body.headers).toEqual({ 'Auto-Submitted': 'auto-generated', References: root, 'In-Reply-To': root })
    expect(body.attachments).toEqual([expect.objectContaining({ content_id: 'logo', filename: 'logo.png' })])
  })

  test('the same message again, or another text with the same key, reaches the recipient once', async () => {
    await mail.send(message)
    await mail.send(message)
    await mail.send({ ...message, text: 'Hello again' })
    expect(resend.emails).toHaveLength(1)
  })

  const error = (statusCode: number, name: string) => ({
    status: statusCode,
    body: JSON.stringify({ statusCode, name, message: 'x' }),
  })
  test.each([
    ['a bad recipient is final', error(422, 'validation_error'), { permanent: true, reason: 'validation_error' }],
    ['an unverified sender may pass later', error(403, 'validation_error'), { permanent: false }],
    ['a wrong key may pass later', error(401, 'invalid_api_key'), { permanent: false, reason: 'invalid_api_key' }],
    ['a rate limit may pass later', error(429, 'rate_limit_exceeded'), { permanent: false }],
    ['an HTML error page may pass later', { status: 502, body: '<h1>Bad gateway</h1>' }, { permanent: false }],
    ['a broken connection may pass later', 'hang up' as const, { permanent: false }],
  ])('%s', async (_, answer, expected) => {
    resend.refuse(answer)
    await expect(mail.send(message)).rejects.toMatchObject({ name: 'MailError', ...expected })
    resend.refuse(null)
    await mail.send(message)
    expect(resend.emails).toHaveLength(1)
  })

  test('without a base URL it is Resend itself; without a key the settings are refused', () => {
    expect(mailTo('resend:re_123').kind).toBe('resend')
    expect(() => mailTo('resend:')).toThrow('MAIL_URL')
  })
})

describe('SMTP', () => {
  let smtp: SmtpStandIn
  let mail: Mail
  beforeEach(async () => {
    smtp = await startSmtp()
    mail = mailTo(smtp.url)
  })
  afterEach(async () => {
    await mail.close()
    await smtp.close()
  })

  test('a message is sent with both bodies, its attachment, and an id that a second copy shares', async () => {
    await mail.send(message)
    await mail.send(message)
    const [first, second] = smtp.messages
    expect(first).toMatchObject({ from: 'no-reply@sender.test', to: ['ada@reader.test'] })
    expect(first!.data).toContain('From: Countersign <no-reply@sender.test>')
    expect(first!.data).toContain('Content-Type: text/plain')
    expect(first!.data).toContain('Content-Type: text/html')
    expect(first!.data).toContain(Buffer.from('%PDF-').toString('base64'))
    const id = /^Message-ID: (<[0-9a-f]{32}@sender\.test>)$/im
    expect(id.exec(first!.data)?.[1]).toBeDefined()
    expect(id.exec(second!.data)?.[1]).toBe(id.exec(first!.data)?.[1])
  })

  test('it may come in a sender’s name; messages of one thread refer to one id, of another to another', async () => {
    const named = { ...message, fromName: HOSTILE_NAME, idempotencyKey: undefined, attachments: [] }
    await mail.send({ ...named, thread: 'document-1' })
    await mail.send({ ...named, thread: 'document-1', subject: 'Reminder' })
    await mail.send({ ...named, thread: 'document-2' })
    const headers = smtp.messages.map(({ data }) => data.split(/\r?\n\r?\n/)[0]!.replace(/\r?\n[ \t]+/g, ' '))
    const value = (header: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(header)?.[1]
    expect(headers.map((header) => value(header, 'From'))).toEqual(
      Array(3).fill(`"${PLAIN_NAME}" <no-reply@sender.test>`),
    )
    expect(headers.map((header) => value(header, 'Auto-Submitted'))).toEqual(Array(3).fill('auto-generated'))
    const roots = headers.map((header) => value(header, 'References'))
    expect(roots[0]).toMatch(/^<[0-9a-f]{32}@sender\.test>$/)
    expect([roots[1] === roots[0], roots[2] === roots[0]]).toEqual([true, false])
    expect(headers.map((header) => value(header, 'In-Reply-To'))).toEqual(roots)
    expect(new Set(headers.map((header) => value(header, 'Message-ID'))).size).toBe(3)
    expect(headers.join()).not.toMatch(/^Bcc:/im)
  })

  test('line breaks in the text of a caller start no header', async () => {
    await mail.send({ ...message, subject: 'Hello\r\nBcc: everyone@reader.test' })
    expect(smtp.messages[0]!.to).toEqual(['ada@reader.test'])
    expect(smtp.messages[0]!.data).not.toMatch(/^Bcc:/m)
  })

  test.each([
    ['RCPT', '550 5.1.1 no such user', { permanent: true, reason: 'smtp_550' }],
    ['RCPT', '450 4.2.1 come back later', { permanent: false, reason: 'smtp_450' }],
    ['DATA', '552 5.3.4 too big', { permanent: true, reason: 'smtp_552' }],
    ['AUTH', '535 5.7.8 wrong password', { permanent: false, reason: 'smtp_535' }],
  ])('%s answered with %s', async (command, line, expected) => {
    smtp.answer(command, line)
    await expect(mail.send(message)).rejects.toMatchObject({ name: 'MailError', ...expected })
    smtp.answer(command, null)
    await mail.send(message)
    expect(smtp.messages).toHaveLength(1)
  })

  test('a refused connection is a temporary failure', async () => {
    await smtp.close()
    await expect(mail.send(message)).rejects.toMatchObject({ name: 'MailError', permanent: false })
  })
})

test('the outbox keeps mails and text messages in order', async () => {
  await mailTo('outbox:').send(message)
  await createSms({ url: 'outbox:', from: null }, database.db, clock).send({ to: '+41790000000', text: '123456' })
  const rows = await database.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  expect(rows).toMatchObject([
    { channel: 'mail', recipient: message.to, subject: message.subject, html: message.html, body: message.text },
    { channel: 'sms', recipient: '+41790000000', subject: null, html: null, body: '123456' },
  ])
})

test('without a provider every message is refused permanently', async () => {
  await expect(mailTo('none:').send(message)).rejects.toMatchObject({ permanent: true, reason: 'not_configured' })
})

describe('null MX', () => {
  let dns: NameServer
  beforeAll(async () => {
    dns = await startNameServer()
    dns.names.set('null.test', ['mx 0 .'])
    dns.names.set('mail.test', ['mx 10 mx.mail.test'])
    dns.names.set('both.test', ['mx 0 .', 'mx 10 mx.mail.test'])
    dns.names.set('xn--bcher-kva.test', ['mx 0 .'])
    dns.names.set('silent.test', 'silent')
  })
  afterAll(() => dns.close())

  test.each([
    ['ada@null.test', true],
    ['"odd@local"@null.test', true],
    ['ada@bücher.test', true],
    ['ada@mail.test', false],
    ['ada@both.test', false],
    ['ada@unknown.test', false],
    ['ada@silent.test', false],
    ['ada@', false],
  ])('%s: %s', async (address, expected) => {
    const mail = mailTo('smtp://127.0.0.1:1', [dns.address])
    expect(await mail.acceptsNoMail(address)).toBe(expected)
    await mail.close()
  })

  test('is not looked up where no mail leaves the machine', async () => {
    expect(await mailTo('outbox:', [dns.address]).acceptsNoMail('ada@null.test')).toBe(false)
  })
})
