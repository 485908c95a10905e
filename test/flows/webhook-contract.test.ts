import { afterAll, beforeAll, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../server/domain/events/catalogue.ts'
import type { components } from '../../server/generated/openapi.ts'
import { SEAL, SMS_CODE } from '../../server/limits.ts'
import { damage } from '../support/altered-file.ts'
import { workspaceHook } from '../support/engine.ts'
import { newestCode, Signer, send } from '../support/flow.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type ResendStandIn, startResend } from '../support/resend.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { generate, lockedTemplate, staged } from '../support/templates.ts'

type Schemas = components['schemas']

/** Every event of the contract, sent to one hook in full and to another in minimal mode. */
const EVENTS = [...EVENT_TYPES].sort()

let server: TestServer
let receiver: Receiver
let resend: ResendStandIn
/** Of every signer. */
const links: string[] = []

beforeAll(async () => {
  resend = await startResend()
  server = await startServer({ config: { mailUrl: resend.url } })
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
  const each = { send_emails: false, metadata: { order: 'No. 77', vip: true }, expires_in_days: 1 }
  const sent = await Promise.all(signers.map((signer) => send(server, key, { signers: [signer], ...each })))
  links.push(...sent.map(({ signers: [signer] }) => signer!.signingUrl))
  const [signs, declines, , withdrawn] = sent.map(({ signers: [signer] }) => signer!)
  await new Signer(server, signs!.signingUrl).view()
  await new Signer(server, signs!.signingUrl).sign()
  await codes(key)
  await new Signer(server, declines!.signingUrl).decline('Not these terms.')
  await server.call(key, 'POST', `/v1/signing-requests/${withdrawn!.signingRequestId}/withdraw`)
  await handedOver(key)
  await server.work()
  await undeliverable(key)
  await unsealable(key)
  await reviewed(key)
  server.clock.advance(86_400_000)
  await server.run('expire-requests', {})
  await server.work()
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
  await resend.close()
})

/** Two staged instances of a template, and two files: one of each is confirmed, the other discarded. */
async function reviewed(key: TestKey): Promise<void> {
  const { id } = await lockedTemplate(server, key)
  for (const verb of ['confirm', 'discard']) {
    const { document_id: documentId } = await staged(server, key, id, { metadata: { order: 'No. 77' } })
    const answer = await server.call<Schemas['Confirmed']>(key, 'POST', `/v1/documents/${documentId}/${verb}`, {
      json: {},
    })
    expect(answer.status).toBe(200)
    links.push(...(answer.body.recipients ?? []).map(({ signing_url: url }) => url!))
    const file = await generate(server, key, id, { review: true, metadata: { order: 'No. 77' } })
    const path = `/v1/documents/${file.headers.get('x-document-id')}/${verb}`
    expect((await server.call(key, 'POST', path, { json: {} })).status).toBe(200)
  }
}

/** A signer who names the right person, and the sender who agrees. */
async function handedOver(key: TestKey): Promise<void> {
  const { signers } = await send(server, key, { signers: [{ email: 'wrong@example.com' }], send_emails: false })
  const [{ signingUrl, signingRequestId }] = signers as [(typeof signers)[number]]
  links.push(signingUrl)
  const right = { email: 'right@example.com', name: 'Right' }
  expect((await new Signer(server, signingUrl).call('POST', 'hand-over', right)).status).toBe(200)
  const path = `/v1/signing-requests/${signingRequestId}/reassign`
  expect((await server.call(key, 'POST', path, { json: right })).status).toBe(200)
}

/** A signer whose invitation no provider takes. */
async function undeliverable(key: TestKey): Promise<void> {
  resend.refuse({ status: 422, body: JSON.stringify({ statusCode: 422, name: 'validation_error', message: 'no' }) })
  const { signers } = await send(server, key, { signers: [{ email: 'nobody@example.com' }] })
  links.push(signers[0]!.signingUrl)
  await server.work()
  resend.refuse(null)
}

/** A document that everybody has signed and that cannot be sealed, until its sender ends it. */
async function unsealable(key: TestKey): Promise<void> {
  const created = await send(server, key, {
    signers: [{ email: 'seal@example.com', name: 'Seal' }],
    send_emails: false,
  })
  links.push(created.signers[0]!.signingUrl)
  await new Signer(server, created.signers[0]!.signingUrl).sign()
  await damage(server, created)
  await server.work()
  server.clock.advance(SEAL.reportedAfterMs)
  await server.run('reconcile', {})
  await server.work()
  await server.call(key, 'POST', `/v1/documents/${created.documentId}/abandon`)
  await server.work()
}

/** A signer who requests more codes than are allowed, and then enters the last one. */
async function codes(key: TestKey): Promise<void> {
  const one = { email: 'texts@example.com', phone_e164: '+41791234567', require_sms_verification: true }
  const { signers } = await send(server, key, { signers: [one], send_emails: false })
  links.push(signers[0]!.signingUrl)
  const signer = new Signer(server, signers[0]!.signingUrl)
  for (let code = 1; code <= SMS_CODE.maxCodes; code++) {
    expect((await signer.askForCode()).status).toBe(200)
    server.clock.advance(20_000)
  }
  expect((await signer.askForCode()).body.code).toBe('sms_failed')
  expect((await signer.enterCode(await newestCode(server))).status).toBe(200)
}

const delivered = (mode: string) => receiver.deliveries.filter(({ path }) => path === `/${mode}`)

// The receiver checks each delivery against the spec, and reports violations when it is closed.
it.each(['full', 'minimal'])('every event is delivered: %s', (mode) => {
  expect([...new Set(delivered(mode).map(({ event }) => event.event))].sort()).toEqual(EVENTS)
})

it('no body holds a signing link', () => {
  expect(links).toHaveLength(10)
  for (const link of links) {
    const { pathname } = new URL(link)
    for (const { body } of receiver.deliveries) expect(body).not.toContain(pathname.split('/').at(-1))
  }
})

it('a minimal body holds nothing personal', () => {
  for (const { body } of delivered('minimal')) expect(body).not.toMatch(/@|ACME|CEO|No\. 77|terms|\+41|phone/)
})

it('both hooks receive the same events with the same ids', () => {
  const ids = (mode: string) =>
    delivered(mode)
      .map(({ eventId }) => eventId)
      .sort()
  expect(ids('minimal')).toEqual(ids('full'))
})
