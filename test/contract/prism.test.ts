import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, caller } from '../support/call.ts'
import { type Created, createForm, Signer, type SigningRequestBody, send } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PRISM = `${root}node_modules/@stoplight/prism-cli/dist/index.js`

let server: TestServer
let key: TestKey
let prism: ChildProcess
let call: Caller

/** Prism sits between caller and server and checks every answer against the spec, independently of our own checker. */
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  const port = await freePort()
  // It does not decode JSON parts of multipart bodies (a known limit of Prism), so it does not check requests.
  const options = ['--errors', '--validate-request', 'false', '--host', '127.0.0.1', '--port', String(port)]
  prism = spawn(process.execPath, [PRISM, 'proxy', `${root}spec/openapi.json`, `${server.url}/v1`, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve) =>
    prism.stdout!.on('data', (chunk) => String(chunk).includes('Prism is listening') && resolve()),
  )
  call = caller((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init))
})
afterAll(async () => {
  prism.kill('SIGKILL')
  await server.stop()
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

it('agrees with what the server answers on every happy path', async () => {
  const form = createForm({ signers: [{ email: 'ada@example.com', name: 'Ada' }], metadata: { order: '7731' } })
  const created = await call<Created>(key, 'POST', '/signing-requests', { form })
  expect(created.status).toBe(201)
  const { documentId, signers } = created.body
  const request = `/signing-requests/${signers[0]!.signingRequestId}`
  const document = `/documents/${documentId}`
  const steps: [string, string, unknown?][] = [
    ['GET', '/me'],
    ['GET', request],
    ['PATCH', request, { phone_e164: '+41791234567' }],
    ['POST', `${request}/remind`],
    ['POST', `${request}/renew-link`],
    ['POST', `${request}/reassign`, { email: 'grace@example.com', name: 'Grace' }],
    ['GET', document],
    ['GET', `${document}/audit-events`],
  ]
  for (const [method, path, json] of steps) {
    const answer = await call(key, method, path, { json })
    expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()])
  }
  const { signingUrl } = (await call<SigningRequestBody>(key, 'GET', request)).body
  await new Signer(server, signingUrl!).sign()
  await server.work()
  for (const path of [`${document}/file`, `${document}/signed`, `${document}/audit-trail`]) {
    expect([path, (await call(key, 'GET', path)).status]).toEqual([path, 200])
  }
  const other = await send(server, key, { signers: [{ email: 'ada@example.com' }] })
  const withdraw = `/signing-requests/${other.signers[0]!.signingRequestId}/withdraw`
  expect((await call(key, 'POST', withdraw, { json: {} })).status).toBe(200)
  expect((await call(key, 'GET', `/documents/${withdraw}`)).status).toBe(404)
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
