import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { Countersign, signWebhook } from '@countersign/sdk'
import { sandbox, type TestSandbox, TestServer, testServer } from '@countersign/sdk/test'
import { verifyPdf } from '@countersign/sdk/verify'
import { sendLease, unreached } from '../src/leases.ts'
import { leases, receive } from '../src/receiver.ts'

let cs: TestSandbox
before(async () => {
  // With a key of a server that you share, a sandbox there; without one, a server in this process.
  cs = process.env.COUNTERSIGN_API_KEY ? await sandbox(new Countersign()) : await testServer()
})
after(() => cs.close())

let count = 0
const lease = (parties: { tenant?: string } = {}) => ({
  number: `2026-${++count}`,
  pdf: 'test/lease.pdf',
  tenant: 'ada@example.com',
  landlord: 'grace@example.com',
  ...parties,
})

test('the tenant is invited first, both sign, and the sealed lease holds', async () => {
  const { documentId } = await sendLease(cs.client, lease())
  const invitation = await cs.nextMessage({ kind: 'invitation', documentId })
  assert.equal(invitation.to, 'ada@example.com')
  await cs.signAll(documentId)
  assert.equal((await cs.nextMessage({ kind: 'invitation', documentId })).to, 'grace@example.com')
  const completed = await cs.received('document.completed', { documentId })
  const signed = await cs.client.documents.downloadSigned(documentId)
  const { events: audit } = await cs.client.documents.auditEvents(documentId)
  const { ok, checks } = await verifyPdf(new Uint8Array(await signed.arrayBuffer()), { audit })
  assert.ok(ok, JSON.stringify(checks.filter((check) => !check.ok)))
  assert.deepEqual(completed.metadata, { lease: '2026-1' })
})

test('a lease that nobody signs expires, and our receiver hears of it', async () => {
  const { documentId } = await sendLease(cs.client, lease())
  await cs.advance('P30D')
  // No webhook can reach a laptop or a CI: this one is read, and given to the receiver as it would arrive.
  const body = JSON.stringify(await cs.received('signing_request.expired', { documentId }))
  const headers = { 'X-Service-Signature': await signWebhook(body, 'whsec_ci') }
  const request = new Request('https://app.example.com/webhooks', { method: 'POST', body, headers })
  assert.equal((await receive(request, 'whsec_ci')).status, 204)
  assert.equal(leases.get(documentId), 'expired')
})

test('an address that takes no mail is noticed', async () => {
  const { documentId } = await sendLease(cs.client, lease({ tenant: 'bounced@sandbox.test' }))
  // Mails that are due are sent before the clock has moved.
  await cs.advance('PT1M')
  assert.deepEqual(await unreached(cs.client, documentId), ['bounced@sandbox.test'])
})

test('the webhook of a signed lease comes over HTTP', async (t) => {
  if (!(cs instanceof TestServer)) return t.skip('only a server on this machine reaches it')
  const listener = createServer(async (incoming, outgoing) => {
    const body = (await incoming.toArray()).join('')
    const headers = { 'X-Service-Signature': String(incoming.headers['x-service-signature']) }
    const request = new Request('http://localhost', { method: 'POST', body, headers })
    // The first one may be here before the call that sends has answered.
    const { secret } = await sent
    const { status } = await receive(request, secret!)
    outgoing.writeHead(status).end()
    listener.emit('answered', status)
  }).listen(0, '127.0.0.1')
  t.after(() => listener.close())
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const sent = sendLease(cs.client, lease(), `http://127.0.0.1:${port}/webhooks`)
  const { documentId } = await sent
  await cs.signAll(documentId)
  while (!leases.has(documentId)) assert.deepEqual(await once(listener, 'answered'), [204])
  assert.equal(leases.get(documentId), 'signed')
})
