import { expect, test } from 'vitest'
import { wasShown } from '../support/dashboard.ts'
import { draftFor } from '../support/drafts.ts'
import { send } from '../support/flow.ts'
import { personOf } from '../support/people.ts'
import { lockedTemplate } from '../support/templates.ts'
import { type Office, useOffice } from './stage.ts'

let { server, key, workspaceId, ada } = {} as Office
useOffice(
  (office) => {
    ;({ server, key, workspaceId, ada } = office)
  },
  { name: 'Ada Sender' },
)

const DAY_MS = 86_400_000
const ROWS = 'slot1.email,slot2.email,tenant_name,monthly_rent\na@example.com,b@example.com,Ada,1850.00'

async function logged(): Promise<string[]> {
  const page = await (await ada.get('/settings/log')).text()
  return [...page.matchAll(/<td>Ada Sender<\/td><td class="wide">([^<]*) <strong>([^<]*)</g)].map(
    ([, what, target]) => `${what} ${target}`,
  )
}

test('what people do to drafts is in the log: scheduled, cancelled, deleted; a second press is not', async () => {
  const actor = await personOf(server, { id: workspaceId, tier: 'free' }, 'member')
  const { id, revision } = await draftFor(server, actor, [{ email: 'grace@example.com' }], { names: ['Lease.pdf'] })
  const path = `/documents/drafts/${id}`
  const at = new Date(server.clock.now().getTime() + DAY_MS).toISOString().slice(0, 16)
  for (const _ of [1, 2]) await ada.post(`${path}/later`, { at, zone: 'UTC', revision: String(revision) })
  for (const _ of [1, 2]) await ada.post(`${path}/cancel`)
  await ada.post(`${path}/delete`)
  expect(await logged()).toEqual([
    'deleted the draft Lease',
    'cancelled the sending of Lease',
    'scheduled the sending of Lease',
  ])
})

test('what people do to the signers of a document is in the log, without their names', async () => {
  const withCode = { phone_e164: '+41791234567', require_sms_verification: true }
  const signers = ['grace', 'hedy', 'ida'].map((name) => ({ email: `${name}@example.com`, ...withCode }))
  const { documentId, signers: sent } = await send(server, key, { title: 'Lease', signers, send_emails: false })
  const path = `/documents/${documentId}`
  const [grace, hedy] = sent.map(({ signingRequestId }) => `${path}/signers/${signingRequestId}`)
  for (const _ of [1, 2]) await ada.post(`${grace}/remind`)
  const was = await wasShown(ada, `${grace}/phone`)
  for (const _ of [1, 2]) await ada.post(`${grace}/phone`, { phone: '+41797654321', was })
  for (const _ of [1, 2]) await ada.post(`${hedy}/withdraw`)
  for (const _ of [1, 2]) await ada.post(`${path}/withdraw`)
  expect(await logged()).toEqual([
    'withdrew Lease',
    'withdrew the request to a signer of Lease',
    'changed the phone of a signer of Lease',
    'reminded a signer of Lease',
  ])
})

test('what people do to a file of rows is in the log: sent, stopped; a second press is not', async () => {
  const { id } = await lockedTemplate(server, key)
  const form = new FormData()
  form.set('file', new Blob([ROWS], { type: 'text/csv' }), 'leases.csv')
  const path = (await ada.post(`/templates/${id}/csv`, form)).headers.get('location')!
  await server.work()
  for (const button of ['send', 'send', 'stop', 'stop']) await ada.post(`${path}/${button}`)
  expect(await logged()).toEqual(['stopped the rows of leases.csv', 'sent the rows of leases.csv'])
})

test('the API log has calls that no operation answers, without what in the path may be secret', async () => {
  const token = 'aB3'.repeat(16)
  for (const [method, path, status] of [
    ['POST', '/v1/signing-request', 404],
    ['GET', `/api/v1/sign/${token}/{id}/ada@example.com?token=${token}`, 404],
    ['DELETE', `/v1/documents/${crypto.randomUUID()}/file`, 405],
    ['POST', '/v1/documents', 410],
    ['GET', '/api/nothing', 404],
    ['GET', '/v1', 404],
    ['GET', `/v1/${'a/'.repeat(40)}`, 404],
  ] as const) {
    expect((await server.call(key, method, path)).status).toBe(status)
  }
  const page = await (await ada.get('/log')).text()
  const calls = [...page.matchAll(/<summary class="mono whole">([^<]*)</g)].map(([, call]) => call)
  expect(calls).toEqual([
    `GET ${'/a'.repeat(40).slice(0, 47)}…`,
    'GET /',
    'GET /nothing',
    'POST /documents',
    'DELETE /documents/{id}/file',
    'GET /sign/{…}/{…}/{…}',
    'POST /signing-request',
  ])
  expect(page).not.toContain(token)
  expect(page).not.toContain('ada@')
})

test('a call that no operation answers is in nobody’s log without a known key, and not in another workspace’s', async () => {
  const other = await server.key()
  for (const bearer of ['', `Bearer cs_live_${'0'.repeat(32)}`, `Bearer ${other.key}`]) {
    const headers = { Authorization: bearer }
    expect((await server.fetch('/v1/nothing', { headers })).status).toBe(404)
  }
  expect(await (await ada.get('/log')).text()).toContain('No calls')
})

test('the operations that GET runs are found with those called by HEAD', async () => {
  const headers = { Authorization: `Bearer ${key.key}` }
  for (const method of ['HEAD', 'GET']) expect((await server.fetch('/v1/me', { method, headers })).status).toBe(200)
  const page = await (await ada.get(`/log?${new URLSearchParams({ operation: 'GET /me' })}`)).text()
  expect([...page.matchAll(/<summary class="mono whole">([^<]*)</g)].map(([, call]) => call)).toEqual([
    'GET /me',
    'HEAD /me',
  ])
})
