import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocument, Signer, send } from '../support/flow.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let server: TestServer
let key: TestKey
let documentId: string
/** The file that the operation must return. */
const files = new Map<string, Buffer>()

beforeAll(async () => {
  server = await startServer()
  key = await server.key({ workspaceId: (await server.workspace({ retention_days: 1 })).id })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(makePdf())], { type: 'application/pdf' }), 'Vertrag ü.pdf')
  form.set('signers', JSON.stringify([{ email: 'ada@example.com', name: 'Ada' }]))
  const created = await server.call<{ documentId: string; signers: { signingUrl: string }[] }>(
    key,
    'POST',
    '/v1/signing-requests',
    { form },
  )
  documentId = created.body.documentId
  await new Signer(server, created.body.signers[0]!.signingUrl).sign()
  await server.work()
  for (const verb of ['file', 'signed']) files.set(verb, (await get(verb)).body)
})
afterAll(() => server.stop())

const get = (verb: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.call<Buffer>(key, method, `/v1/documents/${documentId}/${verb}`, { headers })

describe.each(['file', 'signed'])('GET /documents/{id}/%s', (verb) => {
  const whole = () => files.get(verb)!

  it('is the PDF with its length, type, name and validators', async () => {
    const { status, headers, body } = await get(verb)
    const name = verb === 'file' ? 'Vertrag _.pdf' : 'Vertrag _-signed.pdf'
    expect([status, body.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(body.length),
      'content-disposition': expect.stringContaining(`filename="${name}"`),
      etag: `"${sha256(body)}"`,
      'repr-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
      'accept-ranges': 'bytes',
      'ratelimit-limit': '60',
    })
  })

  it('HEAD returns the same without the body', async () => {
    const { status, headers, body } = await get(verb, {}, 'HEAD')
    expect([status, headers.get('content-length'), body]).toEqual([200, String(whole().length), undefined])
  })

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=-7', -7, undefined],
    ['bytes=5-', 5, undefined],
    ['bytes=3-99999999', 3, undefined],
    ['bytes=-99999999', 0, undefined],
  ] as const)('%s is a part of it', async (range, start, end) => {
    const { status, headers, body } = await get(verb, { Range: range })
    const wanted = whole().subarray(start, end)
    expect([status, body.equals(wanted), headers.get('content-length')]).toEqual([206, true, String(wanted.length)])
    const from = start < 0 ? whole().length + start : start
    expect(headers.get('content-range')).toBe(`bytes ${from}-${from + wanted.length - 1}/${whole().length}`)
  })

  it('a range beyond the end is 416; a malformed one is ignored', async () => {
    for (const range of [`bytes=${whole().length}-`, 'bytes=-0']) {
      const beyond = await get(verb, { Range: range })
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole().length}`])
    }
    for (const range of ['bytes=', 'bytes=9-3', 'lines=1-2', 'bytes=0-1,3-4'])
      expect((await get(verb, { Range: range })).status).toBe(200)
  })

  it('honours conditional requests', async () => {
    const etag = `"${sha256(whole())}"`
    for (const tags of [etag, `"other", W/${etag}`, '*']) {
      const same = await get(verb, { 'If-None-Match': tags })
      expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, undefined, etag])
    }
    expect((await get(verb, { 'If-None-Match': '"other"' })).status).toBe(200)
    expect((await get(verb, { Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206)
    expect((await get(verb, { Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200)
  })
})

it('document.sha256: is of the file as it was sent, not of the signed one', async () => {
  const { sha256: sent, signedSha256 } = await readDocument(server, key, documentId)
  expect([sent, signedSha256]).toEqual([sha256(files.get('file')!), sha256(files.get('signed')!)])
})

it('signed.key: is not served without a key, nor to another workspace', async () => {
  for (const verb of ['signed', 'audit-trail']) {
    const path = `/v1/documents/${documentId}/${verb}`
    expect(await server.call(null, 'GET', path)).toMatchObject({ status: 401, body: { code: 'invalid_key' } })
    const stranger = await server.key({ workspaceId: (await server.workspace()).id })
    expect(await server.call(stranger, 'GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
})

it('/signed before completion: 409 with what is missing', async () => {
  const { documentId: id, signers } = await send(server, key, {
    signers: [
      { email: 'a@example.com', name: 'A' },
      { email: 'b@example.com', name: 'B' },
    ],
  })
  const refused = (meta: object) => async () =>
    expect(await server.call(key, 'GET', `/v1/documents/${id}/signed`)).toMatchObject({
      status: 409,
      body: { code: 'not_complete', meta },
    })
  await refused({ status: 'pending', remaining: 2, completable: true })()
  await new Signer(server, signers[0]!.signingUrl).sign()
  await refused({ status: 'pending', remaining: 1, completable: true })()
  await new Signer(server, signers[1]!.signingUrl).decline()
  await refused({ status: 'declined', remaining: 1, completable: false })()
})

it('signed.deleted_by_retention: both are 410, with the limits’ headers on /signed alone', async () => {
  server.clock.advance(86_400_000)
  await server.run('prune', {})
  const meta = { deleted_at: server.clock.now().toISOString() }
  for (const verb of ['file', 'signed', 'signed-with-audit-trail']) {
    const { status, body, headers } = await get(verb)
    expect([status, body]).toMatchObject([410, { code: 'deleted_by_retention', meta }])
    expect(headers.has('ratelimit-limit')).toBe(verb === 'signed')
  }
})
