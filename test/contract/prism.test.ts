import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Countersign } from '../../sdk/src/index.ts'
import { type Caller, caller } from '../support/call.ts'
import { Signer, send } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { LEASE_RECIPIENTS, LEASE_VALUES, lockedTemplate } from '../support/templates.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PRISM = `${root}node_modules/@stoplight/prism-cli/dist/index.js`
const SPEC = `${root}spec/openapi.json`

let server: TestServer
let key: TestKey
let prism: Prism
let call: Caller
let baseUrl: string
const ORIGIN = 'https://app.example.com'

/** Prism sits between caller and server and checks every answer against the spec, independently of our own checker. */
beforeAll(async () => {
  server = await startServer()
  key = await server.key({ embedOrigins: [ORIGIN] })
  // Of a multipart body it decodes lists in one part an element alone, not in one part as JSON, so it does not check requests.
  prism = await startPrism(['proxy', SPEC, `${server.url}/v1`, '--errors', '--validate-request', 'false'])
  baseUrl = prism.url
  call = caller((path, init) => fetch(`${baseUrl}${path}`, init))
})
afterAll(async () => {
  prism.stop()
  await server.stop()
})

interface Prism {
  url: string
  stop: () => void
}

async function startPrism(args: string[]): Promise<Prism> {
  const port = await freePort()
  const child = spawn(process.execPath, [PRISM, ...args, '--host', '127.0.0.1', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk) => String(chunk).includes('Prism is listening') && resolve()),
  )
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill('SIGKILL') }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** The SDK, whose every call goes through Prism; a violation is a 500, which it throws. */
const sdk = () => new Countersign({ apiKey: key.key, baseUrl, maxRetries: 0 })

it('agrees with what the server answers to the SDK while a document is sent and signed', async () => {
  const client = sdk()
  expect((await client.me.get()).key.scopes).toContain('full')
  const params = { file: makePdf(), signers: [{ email: 'ada@example.com', name: 'Ada' }], metadata: { order: '7731' } }
  expect((await client.signingRequests.validate(params)).placement).toBe('auto_append')
  const { documentId, signers } = await client.signingRequests.create(params)
  const id = signers[0]!.signingRequestId
  await client.signingRequests.update(id, { phone_e164: '+41791234567' })
  await client.signingRequests.remind(id)
  await client.signingRequests.renewLink(id)
  await client.signingRequests.reassign(id, { email: 'grace@example.com', name: 'Grace' })
  const session = await client.embedded.createSession({ signing_request_id: id, origin: ORIGIN })
  expect((await client.embedded.get(session.id)).id).toBe(session.id)
  await client.embedded.revoke(session.id)

  const { signingUrl } = await client.signingRequests.get(id)
  await new Signer(server, signingUrl!).sign()
  await server.work()
  expect((await client.documents.get(documentId)).status).toBe('signed')
  expect((await client.documents.auditEvents(documentId)).events.length).toBeGreaterThan(5)
  expect(await client.documents.values(documentId)).toMatchObject([{ kind: 'name', value: 'Grace' }, { kind: 'date' }])
  const { documents } = client
  for (const download of [documents.downloadFile, documents.downloadSigned, documents.downloadAuditTrail]) {
    const bytes = Buffer.from(await (await download.call(documents, documentId)).arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  }
  const other = await client.signingRequests.create(params)
  expect((await client.signingRequests.withdraw(other.signers[0]!.signingRequestId)).status).toBe('withdrawn')
})

it('agrees with what it answers about hooks', async () => {
  const { hooks } = sdk()
  const { id } = await hooks.create({ target_url: 'https://app.example.com/webhooks', events: ['document.completed'] })
  expect((await hooks.list()).map((hook) => hook.id)).toContain(id)
  expect(await hooks.deliveries(id)).toEqual([])
  expect((await hooks.rotateSecret(id)).secret).toMatch(/^whsec_/)
  await hooks.delete(id)
})

it('agrees with what it answers about templates', async () => {
  const { templates, fields, documents } = sdk()
  const { id } = await lockedTemplate(server, key)
  expect((await templates.list()).templates.map((template) => template.id)).toContain(id)
  expect((await templates.get(id)).kind).toBe('esign')
  expect((await fields.list()).length).toBeGreaterThan(0)
  expect((await templates.export(id)).template.name).toBe('Lease')
  const params = { recipients: LEASE_RECIPIENTS, field_values: LEASE_VALUES, send_emails: false }
  expect(await templates.validate(id, params)).toMatchObject({ ok: true })
  const staged = await templates.instantiate(id, { ...params, review: true })
  expect(await documents.confirm(staged.document_id!)).toMatchObject({ already_confirmed: false })
  const another = await templates.instantiate(id, { ...params, review: true })
  await documents.discard(another.document_id!)
  expect((await templates.generate(id, { field_values: LEASE_VALUES })).headers.get('content-type')).toContain('pdf')
})

it('agrees with the errors that the SDK throws', async () => {
  const client = sdk()
  const unknown = client.documents.get(randomUUID())
  await expect(unknown).rejects.toMatchObject({ status: 404, code: 'not_found' })
  const nobody = client.signingRequests.create({ file: makePdf(), signers: [] })
  await expect(nobody).rejects.toMatchObject({ status: 400 })
  const stranger = new Countersign({ apiKey: 'cs_live_unknown', baseUrl })
  await expect(stranger.me.get()).rejects.toMatchObject({ status: 401, code: 'invalid_key' })
  expect((await call(null, 'POST', '/documents')).status).toBe(410)
})

it('refuses an answer that violates the spec, so its silence above means something', async () => {
  const { id } = await server.workspace({ name: 'Odd' })
  const odd = await server.key({ workspaceId: id })
  await server.ctx.db.updateTable('workspaces').set({ slug: 'odd' }).where('id', '=', id).execute()
  const { documentId } = await send(server, odd, { signers: [{ email: 'ada@example.com' }] })
  // A region that the spec does not know.
  await server.ctx.db
    .updateTable('documents')
    .set({ region: 'mars' as 'eu' })
    .where('id', '=', documentId)
    .execute()
  const answer = await call<Buffer>(odd, 'GET', `/documents/${documentId}`)
  expect([answer.status, answer.body.toString()]).toEqual([500, expect.stringContaining('VIOLATIONS')])
})

it('plays the server from the spec alone: a PDF is sent, and a signer without an address is refused', async () => {
  const mock = await startPrism(['mock', SPEC])
  const post = async (signers: object[]) => {
    const body = new FormData()
    body.set('file', new File([Uint8Array.from(makePdf())], 'lease.pdf', { type: 'application/pdf' }))
    for (const signer of signers) body.append('signers', JSON.stringify(signer))
    body.set('send_emails', 'false')
    body.set('observer_emails', 'grace@example.com')
    const headers = { Authorization: `Bearer ${key.key}` }
    return (await fetch(`${mock.url}/signing-requests`, { method: 'POST', body, headers })).status
  }
  try {
    const ada = { email: 'ada@example.com', role: 'tenant' }
    expect(await post([ada])).toBe(201)
    expect(await post([ada, { ...ada, role: 'landlord' }])).toBe(201)
    expect(await post([{ role: 'tenant' }])).toBe(422)
  } finally {
    mock.stop()
  }
})
