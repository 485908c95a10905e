import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ApiError, Countersign, IntegrityError, type SigningRequestCreated } from '../../sdk/src/index.ts'
import { saveTo } from '../../sdk/src/node.ts'
import { verifyAuditEvents } from '../../sdk/src/verify/index.ts'
import { VERSION } from '../../sdk/src/version.ts'
import { Signer } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { sdkFor, watched } from '../support/sdk.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace' }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let server: TestServer
let key: TestKey
let client: Countersign
let folder: string

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  client = sdkFor(server, key)
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => vi.unstubAllEnvs())

const create = (): Promise<SigningRequestCreated> => client.signingRequests.create({ file: makePdf(), signers: [ADA] })

describe('the client', () => {
  it('takes its key and address from the environment', async () => {
    vi.stubEnv('COUNTERSIGN_API_KEY', key.key)
    vi.stubEnv('COUNTERSIGN_BASE_URL', `${server.url}/v1/`)
    expect((await new Countersign().me.get()).key.id).toBe(key.id)
  })

  it('reports what is missing or malformed', () => {
    vi.stubEnv('COUNTERSIGN_API_KEY', '')
    vi.stubEnv('COUNTERSIGN_BASE_URL', '')
    expect(() => new Countersign()).toThrow('COUNTERSIGN_API_KEY')
    expect(() => new Countersign({ apiKey: 'key' })).toThrow('COUNTERSIGN_BASE_URL')
    expect(() => new Countersign({ apiKey: 'key', baseUrl: 'sign.example.com' })).toThrow('http or https URL')
  })

  it('says what to do where the API is not, and with what the API does not know', async () => {
    const astray = sdkFor(server, key, { baseUrl: server.url, fetch: (url, init) => fetch(url, init) })
    const api = server.ctx.config.apiUrl
    await expect(astray.me.get()).rejects.toThrow(`the API is at ${api}`)
    const id = crypto.randomUUID()
    await expect(astray.documents.get(id)).rejects.toThrow(`did you mean ${server.url}/v1?`)
    await expect(astray.documents.downloadSigned(id)).rejects.toThrow(`did you mean ${server.url}/v1?`)
    const misspelt = { file: makePdf(), signers: [ADA], placement: 'manuel' }
    await expect(client.signingRequests.create(misspelt)).rejects.toThrow(
      'placement must be "anchors" or "auto_append" or "explicit", not "manuel"',
    )
  })

  it('logs what the API ignored, by default to the console', async () => {
    const printed = vi.spyOn(console, 'warn').mockReturnValue()
    try {
      const misspelt = { file: makePdf(), signers: [ADA], send_email: false }
      const { warnings } = await client.signingRequests.create(misspelt)
      expect(warnings.map(({ code, field }) => [code, field])).toEqual([['unknown_field', 'send_email']])
      expect(printed.mock.calls).toEqual([
        [
          expect.stringMatching(
            /^countersign: "send_email" is not a key .*did you mean "send_emails"\?.* \(unknown_field\), request /,
          ),
        ],
      ])
    } finally {
      printed.mockRestore()
    }
  })

  it('never shows its key', async () => {
    const { key: secret } = await server.key()
    const closed = new Countersign({ apiKey: secret, baseUrl: 'http://127.0.0.1:9/v1', maxRetries: 0 })
    const error = await closed.me.get().catch((thrown: unknown) => thrown)
    const refused = await sdkFor(server, { ...key, key: `${secret}0` })
      .me.get()
      .catch((thrown: unknown) => thrown)
    for (const thing of [closed, error, refused]) {
      expect(inspect(thing, { depth: 20, showHidden: true })).not.toContain(secret)
      expect(JSON.stringify(thing)).not.toContain(secret)
    }
    expect(() => new Countersign({ apiKey: `${secret}\n`, baseUrl: server.url })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret) }),
    )
  })

  it('names itself and sends the headers of a call', async () => {
    const seen: Headers[] = []
    const watching = sdkFor(server, key, { fetch: watched((request) => seen.push(request.headers)) })
    await watching.me.get({ headers: { 'X-Trace': 'abc' } })
    expect(seen[0]!.get('user-agent')).toBe(`countersign-sdk/${VERSION}`)
    expect(seen[0]!.get('x-trace')).toBe('abc')
  })

  it('offers the bare client as an escape hatch', async () => {
    const { data, response } = await client.raw.GET('/me')
    expect([response.status, data?.workspace.id]).toEqual([200, key.workspaceId])
  })
})

describe('signing requests', () => {
  it('are validated, sent, read, reminded, given a new link, given to somebody else and withdrawn', async () => {
    const dry = await client.signingRequests.validate({ file: makePdf(), signers: [ADA] })
    expect(dry).toMatchObject({ ok: true, problems: [], placement: 'auto_append' })
    const created = await create()
    expect(created).toMatchObject({ status: 'pending', placement: 'auto_append', signers: [{ email: ADA.email }] })
    const id = created.signers[0]!.signingRequestId
    expect((await client.signingRequests.get(id)).signingUrl).toBe(created.signers[0]!.signingUrl)
    expect((await client.signingRequests.update(id, { phone_e164: '+436641234567' })).phoneMasked).toContain('67')
    server.clock.advance(61_000)
    expect(await client.signingRequests.remind(id)).toMatchObject({ signingRequestId: id, reminderCount: 1 })
    const renewed = await client.signingRequests.renewLink(id)
    expect(renewed.signingUrl).not.toBe(created.signers[0]!.signingUrl)
    expect((await client.signingRequests.get(id)).signingUrl).toBe(renewed.signingUrl)
    const grace = { email: 'grace@example.com', name: 'Grace Hopper' }
    const passedOn = await client.signingRequests.reassign(id, grace)
    expect(passedOn).toMatchObject({ ...grace, previous: { email: ADA.email } })
    expect((await client.signingRequests.get(id)).signingUrl).toBe(passedOn.signingUrl)
    expect(await client.signingRequests.withdraw(id)).toMatchObject({ status: 'withdrawn', withdrawnBy: 'api' })
    expect((await client.documents.get(created.documentId)).completable).toBe(false)
  })

  it('are created once for each idempotency key', async () => {
    const params = { file: makePdf(), signers: [ADA], metadata: { text: 'true', number: 1, flag: false } }
    const first = await client.signingRequests.create(params, { idempotencyKey: 'order-1' })
    const again = await client.signingRequests.create(params, { idempotencyKey: 'order-1' })
    expect(again).toEqual(first)
    expect(first.metadata).toEqual(params.metadata)
    expect((await client.signingRequests.create(params)).documentId).not.toBe(first.documentId)
  })

  it('can be sent by URL', async () => {
    const error = await client.signingRequests
      .create({ file_url: 'https://127.0.0.1:9/contract.pdf', signers: [ADA] })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 422, code: 'file_fetch_failed' })
  })
})

describe('documents', () => {
  let created: SigningRequestCreated
  beforeAll(async () => {
    created = await create()
    const signer = new Signer(server, created.signers[0]!.signingUrl)
    await signer.view()
    await signer.sign()
    await server.work()
  })

  it('are read with their audit trail', async () => {
    const document = await client.documents.get(created.documentId)
    expect(document.status).toBe('signed')
    const { events, head } = await client.documents.auditEvents(created.documentId)
    expect(await verifyAuditEvents(events)).toMatchObject({ ok: true, head: { hash: head.hash } })
  })

  it('are downloaded as live responses', async () => {
    const { signedSha256, sha256: shown } = await client.documents.get(created.documentId)
    const signed = await client.documents.downloadSigned(created.documentId)
    expect(signed.headers.get('content-type')).toBe('application/pdf')
    expect(sha256(new Uint8Array(await signed.arrayBuffer()))).toBe(signedSha256)
    const chunks: Uint8Array[] = []
    const file = await client.documents.downloadFile(created.documentId)
    for await (const chunk of file.body!) chunks.push(chunk)
    expect(sha256(Buffer.concat(chunks))).toBe(shown)
    expect((await (await client.documents.downloadAuditTrail(created.documentId)).blob()).type).toBe('application/pdf')
  })

  it('are downloaded in part, and not at all when unchanged', async () => {
    const part = await client.documents.downloadSigned(created.documentId, { headers: { Range: 'bytes=0-4' } })
    expect([part.status, await part.text()]).toEqual([206, '%PDF-'])
    const etag = part.headers.get('etag')!
    const same = await client.documents.downloadSigned(created.documentId, { headers: { 'If-None-Match': etag } })
    expect(same.status).toBe(304)
  })

  it('are saved whole, or not at all', async () => {
    const { signedSha256 } = await client.documents.get(created.documentId)
    const path = join(folder, 'signed.pdf')
    const saved = await saveTo(path, await client.documents.downloadSigned(created.documentId), {
      sha256: signedSha256!,
    })
    const bytes = await readFile(path)
    expect(saved).toEqual({ path, length: bytes.length, sha256: signedSha256 })
    expect(sha256(bytes)).toBe(signedSha256)

    const other = join(folder, 'other.pdf')
    const wrong = client.documents
      .downloadSigned(created.documentId)
      .then((response) => saveTo(other, response, { sha256: '0'.repeat(64) }))
    await expect(wrong).rejects.toThrow(IntegrityError)
    const { headers } = await client.documents.downloadSigned(created.documentId)
    await expect(saveTo(other, new Response('another file', { headers }))).rejects.toThrow(IntegrityError)
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('the line is cut')) })
    await expect(saveTo(other, new Response(broken))).rejects.toThrow('the line is cut')
    expect(await readdir(folder)).toEqual(['signed.pdf'])
  })
})

describe('errors', () => {
  it('carry the code, its context and the request id', async () => {
    const error = await client.signingRequests
      .create({ file: makePdf(), signers: [{ ...ADA, nickname: 'A' } as typeof ADA] })
      .catch((thrown: unknown) => thrown)
    if (!(error instanceof ApiError && error.is('unknown_signer_field'))) throw error
    expect(error.body.meta.signers).toEqual([{ index: 0, fields: ['nickname'] }])
    expect(error).toMatchObject({ name: 'ApiError', status: 400, code: 'unknown_signer_field', retryAfter: null })
    expect(error.requestId).toMatch(/^\S+$/)
    expect(error.meta).toEqual(error.body.meta)
    expect(error.is('not_found')).toBe(false)
    expect(error.message).toContain('400 unknown_signer_field: ')
  })

  it('are raised for downloads too', async () => {
    const { documentId } = await create()
    const early = client.documents.downloadSigned(documentId)
    await expect(early).rejects.toMatchObject({ status: 409, code: 'not_complete' })
    await expect(client.documents.get('nope')).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })

  it('state how long to wait', async () => {
    const { signers } = await create()
    const id = signers[0]!.signingRequestId
    server.clock.advance(61_000)
    await client.signingRequests.remind(id)
    const error = await client.signingRequests.remind(id, { maxRetries: 0 }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 429, code: 'rate_limited' })
    expect((error as ApiError).retryAfter).toBeGreaterThan(0)
  })
})
