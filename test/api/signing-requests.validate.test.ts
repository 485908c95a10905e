import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PDF } from '../../server/limits.ts'
import {
  CREATE_AND_VALIDATE,
  type CreateAnswer,
  expectRefused,
  post,
  postJson,
  traces,
  validate,
} from '../support/create.ts'
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

const [, PATH] = CREATE_AND_VALIDATE
const ada = { email: 'ada@example.com', role: 'tenant' }
const signers = [ada]
const marked = makePdf({
  content: textAt(72, 700, '[[ls:signature:tenant]]') + textAt(72, 600, '[[ls:text:tenant:a.b]]'),
})
const twice = makePdf({ content: textAt(72, 700, '[[ls:date:tenant]]') + textAt(72, 600, '[[ls:date:tenant]]') })
// Tagged PDFs repeat their text in a structure tree; this one has more nodes than may be searched for markers.
const unmaskable = makePdf({
  content: textAt(72, 700, '[[ls:signature:tenant]]'),
  catalog: '/StructTreeRoot 10 0 R',
  objects: [`<< /Type /StructTreeRoot /K [${'0 '.repeat(250_001)}] >>`],
})
const date = { role: 'tenant', kind: 'date', page: 1, x: 0.1, y: 0.8, w: 0.3, h: 0.05 }

describe('the dry run of create', () => {
  it('reports where the fields would be, and creates nothing', async () => {
    const before = await traces(server)
    const { status, body } = await validate(server, { signers, callback_url: 'https://127.0.0.1/x' }, marked)
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
        signers: [expect.objectContaining({ email: 'ada@example.com', role: 'tenant', status: 'pending' })],
        earlierSignatures: [],
        fields: [expect.objectContaining({ kind: 'signature' }), expect.objectContaining({ kind: 'text' })],
      },
    ])
    expect(await traces(server)).toEqual(before)
  })

  it.each([
    ['markers', { signers }, marked],
    ['an appended page', { signers: [ada, { email: 'grace@example.com' }] }, makePdf()],
    ['boxes', { signers, placement: 'explicit', fields: [{ ...date, kind: 'signature', label: 'Here' }] }, makePdf()],
    [
      'a sequence',
      {
        signers: [
          { ...ada, signing_order: 7, require_sms_verification: true, phone_e164: '+41791234567', locale: 'de' },
          {
            email: 'grace@example.com',
            signing_order: 3,
            first_name: 'Grace',
            last_name: 'Hopper',
            company: 'US Navy',
          },
        ],
        signing_mode: 'sequential',
      },
      makePdf(),
    ],
  ])('names the signers and fields that create then makes: %s', async (_what, fields, pdf) => {
    const dry = (await validate(server, { ...fields, send_emails: false }, pdf)).body
    const real = (await post(server, { ...fields, send_emails: false }, pdf)).body
    expect(real.signers.length).toBeGreaterThan(0)
    const onlyThen = ['signingRequestId', 'signingUrl', 'emailed', 'expiresAt']
    const rest = real.signers.map((signer) =>
      Object.fromEntries(Object.entries(signer).filter(([key]) => !onlyThen.includes(key))),
    )
    expect([dry.signers, dry.fields, dry.placement]).toEqual([rest, real.fields, real.placement])
  })

  it('works with a file_url, and reports the fall-through to auto_append', async () => {
    files.paths.set('/a.pdf', file(makePdf()))
    const { body } = await postJson(server, { file_url: `${files.url}/a.pdf`, signers }, PATH)
    expect(body).toMatchObject({ ok: true, placement: 'auto_append', anchors: { found: 0, markers: [] } })
  })

  it('is an operation of its own: validate_only sends nothing', async () => {
    const key = await server.key()
    for (const path of CREATE_AND_VALIDATE) {
      const call = () =>
        server.call<CreateAnswer>(key, 'POST', path, { form: createForm({ signers, validate_only: true }) })
      const { error } = await expectRefused(server, call, 400, {
        code: 'invalid_request',
        meta: { path: 'validate_only' },
      })
      expect(error).toContain('POST /signing-requests/validate')
    }
    expect((await post(server, { signers, send_emails: false, validate_only: false })).status).toBe(201)
  })

  it.each<[string, Record<string, unknown>, Uint8Array, number, string]>([
    ['no signers', {}, marked, 400, 'invalid_request'],
    ['a role that has no signer', { signers: [{ ...ada, role: 'buyer' }] }, marked, 400, 'unknown_role'],
    ['a signer without a marker', { signers: [ada, { ...ada, role: 'b' }] }, marked, 400, 'signer_has_no_anchor'],
    ['a marker twice', { signers }, twice, 400, 'duplicate_anchor'],
    ['metadata', { signers, metadata: [1] }, marked, 400, 'invalid_metadata'],
    ['a signer’s unknown key', { signers: [{ ...ada, x: 1 }] }, marked, 400, 'unknown_signer_field'],
    ['placement manual', { signers, placement: 'manual' }, marked, 400, 'placement_retired'],
    ['a callback by http', { signers, callback_url: 'http://example.com/' }, marked, 400, 'https_required'],
    ['a private callback', { signers, callback_url: 'https://10.0.0.1/' }, marked, 400, 'url_not_public'],
    [
      'a return_url elsewhere',
      { signers: [{ ...ada, return_url: 'https://evil.example/' }] },
      marked,
      400,
      'return_url_not_allowed',
    ],
    ['no signature', { signers, placement: 'explicit', fields: [date] }, marked, 422, 'signer_without_signature'],
    ['markers that cannot be removed', { signers }, unmaskable, 422, 'placement_failed'],
    ['an encrypted file', { signers }, encryptedPdf(), 422, 'pdf_unsupported'],
    ['a file that cannot be sealed', { signers }, unsealablePdf(), 422, 'pdf_unsupported'],
    ['no PDF', { signers }, Buffer.from('hello'), 415, 'unsupported_media_type'],
    ['a PDF that is too large', { signers }, Buffer.alloc(PDF.maxBytes + 1, '%PDF-1.7 '), 413, 'file_too_large'],
  ])('refuses what the real call refuses, in the same words: %s', async (_what, fields, pdf, status, code) => {
    const dry = await expectRefused(server, () => validate(server, fields, pdf), status, { code })
    expect(await expectRefused(server, () => post(server, fields, pdf), status, { code })).toEqual(dry)
  })

  it('refuses a file that cannot be fetched', async () => {
    const body = { file_url: `${files.url}/missing.pdf`, signers }
    for (const path of CREATE_AND_VALIDATE)
      await expectRefused(server, () => postJson(server, body, path), 422, { code: 'file_fetch_failed' })
  })

  it('counts towards the rate limit like any other call', async () => {
    const answer = await server.call(await server.key(), 'POST', PATH, { form: createForm({ signers }, marked) })
    expect(answer.headers.get('ratelimit-remaining')).toBe('59')
  })
})
