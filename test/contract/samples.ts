import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyScope } from '../../server/db/schema.ts'
import { type OperationId, operations } from '../../server/generated/operations.ts'
import { operationsOf } from '../../server/openapi.ts'
import { type Call, callOf, EXAMPLE_ID } from '../../server/samples/call.ts'
import { hasSamples, SAMPLE_LANGUAGES } from '../../server/samples/languages.ts'
import { damage } from '../support/altered-file.ts'
import { type ChangingTsa, startChangingTsa } from '../support/changing-tsa.ts'
import { loadSpec } from '../support/contract.ts'
import { isOfSandbox, scopeFor } from '../support/every-operation.ts'
import { Signer, send } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { LEASE_FIELDS, leaseModel, lockedTemplate, signature, staged } from '../support/templates.ts'

// The sample of each operation, run as it is shown against a server, with ids that exist. Between them stands a program that
// notes what arrives, so that a header without which a call succeeds is missed too.
const spec = loadSpec()
const shown = operationsOf(spec).filter(hasSamples)

/** A sample that is about to be run in a folder of its own. */
export interface Ready {
  id: OperationId
  source: string
  key: string
  folder: string
}

export interface Language {
  label: (typeof SAMPLE_LANGUAGES)[number]['label']
  /** What a sample prints of an answer in JSON. */
  prints: RegExp
  /** @returns what each has printed, in their order; of one that failed, why */
  run: ((samples: Ready[], folder: string) => Promise<string[]>) | null
}

const RENEWAL_DAYS = 800
const inYears = (years: number) => new Date(server.clock.now().getTime() + years * 365 * 86_400_000)
const ADA = [{ email: 'ada@example.com' }]
const ONE_SLOT = { slots: [{ slot: 1, role: 'tenant' }] }
const boxes = leaseModel().boxes!.filter(({ slot, kind }) => slot === undefined && kind !== 'signature')

let folder: string
let server: TestServer
let between: Between
let tsa: ChangingTsa
/** Makes what the calls refer to. */
let owner: TestKey
let sealed: string
/** Of the sandbox of the signer who acts. */
let test: TestKey | undefined

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
  getSignedWithAuditTrail: async () => [sealed],
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
  // By the SDK it takes another template over.
  importTemplate: async () => [(await template()).id],
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

/** What arrived of a call, and its answer. */
interface Arrived {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  status: number
  answer: string
}

interface Between {
  url: string
  /** The last call with a key. */
  arrived: Map<string, Arrived>
  close(): void
}

async function standBetween(url: string): Promise<Between> {
  const arrived: Between['arrived'] = new Map()
  const http: Server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { method = '', url: path = '', headers } = request
    const { 'content-length': _, connection: __, host: ___, expect: ____, ...passed } = headers
    const answer = await fetch(url + path, {
      method,
      headers: passed as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { status } = answer
    const [, key = ''] = (headers.authorization ?? '').split('Bearer ')
    arrived.set(key, { method, path, headers, body: body.toString('latin1'), status, answer: bytes.toString('latin1') })
    const type = answer.headers.get('content-type')
    response.writeHead(status, { ...(type && { 'content-type': type }), connection: 'close' }).end(bytes)
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const { port } = http.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, arrived, close: () => http.close() }
}

/** A call with ids that exist, and who makes it. */
async function ready(call: Call, { label }: Language): Promise<Ready> {
  const id = call.operationId as OperationId
  const ids = (await IDS[id]?.()) ?? []
  const { write } = SAMPLE_LANGUAGES.find((language) => language.label === label)!
  const source = ids.reduce((written, id) => written.replace(EXAMPLE_ID, id), write(withRequest(call, ids[0])))
  // Without an id the caller may be anybody, such as a new workspace.
  const isTest = isOfSandbox(operations[id])
  const known = isTest ? test : await key(scopeFor(operations[id]))
  const other = () => (isTest ? server.sandbox() : server.workspace())
  const own = ids.length > 0 ? known! : await server.key({ workspaceId: (await other()).id })
  const place = join(folder, id)
  await mkdir(place)
  if (call.body && 'parts' in call.body)
    await Promise.all([
      writeFile(join(place, 'lease.pdf'), makePdf()),
      writeFile(join(place, 'template.pdf'), makePdf()),
      writeFile(join(place, 'template.json'), JSON.stringify(leaseModel())),
      writeFile(join(place, 'fields.json'), JSON.stringify(LEASE_FIELDS)),
    ])
  return { id, source, key: own.key, folder: place }
}

/** The request for which a session is opened stands in the body. */
function withRequest(call: Call, id: string | undefined): Call {
  if (call.operationId !== 'createEmbeddedSession') return call
  return { ...call, body: { json: { ...(call.body as { json: object }).json, signing_request_id: id } } }
}

/** In `npm test` all in TypeScript, and every other one in each other language: each operation in half of them. */
function shownIn(label: Language['label']): typeof shown {
  if (label === 'TypeScript') return shown
  const own = SAMPLE_LANGUAGES.findIndex((language) => language.label === label)
  return sized(
    shown.filter((_, at) => (at + own) % 2 === 0),
    shown,
  )
}

/** Declares the tests of the samples in a language; without an interpreter they are skipped. */
export function judgeSamples(language: Language): void {
  const { label, prints, run } = language
  const judged = shownIn(label)
  const samples = new Map<string, Ready & { printed: string }>()
  describe.skipIf(!run)(`the sample in ${label}`, () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
      tsa = await startChangingTsa(() => server.clock.now())
      server = await startServer({ config: { tsaUrls: [tsa.url] } })
      between = await standBetween(server.url)
      await tsa.use(inYears(2))
      owner = await key()
      sealed = (await signed()).documentId
      await server.work()
      const all: Ready[] = []
      for (const place of judged) all.push(await ready(callOf(spec, place, `${between.url}/v1`), language))
      const printed = await run!(all, folder)
      for (const [index, sample] of all.entries()) samples.set(sample.id, { ...sample, printed: printed[index]! })
    })
    afterAll(async () => {
      between.close()
      await server.stop()
      await tsa.close()
      await rm(folder, { recursive: true, force: true })
    })

    it.each(judged.map((place) => [place.operation.operationId, place] as const))(
      'of %s succeeds',
      async (id, place) => {
        const { key, folder, source, printed } = samples.get(id)!
        const call = callOf(spec, place, '')
        const arrived = between.arrived.get(key)
        expect(arrived, printed).toBeDefined()
        const { method, path, status, headers, body, answer } = arrived!
        const successes = Object.keys(place.operation.responses).filter((status) => status < '300')
        expect(successes, `${status} ${answer}\n${printed}\n${source}`).toContain(String(status))
        expect(method).toBe(call.method)
        expect(path).toMatch(new RegExp(`^/v1${call.path.replaceAll(/\{\w+\}/g, '[0-9a-f-]+')}$`))
        // The SDK makes a key of its own.
        for (const [name, value] of call.headers)
          expect(headers).toHaveProperty(name.toLowerCase(), label === 'TypeScript' ? expect.any(String) : value)
        if (call.body && 'json' in call.body) {
          expect(headers['content-type']).toMatch(/^application\/json/)
          const written = withRequest(call, JSON.parse(body).signing_request_id).body
          expect(JSON.parse(body.replace('.000Z', 'Z'))).toEqual((written as { json: unknown }).json)
        }
        if (call.file) {
          expect(existsSync(join(folder, call.file)), printed).toBe(true)
          expect(await readFile(join(folder, call.file), 'latin1')).toMatch(/^%PDF-/)
        }
        expect(printed).toMatch(call.answers && !call.file ? prints : /^$/)
        expect(answer).not.toMatch(/"problems":\[[^\]]/)
      },
    )
  })
}
