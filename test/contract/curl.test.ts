import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyScope } from '../../server/db/schema.ts'
import { type OperationId, operations } from '../../server/generated/operations.ts'
import { operationsOf, type PlacedOperation, resolveRef } from '../../server/openapi.ts'
import { curlOf, EXAMPLE_ID } from '../../server/web/docs/curl.ts'
import { damage } from '../support/altered-file.ts'
import { type ChangingTsa, startChangingTsa } from '../support/changing-tsa.ts'
import { loadSpec } from '../support/contract.ts'
import { isOfSandbox, scopeFor } from '../support/every-operation.ts'
import { Signer, send } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { LEASE_FIELDS, leaseModel, lockedTemplate, signature, staged } from '../support/templates.ts'
import { tool } from '../support/tools.ts'

// The example call of each operation in the reference, typed as it is shown, with ids that exist.
const spec = loadSpec()
/** Others read no key and only say that they are retired: the reference shows no call of them. */
const shown = operationsOf(spec).filter(({ operation }) => operation.security?.length !== 0)
const shell = tool('bash')
const curl = tool('curl')

const RENEWAL_DAYS = 800
const inYears = (years: number) => new Date(server.clock.now().getTime() + years * 365 * 86_400_000)
const ADA = [{ email: 'ada@example.com' }]
const ONE_SLOT = { slots: [{ slot: 1, role: 'tenant' }] }
const boxes = leaseModel().boxes!.filter(({ slot, kind }) => slot === undefined && kind !== 'signature')

let folder: string
let server: TestServer
let tsa: ChangingTsa
/** Makes what the calls refer to. */
let owner: TestKey
let sealed: string
/** Of the sandbox of the signer who acts. */
let test: TestKey | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  tsa = await startChangingTsa(() => server.clock.now())
  server = await startServer({ config: { tsaUrls: [tsa.url] } })
  await tsa.use(inYears(2))
  owner = await key()
  await Promise.all([
    writeFile(join(folder, 'lease.pdf'), makePdf()),
    writeFile(join(folder, 'template.pdf'), makePdf()),
    writeFile(join(folder, 'template.json'), JSON.stringify(leaseModel())),
    writeFile(join(folder, 'fields.json'), JSON.stringify(LEASE_FIELDS)),
  ])
  sealed = (await signed()).documentId
  await server.work()
})
afterAll(async () => {
  await server.stop()
  await tsa.close()
  await rm(folder, { recursive: true, force: true })
})

const key = (scope: KeyScope = 'full') => server.key({ scope, embedOrigins: ['https://app.example.com'] })
const sent = () => send(server, owner, { signers: ADA })
/** A document that everybody has signed. */
async function signed() {
  const created = await sent()
  await new Signer(server, created.signers[0]!.signingUrl).sign()
  return created
}
const template = (slots = 1) =>
  lockedTemplate(server, owner, {
    template: leaseModel({
      ...(slots ? ONE_SLOT : { slots: [] }),
      boxes: [...boxes, ...(slots ? [signature(1)] : [])],
    }),
  })

/** The ids of objects that the calls of these succeed with; null: they name none. */
const IDS: Record<OperationId, (() => Promise<string[]>) | null> = {
  getMe: null,
  createSigningRequest: null,
  validateSigningRequest: null,
  getSigningRequest: request,
  updateSigningRequest: request,
  remindSigningRequest: request,
  withdrawSigningRequest: request,
  renewSigningLink: request,
  reassignSigningRequest: request,
  getDocument: document,
  getDocumentFile: document,
  getSignedDocument: document,
  getRenewedDocument: async () => {
    await tsa.use(inYears(11))
    server.ctx.config.renewalDays = RENEWAL_DAYS
    await server.run('renew', {})
    return [sealed]
  },
  getAuditTrail: document,
  abandonDocument: async () => {
    const created = await signed()
    await damage(server, created)
    await server.work()
    return [created.documentId]
  },
  confirmDocument: review,
  discardDocument: review,
  listDocumentValues: document,
  listAuditEvents: document,
  discloseAuditEvent: document,
  listFields: null,
  listTemplates: null,
  importTemplate: null,
  getTemplate: async () => [(await template()).id],
  exportTemplate: async () => [(await template()).id],
  instantiateTemplate: async () => [(await template()).id],
  generateTemplate: async () => [(await template(0)).id],
  getTemplateFile: async () => [(await template()).id],
  listSandboxes: null,
  createSandbox: null,
  deleteSandbox: async () => [
    (await server.call<{ id: string }>(owner, 'POST', '/v1/sandboxes', { json: {} })).body.id,
  ],
  clearSandbox: null,
  listMessages: null,
  actAsSigner: async () => {
    test = await server.key({ workspaceId: (await server.sandbox()).id })
    return [(await send(server, test, { signers: ADA })).signers[0]!.signingRequestId]
  },
  getClock: null,
  moveClock: null,
  listEvents: null,
  listHooks: null,
  createHook: null,
  deleteHook: hook,
  rotateHookSecret: hook,
  testHook: hook,
  listHookDeliveries: hook,
  redeliverHookDelivery: async () => {
    const [id] = await hook()
    const test = await server.call<{ delivery_id: string }>(owner, 'POST', `/v1/hooks/${id}/test`)
    return [id!, test.body.delivery_id]
  },
  recoverHook: hook,
  createEmbeddedSession: request,
  getEmbeddedSession: session,
  revokeEmbeddedSession: session,
  createDocumentRetired: null,
  createEmbeddedSessionRetired: null,
}

async function request(): Promise<string[]> {
  return [(await sent()).signers[0]!.signingRequestId]
}
async function document(): Promise<string[]> {
  return [sealed]
}
async function review(): Promise<string[]> {
  const recipients = [{ slot: 1, email: 'ada@example.com', name: 'Ada Lovelace' }]
  return [(await staged(server, owner, (await template()).id, { recipients })).document_id!]
}
async function hook(): Promise<string[]> {
  const json = { target_url: `https://127.0.0.1:1/${randomUUID()}` }
  return [(await server.call<{ id: string }>(owner, 'POST', '/v1/hooks', { json })).body.id]
}
async function session(): Promise<string[]> {
  const [signing_request_id] = await request()
  const json = { signing_request_id, origin: 'https://app.example.com' }
  const made = await server.call<{ id: string }>(owner, 'POST', '/v1/embedded/sign-sessions', { json })
  return [made.body.id]
}

/** Types the call. @returns the status, and what is printed or stored */
async function type(id: OperationId, place: PlacedOperation, ids: string[]): Promise<{ status: string; body: string }> {
  const text = curlOf(spec, place, server.ctx.config.apiUrl.replace('localhost', '127.0.0.1'))
  const filled = ids
    .reduce((written, id) => written.replace(EXAMPLE_ID, id), text)
    .replace(/("signing_request_id": )"[^"]+"/, `$1"${ids[0]}"`)
  const stored = / -o (\S+)$/.exec(filled)?.[1]
  // Without an id the caller may be anybody, such as a new workspace.
  const isTest = isOfSandbox(operations[id])
  const other = isTest ? server.sandbox() : server.workspace()
  const known = isTest ? test! : await key(scopeFor(operations[id]))
  const own = ids.length > 0 ? known : await server.key({ workspaceId: (await other).id })
  const printed = await new Promise<string>((done, reject) =>
    execFile(
      shell!,
      ['-euc', `${filled} -s -w '\n%{http_code}'`],
      { cwd: folder, env: { ...process.env, KEY: own.key } },
      (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : done(stdout)),
    ),
  )
  const end = printed.lastIndexOf('\n')
  // Bytes never go to the terminal.
  const body = stored
    ? await readFile(join(folder, stored), 'latin1')
    : printed.slice(0, end).replace('%PDF', 'PDF in the terminal')
  return { status: printed.slice(end + 1), body: body.slice(0, 500) }
}

describe.skipIf(!shell || !curl)('the call that the reference shows', () => {
  it.each(shown.map((place): [OperationId, PlacedOperation] => [place.operation.operationId as OperationId, place]))(
    'of %s succeeds as it is typed',
    async (id, place) => {
      const successes = Object.entries(place.operation.responses).filter(([status]) => status < '300')
      const answers = successes.map(([status, answer]) => {
        const { content = {} } = resolveRef(spec, answer)
        const start = 'application/json' in content ? /^\{/ : 'application/pdf' in content ? /^%PDF-/ : /^$/
        return [status, start] as const
      })
      const { status, body } = await type(id, place, (await IDS[id]?.()) ?? [])
      expect(answers, `${status} ${body}`).toContainEqual([status, expect.any(RegExp)])
      expect(body).toMatch(new Map(answers).get(status)!)
      expect(body).not.toMatch(/"problems":\[[^\]]/)
    },
  )
})
