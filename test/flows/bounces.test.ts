import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testClock } from '../support/clock.ts'
import { signIn } from '../support/dashboard.ts'
import { readRequest, Signer, send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type ResendStandIn, startResend } from '../support/resend.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const SECRET = `whsec_${Buffer.from('a secret that Resend shows once').toString('base64')}`
const WORDS = '550 5.1.1 The email account that you tried to reach does not exist.'

const UNKNOWN = ['invitation', 'completed', 'observer_copy'].map((name) => `${name}_${randomUUID()}_${'0'.repeat(16)}`)

let resend: ResendStandIn
let server: TestServer
let receiver: Receiver
let key: TestKey
beforeAll(async () => {
  resend = await startResend()
  const clock = testClock()
  receiver = await startReceiver({ clock })
  const config = { mailUrl: resend.url, resendWebhookSecret: SECRET }
  server = await startServer({ clock, config })
  key = await server.key({ workspaceId: (await server.workspace()).id })
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
  await resend.close()
})

/** What Resend posts, signed as it signs. */
async function posted(event: object, secret = SECRET): Promise<number> {
  const [body, id, at] = [JSON.stringify(event), randomUUID(), new Date()]
  const headers = {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
    'svix-signature': new Webhook(secret).sign(id, at, body),
  }
  return (await fetch(`${server.url}/mail/resend`, { method: 'POST', body, headers })).status
}

const tagsOf = (email: Record<string, unknown>) =>
  Object.fromEntries(((email.tags ?? []) as { name: string; value: string }[]).map(({ name, value }) => [name, value]))

/** The event of the newest email. */
function bounced(type = 'Permanent') {
  const data = { tags: tagsOf(resend.emails.at(-1)!.body), bounce: { type, message: `${WORDS}\u0000` } }
  return { type: 'email.bounced', created_at: new Date().toISOString(), data }
}

async function invited() {
  const { documentId, signers } = await send(server, key, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
  await server.work()
  return { documentId, id: signers[0]!.signingRequestId, url: signers[0]!.signingUrl }
}

it('an invitation that comes back is an event, needs attention with the words of the provider, and is told', async () => {
  await hooksOf(server, key).subscribe(receiver, '/bounces', { events: ['signing_request.email_failed'] })
  await hooksOf(server, key).subscribe(receiver, '/ids', {
    payload: 'minimal',
    events: ['signing_request.email_failed'],
  })
  const owner = await signIn(server, { workspaceId: key.workspaceId, role: 'owner' })
  const { documentId, id } = await invited()
  expect(await posted(bounced())).toBe(200)
  expect(await readRequest(server, key, id)).toMatchObject({ status: 'pending', emailed: false })
  // The second report of the same bounce says nothing new.
  expect(await posted(bounced())).toBe(200)
  await server.work()
  const [full, minimal] = ['/bounces', '/ids'].map((at) => receiver.deliveries.filter(({ path }) => path === at))
  expect(minimal!.map(({ event }) => event)).toMatchObject([{ signing_request_id: id }])
  expect(full!.map(({ event }) => event)).toMatchObject([
    { event: 'signing_request.email_failed', signing_request_id: id, reason: 'bounced', provider_message: WORDS },
  ])
  const told = resend.emails.at(-1)!.body
  expect([told.to, told.subject]).toEqual([owner.email, expect.stringContaining('not delivered')])
  expect(told.text).toContain(WORDS)
  const page = await (await owner.get(`/documents/${documentId}`)).text()
  expect(page).toContain('Invitation not delivered')
  expect(page).toContain(WORDS)
  expect(await (await owner.get('/documents?tab=attention')).text()).toContain(documentId)
})

it('says nothing of what may pass, of another address, or of somebody who has signed', async () => {
  const { id } = await invited()
  expect(await posted(bounced('Transient'))).toBe(200)
  const wrong = bounced()
  const { status, body } = await server.call<{ signingUrl: string }>(
    key,
    'POST',
    `/v1/signing-requests/${id}/reassign`,
    { json: { email: 'grace@example.com', name: 'Grace' } },
  )
  expect(status).toBe(200)
  await server.work()
  expect(await posted(wrong)).toBe(200)
  expect(await readRequest(server, key, id)).toMatchObject({ emailed: true, email: 'grace@example.com' })
  const late = bounced()
  await new Signer(server, body.signingUrl).sign()
  expect(await posted(late)).toBe(200)
  expect(await readRequest(server, key, id)).toMatchObject({ status: 'signed', emailed: true })
})

it('a finished copy that comes back needs attention, and is sent again though the provider knows its key', async () => {
  const owner = await signIn(server, { workspaceId: key.workspaceId, role: 'owner' })
  const { documentId, id, url } = await invited()
  await new Signer(server, url).sign()
  await server.work()
  const attention = async () => (await (await owner.get('/documents?tab=attention')).text()).includes(documentId)
  const copies = () => resend.emails.filter(({ body }) => body.to === 'ada@example.com' && body.attachments).length
  const before = copies()
  const copy = resend.emails.findLast(({ body }) => body.to === 'ada@example.com')!
  expect(await posted({ ...bounced(), data: { ...bounced().data, tags: tagsOf(copy.body) } })).toBe(200)
  expect(await attention()).toBe(true)
  await owner.post(`/documents/${documentId}/copies`, { to: id })
  await server.work()
  expect([copies(), await attention()]).toEqual([before + 1, false])
})

it('takes nothing that is not signed, too large or of no request', async () => {
  expect(await posted(bounced(), `whsec_${Buffer.from('somebody else').toString('base64')}`)).toBe(400)
  expect((await fetch(`${server.url}/mail/resend`, { method: 'POST', body: '{}' })).status).toBe(400)
  expect((await fetch(`${server.url}/mail/resend`, { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413)
  expect(await posted({ type: 'email.bounced', data: { to: [], tags: {}, bounce: { message: '' } } })).toBe(200)
  for (const odd of [{}, { type: 'email.bounced' }, { type: 'email.failed', data: { to: 'ada@example.com' } }, []])
    expect(await posted(odd)).toBe(200)
  for (const reference of ['x', `invitation_${'-'.repeat(36)}_${'0'.repeat(16)}`, ...UNKNOWN]) {
    const data = { tags: { countersign_email: reference }, bounce: { type: 'Permanent', message: '' } }
    expect(await posted({ type: 'email.bounced', data })).toBe(200)
  }
  const deaf = await startServer()
  expect((await fetch(`${deaf.url}/mail/resend`, { method: 'POST', body: '{}' })).status).toBe(404)
  await deaf.stop()
})
