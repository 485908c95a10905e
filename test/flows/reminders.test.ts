import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeSettings } from '../../server/domain/records/workspaces/settings.ts'
import { remindDue } from '../../server/domain/signing/remind-due.ts'
import { readRequest, Signer, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { startSmtp } from '../support/smtp.ts'

const DAY = 86_400_000

let server: TestServer
let key: TestKey

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const workspace = await server.workspace()
  key = await server.key({ workspaceId: workspace.id })
  await changeSettings(server.ctx, workspace.id, { reminders: true })
})

let signers = 0
/** Sends to signers used by this test only. */
async function sent(options: Record<string, unknown> = {}, count = 1) {
  const emails = Array.from({ length: count }, () => `reminded${signers++}@example.com`)
  const created = await send(server, key, { signers: emails.map((email) => ({ email, name: 'Ada' })), ...options })
  await server.work()
  return { ids: created.signers.map(({ signingRequestId }) => signingRequestId), created, emails }
}

async function pass(days: number): Promise<void> {
  server.clock.advance(days * DAY)
  await server.run('remind', {})
}

const mailsTo = async (email: string) =>
  (await server.outbox()).filter(({ recipient }) => recipient === email).map(({ subject }) => subject!.split(':')[0])

it('go out 3, 7 and 12 days after the invitation, once each', async () => {
  const { ids, emails } = await sent()
  const reminders: number[] = []
  for (let day = 1; day < 14; day++) {
    await pass(1)
    await server.run('remind', {})
    reminders.push((await readRequest(server, key, ids[0]!)).reminderCount)
  }
  expect(reminders).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3])
  expect(await mailsTo(emails[0]!)).toEqual(['Test workspace asks you to sign', 'Reminder', 'Reminder', 'Reminder'])
  const { auditEvents, lastRemindedAt } = await readRequest(server, key, ids[0]!)
  expect(auditEvents.filter(({ type }) => type === 'reminded')).toHaveLength(3)
  expect(lastRemindedAt).toBe(new Date(server.clock.now().getTime() - DAY).toISOString())
})

it('steps missed in between become one reminder', async () => {
  const { emails } = await sent()
  await pass(8)
  await pass(1)
  expect(await mailsTo(emails[0]!)).toHaveLength(2)
})

it('go out once, however many processes check at the same time', async () => {
  const { emails } = await sent()
  server.clock.advance(3 * DAY)
  await Promise.all(Array.from({ length: 4 }, () => remindDue(server.ctx)))
  expect(await mailsTo(emails[0]!)).toHaveLength(2)
})

it('share the cooldown with a reminder by the sender, and come an hour later', async () => {
  const { ids, emails } = await sent()
  server.clock.advance(3 * DAY)
  await server.call(key, 'POST', `/v1/signing-requests/${ids[0]}/remind`)
  await server.run('remind', {})
  expect(await mailsTo(emails[0]!)).toHaveLength(2)
  await pass(1 / 24)
  expect(await mailsTo(emails[0]!)).toHaveLength(3)
  const refused = await server.call<{ code: string }>(key, 'POST', `/v1/signing-requests/${ids[0]}/remind`)
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
})

it('are not sent for signed or queued requests, ended documents, `send_emails: false`, or workspaces that switched them off', async () => {
  const done = await sent({}, 2)
  await new Signer(server, done.created.signers[0]!.signingUrl).sign()
  const dead = await sent({}, 2)
  await new Signer(server, dead.created.signers[0]!.signingUrl).decline()
  const queued = await sent({ signing_mode: 'sequential' }, 2)
  const silent = await sent({ send_emails: false })
  const others = await server.key({ workspaceId: (await server.workspace()).id })
  const email = 'nobody.asked@example.com'
  await send(server, others, { signers: [{ email, name: 'Ada' }] })
  await server.work()
  await pass(4)
  const count = async (emails: string[]) => Promise.all(emails.map(async (one) => (await mailsTo(one)).length))
  expect(await count(done.emails)).toEqual([1, 2])
  expect(await count(dead.emails)).toEqual([1, 1])
  expect(await count(queued.emails)).toEqual([2, 0])
  expect(await count(silent.emails)).toEqual([0])
  expect(await count([email])).toEqual([1])
})

it('count the days of a released signer from the release', async () => {
  const { created, emails } = await sent({ signing_mode: 'sequential' }, 2)
  server.clock.advance(2 * DAY)
  await new Signer(server, created.signers[0]!.signingUrl).sign()
  await server.work()
  await pass(2)
  expect(await mailsTo(emails[1]!)).toHaveLength(1)
  await pass(1)
  expect(await mailsTo(emails[1]!)).toHaveLength(2)
})

it('are retried when the mail server refuses', async () => {
  const smtp = await startSmtp()
  const own = await startServer({ config: { mailUrl: smtp.url } })
  const workspace = await own.workspace()
  const ownKey = await own.key({ workspaceId: workspace.id })
  await changeSettings(own.ctx, workspace.id, { reminders: true })
  const created = await send(own, ownKey, { signers: [{ email: 'ada@example.com', name: 'Ada' }] })
  await own.work()
  own.clock.advance(3 * DAY)
  smtp.answer('RCPT', '550 no such user')
  await expect(own.run('remind', {})).rejects.toThrow()
  const id = created.signers[0]!.signingRequestId
  expect((await readRequest(own, ownKey, id)).reminderCount).toBe(0)
  smtp.answer('RCPT', null)
  own.clock.advance(DAY / 24)
  await own.run('remind', {})
  expect((await readRequest(own, ownKey, id)).reminderCount).toBe(1)
  await own.stop()
  await smtp.close()
})
