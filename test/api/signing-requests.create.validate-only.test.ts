import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CreateAnswer, expectRefused, post, postJson, traces } from '../support/create.ts'
import { type FileServer, file, startFileServer } from '../support/file-server.ts'
import { createForm } from '../support/flow.ts'
import { encryptedPdf, makePdf, textAt, unsealablePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let files: FileServer
beforeAll(async () => {
  server = await startServer()
  files = await startFileServer()
})
afterAll(async () => {
  await files.close()
  await server.stop()
})

const signers = [{ email: 'ada@example.com', role: 'tenant' }]
const marked = makePdf({
  content: textAt(72, 700, '[[ls:signature:tenant]]') + textAt(72, 600, '[[ls:text:tenant:a.b]]'),
})

describe('validate_only', () => {
  it('reports where the fields would be, and creates nothing', async () => {
    const before = await traces(server)
    const { status, body } = await post(
      server,
      { signers, validate_only: true, callback_url: 'https://127.0.0.1/x' },
      marked,
    )
    expect([status, body]).toEqual([
      200,
      {
        ok: true,
        problems: [],
        warnings: [],
        placement: 'anchors',
        anchors: {
          found: 2,
          markers: [
            expect.objectContaining({ kind: 'signature', role: 'tenant', page: 1, fieldKey: null }),
            expect.objectContaining({ kind: 'text', role: 'tenant', page: 1, fieldKey: 'a.b' }),
          ],
        },
      },
    ])
    expect(await traces(server)).toEqual(before)
    const real = await post(server, { signers, send_emails: false }, marked)
    const [first] = body.anchors.markers as unknown as CreateAnswer['fields']
    expect(real.body.fields[0]).toMatchObject({ x: first!.x, y: first!.y, w: first!.w, h: first!.h })
  })

  it('works with a file_url, and reports the fall-through to auto_append', async () => {
    files.paths.set('/a.pdf', file(makePdf()))
    const { body } = await postJson(server, { file_url: `${files.url}/a.pdf`, signers, validate_only: true })
    expect(body).toMatchObject({ ok: true, placement: 'auto_append', anchors: { found: 0, markers: [] } })
  })

  it('ignores the Idempotency-Key', async () => {
    const key = await server.key()
    const headers = { 'Idempotency-Key': 'once' }
    const call = (fields: object) =>
      server.call<CreateAnswer>(key, 'POST', '/v1/signing-requests', {
        headers,
        form: createForm({ signers, send_emails: false, ...fields }, marked),
      })
    expect((await call({ validate_only: true })).status).toBe(200)
    const created = await call({})
    expect(created.status).toBe(201)
    const validated = await call({ validate_only: true })
    expect([validated.status, validated.headers.get('idempotent-replayed')]).toEqual([200, null])
    expect((await call({})).body.documentId).toBe(created.body.documentId)
  })

  it.each([
    ['a role that has no signer', { signers: [{ email: 'a@x.com', role: 'buyer' }] }, marked, 400, 'unknown_role'],
    ['metadata', { signers, metadata: [1] }, marked, 400, 'invalid_metadata'],
    ['a signer’s unknown key', { signers: [{ email: 'a@x.com', x: 1 }] }, marked, 400, 'unknown_signer_field'],
    ['placement manual', { signers, placement: 'manual' }, marked, 400, 'placement_retired'],
    ['a private callback', { signers, callback_url: 'https://10.0.0.1/' }, marked, 400, 'url_not_public'],
    ['an encrypted file', { signers }, encryptedPdf(), 422, 'pdf_unsupported'],
    ['a file that cannot be sealed', { signers }, unsealablePdf(), 422, 'pdf_unsupported'],
    ['no PDF', { signers }, Buffer.from('hello'), 415, 'unsupported_media_type'],
  ])('refuses what the real call refuses: %s', async (_what, fields, pdf, status, code) => {
    for (const validate_only of [true, false])
      await expectRefused(server, () => post(server, { ...fields, validate_only }, pdf), status, { code })
  })

  it('counts towards the rate limit like any other call', async () => {
    const key = await server.key()
    const answer = await server.call(key, 'POST', '/v1/signing-requests', {
      form: createForm({ signers, validate_only: true }, marked),
    })
    expect(answer.headers.get('ratelimit-remaining')).toBe('59')
  })
})
