import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMail } from '../../server/mail/index.ts'
import { closeProfiles, sharedBrowser, sidewaysScroll } from '../support/browser.ts'
import { testClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'
import { type ResendStandIn, startResend } from '../support/resend.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { ADA, BOB, post, type Sent, send, signByCalls } from './story.ts'

/** The mails of a document, as a provider receives them. */

let resend: ResendStandIn
let server: TestServer
let key: TestKey

interface Email {
  to: string
  subject: string
  html: string
  text: string
  attachments?: { filename: string; content: string }[]
}

beforeAll(async () => {
  resend = await startResend()
  const clock = testClock()
  const { db } = await testDatabase()
  const mail = createMail({ url: resend.url, from: 'Acme <acme@sender.test>', dnsServers: [] }, db, clock)
  // Every domain accepts mail: these tests query no name server.
  server = await startServer({ clock, overrides: { db, mail: { ...mail, acceptsNoMail: async () => false } } })
  key = await server.key({ workspaceId: (await server.workspace({ name: 'Acme & Söhne' })).id })
})
afterAll(async () => {
  await server?.stop()
  await server?.ctx.db.destroy()
  await resend?.close()
})
afterEach(() => {
  resend.refuse(null)
  resend.emails.length = 0
})

const emails = () => resend.emails.map(({ body }) => body as unknown as Email)
const signer = (sent: Sent, index = 0) => sent.signers[index]!

interface SignerBody {
  emailed: boolean
  auditEvents: { type: string; meta: Record<string, unknown> }[]
}

const read = async (sent: Sent) =>
  (await server.call<SignerBody>(key, 'GET', `/v1/signing-requests/${signer(sent).signingRequestId}`)).body

const mailEvents = async (sent: Sent) =>
  (await read(sent)).auditEvents
    .filter(({ type }) => type.startsWith('email_'))
    .map(({ type, meta }) => [type, meta.message, meta.reason ?? null])

test('an invitation names sender, document, deadline and message, in HTML and in plain text', async () => {
  const sent = await send(server, key, {
    extra: { title: 'Lease <1>', message: 'Two\nlines & more', expires_in_days: 3 },
  })
  await server.work()
  const [mail] = emails()
  expect(mail).toMatchObject({ to: ADA.email, subject: 'Acme & Söhne asks you to sign: Lease <1>' })
  for (const words of [
    'Hello Ada Lovelace,',
    'Lease <1>',
    'Acme & Söhne',
    signer(sent).signingUrl,
    '> Two\n> lines & more',
  ]) {
    expect(mail!.text).toContain(words)
  }
  for (const words of [
    'Hello Ada Lovelace,',
    'Lease &lt;1&gt;',
    'Acme &amp; Söhne',
    signer(sent).signingUrl,
    'Two<br>lines &amp; more',
  ]) {
    expect(mail!.html).toContain(words)
  }
  expect(mail!.text).toMatch(/You can sign until \w+ \d+, \d{4}.* UTC\./)
  // Nothing is loaded from anywhere when the mail is opened.
  expect(mail!.html).not.toMatch(/<img|<link|<script|url\(/)
  expect(await mailEvents(sent)).toEqual([['email_sent', 'invitation', null]])
})

test('words longer than a phone is wide are broken', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(2)
  const longNamed = await server.key({ workspaceId: (await server.workspace({ name: word })).id })
  await send(server, longNamed, { extra: { title: word, message: word } })
  await server.work()
  const browser = await sharedBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 375, height: 700 } })
    await page.setContent(emails()[0]!.html)
    expect(await sidewaysScroll(page)).toBe(0)
  } finally {
    await closeProfiles(browser)
  }
})

test('a message is set in its own direction, whatever the language of the mail', async () => {
  await send(server, key, { extra: { message: 'يرجى التوقيع قبل يوم الجمعة.' } })
  await server.work()
  expect(emails()[0]!.html).toMatch(/<p dir="auto"[^>]*>يرجى التوقيع قبل يوم الجمعة\.<\/p>/)
})

test('a repeated job sends nothing again', async () => {
  const sent = await send(server, key)
  const task = { message: 'invitation', signingRequestId: signer(sent).signingRequestId } as const
  await server.run('send-email', task)
  await server.run('send-email', task)
  await server.work()
  expect(emails()).toHaveLength(1)
  expect(await mailEvents(sent)).toHaveLength(1)
})

test('a signer who is no longer waited for is not invited', async () => {
  const sent = await send(server, key)
  await post(signer(sent).signingUrl, 'decline', {})
  await server.work()
  expect(emails()).toEqual([])
})

test('a permanent refusal makes `emailed` false, and is reported once', async () => {
  resend.refuse({ status: 422, body: '{"statusCode":422,"name":"validation_error","message":"invalid to"}' })
  const sent = await send(server, key)
  expect((await read(sent)).emailed).toBe(true)
  await server.work()
  expect((await read(sent)).emailed).toBe(false)
  expect((await mailEvents(sent)).map(([type]) => type)).toEqual(['email_failed'])
})

test('a provider that is down gets the mail later, and nothing is recorded before', async () => {
  resend.refuse('hang up')
  const sent = await send(server, key)
  const task = { message: 'invitation', signingRequestId: signer(sent).signingRequestId } as const
  await server.work()
  expect(await mailEvents(sent)).toEqual([])
  resend.refuse(null)
  await server.run('send-email', task)
  expect(emails()).toHaveLength(1)
  expect(await read(sent)).toMatchObject({ emailed: true })
})

test('when all have signed, each signer and each observer gets the sealed file', async () => {
  const sent = await send(server, key, {
    signers: [ADA, BOB],
    extra: { observer_emails: ['olga@reader.test'] },
  })
  await server.work()
  for (const { signingUrl } of sent.signers) await signByCalls(signingUrl, '2026-10-10')
  resend.emails.length = 0
  await server.work()
  const copies = emails()
  expect(copies.map(({ to }) => to).sort()).toEqual([ADA.email, BOB.email, 'olga@reader.test'])
  const { body } = await server.call<{ signedSha256: string }>(key, 'GET', `/v1/documents/${sent.documentId}`)
  for (const { attachments, text, subject } of copies) {
    expect(subject).toBe('Signed by everyone: services-agreement.pdf')
    expect(attachments!.map(({ filename }) => filename)).toEqual(['services-agreement-signed.pdf'])
    const bytes = Buffer.from(attachments![0]!.content, 'base64')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.signedSha256)
    expect(text).toContain(body.signedSha256)
  }
  const of = (to: string) => copies.find((copy) => copy.to === to)!.text
  expect(of(ADA.email)).toContain(signer(sent).signingUrl)
  // An observer signs nothing and gets no link.
  expect(of('olga@reader.test')).not.toContain('/sign/')
  expect(await mailEvents(sent)).toEqual([
    ['email_sent', 'invitation', null],
    ['email_sent', 'completed', null],
  ])
})

test('with `send_emails: false` no mail of any kind is sent', async () => {
  const sent = await send(server, key, { extra: { send_emails: false, observer_emails: ['olga@reader.test'] } })
  await server.work()
  await signByCalls(signer(sent).signingUrl, '2026-10-10')
  await server.work()
  expect(emails()).toEqual([])
})
