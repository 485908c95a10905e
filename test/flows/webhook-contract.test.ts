import { afterAll, beforeAll, expect, it } from 'vitest'
import { workspaceHook } from '../support/engine.ts'
import { Signer, send } from '../support/flow.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Every event of the contract, told to a hook in full and to another one in brief. */
const EVENTS = [
  'document.completed',
  'signing_request.declined',
  'signing_request.expired',
  'signing_request.sent',
  'signing_request.signed',
  'signing_request.viewed',
  'signing_request.withdrawn',
]

let server: TestServer
let receiver: Receiver

beforeAll(async () => {
  server = await startServer()
  receiver = await startReceiver({ clock: server.clock })
  const workspace = await server.workspace()
  const key = await server.key({ workspaceId: workspace.id })
  for (const payload of ['full', 'minimal'] as const) {
    const path = `/${payload}`
    const hook = await workspaceHook(server.ctx, { workspaceId: workspace.id }, receiver.url + path, { payload })
    receiver.secrets.set(path, hook.secret)
  }
  const signers = ['signs', 'declines', 'expires', 'withdrawn'].map((name) => ({
    ...{ email: `${name}@example.com`, name, role: name, reference: `ref-${name}`, company: 'ACME', job_title: 'CEO' },
  }))
  const each = { send_emails: false, metadata: { order: '7731', vip: true }, expires_in_days: 1 }
  const sent = await Promise.all(signers.map((signer) => send(server, key, { signers: [signer], ...each })))
  const [signs, declines, , withdrawn] = sent.map(({ signers: [signer] }) => signer!)
  await new Signer(server, signs!.signingUrl).view()
  await new Signer(server, signs!.signingUrl).sign()
  await new Signer(server, declines!.signingUrl).decline('Not these terms.')
  await server.call(key, 'POST', `/v1/signing-requests/${withdrawn!.signingRequestId}/withdraw`)
  await server.work()
  server.clock.advance(86_400_000)
  await server.run('expire-requests', {})
  await server.work()
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
})

const told = (mode: string) => receiver.deliveries.filter(({ path }) => path === `/${mode}`)

// The receiver judges each delivery by the spec, and complains when it is closed.
it.each(['full', 'minimal'])('every event is told: %s', (mode) => {
  expect([...new Set(told(mode).map(({ event }) => event.event))].sort()).toEqual(EVENTS)
})

it('a minimal body holds nothing personal', () => {
  for (const { body } of told('minimal')) expect(body).not.toMatch(/@|ACME|CEO|7731|terms/)
})

it('both hooks are told of the same events by the same ids', () => {
  const ids = (mode: string) =>
    told(mode)
      .map(({ eventId }) => eventId)
      .sort()
  expect(ids('minimal')).toEqual(ids('full'))
})
