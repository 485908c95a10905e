import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PDF } from '../../server/limits.ts'
import { largePdf, makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface ErrorBody {
  error: string
  code: string
  documentId?: string
  meta: { path?: string; issues?: { path: string; message: string }[]; fields?: string[]; accepted?: string[] }
  warnings: { field: string; code: string }[]
}

const PATH = '/v1/signing-requests'
const SIGNERS = '[{"email":"ada@example.com","name":"Ada"}]'

async function post(body: BodyInit, contentType?: string): Promise<{ status: number; body: ErrorBody }> {
  key = await server.key()
  const headers: Record<string, string> = { Authorization: `Bearer ${key.key}` }
  if (contentType !== undefined) headers['Content-Type'] = contentType
  const answer = await server.fetch(PATH, { method: 'POST', body, headers })
  return { status: answer.status, body: (await answer.json()) as ErrorBody }
}

const json = (value: unknown) => post(typeof value === 'string' ? value : JSON.stringify(value), 'application/json')
const pdfPart = (bytes: Buffer = makePdf(), type = 'application/pdf') => new Blob([new Uint8Array(bytes)], { type })

function form(parts: [name: string, value: string | Blob, filename?: string][]): FormData {
  const data = new FormData()
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, filename)
  }
  return data
}

/** No part of an upload is left behind, whatever the outcome of the call. */
const leftovers = () => readdir(join(server.ctx.config.dataDir, 'tmp'))

describe('the media type', () => {
  it.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['multipart/mixed; boundary=x', '--x--'],
    ['multipart/form-data', '--x--'],
    ['application/jsonp', '{}'],
    ['', '{}'],
  ])('%j is refused with 415', async (type, body) => {
    expect(await post(new TextEncoder().encode(body), type)).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    })
  })

  it.each(['gzip', 'br', 'GZIP', 'identity, gzip', 'unknown'])(
    'with Content-Encoding %s is refused with 415',
    async (coding) => {
      const headers = { Authorization: `Bearer ${(await server.key()).key}`, 'Content-Encoding': coding }
      for (const [type, body] of [
        ['application/json', '{}'],
        ['multipart/form-data; boundary=x', '--x--'],
      ]) {
        const answer = await server.fetch(PATH, {
          method: 'POST',
          body,
          headers: { ...headers, 'Content-Type': type! },
        })
        expect(answer.status).toBe(415)
        expect(((await answer.json()) as ErrorBody).error).toContain('Content-Encoding')
      }
    },
  )

  it.each(['identity', 'Identity', ''])('may have Content-Encoding %j', async (coding) => {
    const headers = { Authorization: `Bearer ${(await server.key()).key}`, 'Content-Type': 'application/json' }
    const init = { method: 'POST', body: '{}', headers: { ...headers, 'Content-Encoding': coding } }
    expect((await server.fetch(PATH, init)).status).toBe(400)
  })

  it('may be missing only where the body is optional', async () => {
    const target = `/v1/signing-requests/${crypto.randomUUID()}`
    expect((await server.call(await server.key(), 'POST', `${target}/withdraw`)).status).toBe(404)
    expect((await server.call(await server.key(), 'PATCH', target)).status).toBe(415)
    expect((await server.call(await server.key(), 'POST', PATH)).status).toBe(415)
  })
})

describe('JSON', () => {
  it.each([
    ['nothing', ''],
    ['half an object', '{"signers":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['two values', '{}{}'],
    ['U+0000 in a string', '{"title":"a\\u0000b"}'],
    ['U+0000 in a key', '{"a\\u0000b":1}'],
    ['half a surrogate pair', '{"metadata":{"a":"\\ud800"}}'],
    ['half a surrogate pair in a name', '{"signers":[{"email":"ada@example.com","name":"\\ud800"}]}'],
    ['a number beyond all bounds', '{"expires_in_days":1e999}'],
    ['an integer that would become another one', '{"expires_in_days":12345678901234567891}'],
    ['__proto__', '{"signers":[{"__proto__":{"a":1}}]}'],
    ['__proto__ at the top', '{"__proto__":{"validate_only":true}}'],
    ['a nesting of 100,000 lists', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('that is or holds %s is refused with 400', async (_what, text) => {
    expect(await json(text)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  it.each([
    ['title', '{"title":"a","title":"a"}'],
    ['title', '{"title":"a","t\\u0069tle":"b"}'],
    ['signers[1].email', '{"signers":[{"email":"a","name":"{\\"email\\":[,]}"},{"email":"b","email":"c"}]}'],
    ['metadata.a', '{"metadata":{"a":1,"b":[],"a":2}}'],
    ['fields[0].x', '{"fields":[{"x":1,"y":{"x":[{"x":1}]},"x":2}]}'],
  ])('with the key %s twice is refused with 400', async (path, text) => {
    const { status, body } = await json(text)
    expect([status, body.code, body.meta.path]).toEqual([400, 'invalid_request', path])
    expect(body.error).toBe(`${path} was sent twice`)
  })

  it('with a key twice in a part is refused with 400', async () => {
    const signers = '[{"email":"ada@example.com","email":"eve@example.com"}]'
    const { status, body } = await post(
      form([
        ['file', pdfPart()],
        ['signers', signers],
      ]),
    )
    expect([status, body.code, body.meta.path]).toEqual([400, 'invalid_request', 'signers[0].email'])
    const metadata = await post(
      form([
        ['file', pdfPart()],
        ['signers', SIGNERS],
        ['metadata', '{"a":1,"a":2}'],
      ]),
    )
    expect([metadata.status, metadata.body.code, metadata.body.meta.path]).toEqual([
      400,
      'invalid_request',
      'metadata.a',
    ])
  })

  it('may have the same key in different objects, and braces in strings', async () => {
    const { body } = await json('{"signers":[{"email":"a,{\\"["},{"email":"b"}],"title":"}","metadata":{"title":"x"}}')
    expect(body.error).not.toContain('twice')
  })

  it('must be UTF-8', async () => {
    const latin1 = Buffer.from('{"title":"Grüße"}', 'latin1')
    expect(await post(latin1, 'application/json')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  it('may begin with a byte order mark and name its charset', async () => {
    const { body } = await post('\ufeff{"signers":[]}', 'application/json; charset=utf-8')
    expect(body.meta.issues).toContainEqual({ path: 'file_url', message: 'is required' })
  })

  it('larger than 1 MB is refused with 413, also when its length is not declared', async () => {
    const text = JSON.stringify({ title: 'x'.repeat(1_048_577) })
    expect(await json(text)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    const socket = request(server.url + PATH, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key.key}`,
        'Content-Type': 'application/json',
        'Transfer-Encoding': 'chunked',
      },
    })
    socket.end(text)
    const [answer] = await once(socket, 'response')
    expect(answer.statusCode).toBe(413)
    answer.resume()
  })

  it('that breaks the schema is answered with every problem, with place, value and rule', async () => {
    const { body } = await json({
      file_url: 'ftp://example.com/a.pdf',
      signers: [{ email: 'nobody' }, { email: 'a@example.com', signing_order: 1.5, require_sms_verification: 'yes' }],
      signing_mode: 'random',
    })
    expect(body.code).toBe('invalid_request')
    expect(body.meta.issues).toEqual([
      { path: 'file_url', message: 'must be an http or https URL' },
      { path: 'signers[0].email', message: 'must be an email address' },
      { path: 'signers[1].require_sms_verification', message: 'must be true or false, not a string' },
      { path: 'signers[1].signing_order', message: 'must be a whole number, not 1.5' },
      { path: 'signing_mode', message: 'must be "sequential" or "parallel", not "random"' },
    ])
    expect(body.error).toBe('file_url must be an http or https URL')
  })

  it('with unknown keys in signers is answered with all of them at once', async () => {
    const { status, body } = await json({
      file_url: 'https://example.com/a.pdf',
      signers: [{ email: 'a@example.com' }, { email: 'b@example.com', phone: '1', Name: 'B' }, { mail: 'c' }],
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'unknown_signer_field',
      meta: {
        signers: [
          { index: 1, fields: ['phone', 'Name'] },
          { index: 2, fields: ['mail'] },
        ],
        accepted: expect.arrayContaining(['email', 'phone_e164', 'signing_order']),
      },
    })
  })
})

describe('PATCH /signing-requests/{id}', () => {
  const patch = async (value: unknown) =>
    (
      await server.call<ErrorBody>(await server.key(), 'PATCH', `/v1/signing-requests/${crypto.randomUUID()}`, {
        json: value,
      })
    ).body

  it('has its own codes for an unknown key and for a bad number', async () => {
    expect(await patch({ phone_e164: '+41791234567', email: 'x' })).toMatchObject({
      code: 'unknown_field',
      meta: { fields: ['email'], accepted: ['phone_e164'] },
    })
    for (const phone_e164 of ['079 123 45 67', '+0123', 41, ''])
      expect(await patch({ phone_e164 })).toMatchObject({ code: 'invalid_phone' })
    expect(await patch({ phone_e164: '+41791234567' })).toMatchObject({ code: 'not_found' })
  })
})

describe('unknown top-level keys (contract 9.5)', () => {
  const send = () =>
    post(
      form([
        ['file', pdfPart(), 'a.pdf'],
        ['signers', SIGNERS],
        ['send_emails', 'false'],
        ['topic', 'Hello'],
        ['constructor', '1'],
      ]),
    )

  it('are named in warnings until 2026-12-31 and refused from then on', async () => {
    server.clock.set(new Date('2026-12-30T23:59:59.999Z'))
    const warned = await send()
    expect(warned.status).toBe(201)
    expect(warned.body.warnings.map(({ field, code }) => [field, code])).toEqual([
      ['topic', 'unknown_field'],
      ['constructor', 'unknown_field'],
    ])
    server.clock.set(new Date('2026-12-31T00:00:00.000Z'))
    const refused = await send()
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'unknown_field', meta: { fields: ['topic', 'constructor'] } },
    })
    expect(refused.body.meta.accepted).toContain('signers')
  })
})

describe('multipart', () => {
  const accepted = (parts: [string, string | Blob, string?][]) =>
    post(form([['signers', SIGNERS], ['send_emails', 'false'], ...parts]))

  it('says which part a file was meant for that came under another name', async () => {
    const withNul = Buffer.concat([makePdf(), Buffer.from([0])])
    for (const [bytes, status] of [
      [withNul, 400],
      [largePdf(2_000_000), 413],
    ] as const) {
      const answer = await accepted([['files', pdfPart(bytes), 'a.pdf']])
      expect(answer.status).toBe(status)
      expect(answer.body.error).toMatch(/; did you mean "file"\?$/)
    }
    const both: [string, string | Blob, string?][] = [
      ['file', pdfPart(), 'a.pdf'],
      ['files', pdfPart(withNul), 'b.pdf'],
    ]
    expect((await accepted(both)).body.error).toMatch(/^files contains the character U\+0000$/)
    expect(await leftovers()).toEqual([])
  })

  it('accepts strings raw or JSON-quoted, and a string that looks like a number', async () => {
    for (const [placement, title, expected] of [
      ['auto_append', '2026', '2026'],
      ['"auto_append"', '"Lease"', 'Lease'],
      ['auto_append', '[Draft] Lease', '[Draft] Lease'],
      ['auto_append', 'true', 'true'],
    ] as const) {
      const { status, body } = await accepted([
        ['file', pdfPart(), 'a.pdf'],
        ['placement', placement],
        ['title', title],
      ])
      expect(status).toBe(201)
      const document = await server.call<{ title: string }>(key, 'GET', `/v1/documents/${body.documentId}`)
      expect(document.body.title).toBe(expected)
    }
  })

  it.each([
    [
      'signers',
      '[{"email":"ada@bücher.de"}]',
      'signers[0].email',
      /must be an email address, with its domain in ASCII: ada@xn--bcher-kva\.de/,
    ],
    ['signers', '[{"email":"nope"}]', 'signers[0].email', /^signers\[0\]\.email must be an email address/],
    ['signers', '[{"email":"a@example.com","locale":"xx"}]', 'signers[0].locale', /not "xx"/],
    ['observer_emails', '["x"]', 'observer_emails[0]', /must be an email address/],
    ['expires_in_days', '1.5', 'expires_in_days', /must be a whole number, not 1.5/],
    ['expires_in_days', 'soon', 'expires_in_days', /must be a number, not a string/],
    ['send_emails', '"true"', 'send_emails', /must be true or false, not a string/],
  ])('names what is wrong inside a JSON part: %s=%s', async (name, value, path, message) => {
    const parts = new Map<string, string | Blob>([
      ['signers', SIGNERS],
      ['send_emails', 'false'],
      ['file', pdfPart()],
    ])
    const { status, body } = await post(form([...parts.set(name, value)]))
    expect([status, body.meta.path]).toEqual([400, path])
    expect(body.error).toMatch(message)
    expect(body.error).not.toMatch(/is required/)
  })

  it('accepts parts with a byte order mark', async () => {
    const { body } = await post(
      form([
        ['file', pdfPart(), 'a.pdf'],
        ['signers', `\ufeff${SIGNERS}`],
        ['title', '\ufeffLease'],
        ['send_emails', '\ufefffalse'],
      ]),
    )
    const document = await server.call<{ title: string }>(key, 'GET', `/v1/documents/${body.documentId}`)
    expect(document.body.title).toBe('Lease')
  })

  it('accepts a JSON part that was sent as a file', async () => {
    const parts: [string, string | Blob, string?][] = [
      ['file', pdfPart(), 'a.pdf'],
      ['signers', new Blob([SIGNERS], { type: 'application/json' }), 'signers.json'],
      ['send_emails', 'false'],
    ]
    expect((await post(form(parts))).status).toBe(201)
  })

  it('accepts a list as one part for each element, as generated clients send it', async () => {
    const signer = (email: string) => new Blob([JSON.stringify({ email })], { type: 'application/json' })
    const pdf: [string, Blob, string] = ['file', pdfPart(), 'a.pdf']
    const quiet: [string, string] = ['send_emails', 'false']
    const two = await post(
      form([
        pdf,
        ['signers', signer('ada@example.com'), 'blob'],
        ['signers', signer('grace@example.com'), 'blob'],
        ['observer_emails', 'one@example.com'],
        ['observer_emails', 'two@example.com'],
        quiet,
      ]),
    )
    expect(two.status).toBe(201)
    expect(two.body).toMatchObject({ signers: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }] })
    const one = await post(
      form([pdf, ['signers', signer('ada@example.com'), 'blob'], ['observer_emails', 'one@example.com'], quiet]),
    )
    expect(one.status).toBe(201)
    const mixed = await post(form([pdf, ['signers', SIGNERS], ['signers', signer('grace@example.com'), 'blob'], quiet]))
    expect([mixed.status, mixed.body.error]).toEqual([400, 'the part signers was sent twice'])
  })

  it('accepts application/octet-stream and no type at all for the file', async () => {
    expect((await accepted([['file', pdfPart(undefined, 'application/octet-stream'), 'a.bin']])).status).toBe(201)
    const text = [
      '--b\r\nContent-Disposition: form-data; name="signers"\r\n\r\n',
      SIGNERS,
      '\r\n--b\r\nContent-Disposition: form-data; name="send_emails"\r\n\r\nfalse',
      '\r\n--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n',
    ].join('')
    const body = Buffer.concat([Buffer.from(text), makePdf(), Buffer.from('\r\n--b--\r\n')])
    expect((await post(body, 'multipart/form-data; boundary=b')).status).toBe(201)
  })

  it.each([
    ['a file of another type', [['file', pdfPart(undefined, 'image/png'), 'a.png']], 415, 'unsupported_media_type'],
    ['a file that is no PDF', [['file', pdfPart(Buffer.from('hello')), 'a.pdf']], 415, 'unsupported_media_type'],
    [
      'two files',
      [
        ['file', pdfPart(), 'a.pdf'],
        ['file', pdfPart(), 'b.pdf'],
      ],
      400,
      'invalid_request',
    ],
    [
      'a part twice',
      [
        ['file', pdfPart(), 'a.pdf'],
        ['title', 'a'],
        ['title', 'b'],
      ],
      400,
      'invalid_request',
    ],
    ['no file', [['title', 'a']], 400, 'invalid_request'],
    [
      'a file and an address',
      [
        ['file', pdfPart(), 'a.pdf'],
        ['file_url', 'https://example.com/a.pdf'],
      ],
      400,
      'invalid_request',
    ],
    ['a filename of 201 characters', [['file', pdfPart(), `${'ä'.repeat(197)}.pdf`]], 400, 'invalid_request'],
    [
      'U+0000',
      [
        ['file', pdfPart(), 'a.pdf'],
        ['title', 'a\u0000b'],
      ],
      400,
      'invalid_request',
    ],
    [
      'U+0000 inside JSON',
      [
        ['file', pdfPart(), 'a.pdf'],
        ['metadata', '{"a":"\\u0000"}'],
      ],
      400,
      'invalid_request',
    ],
    [
      'a list that is none',
      [
        ['file', pdfPart(), 'a.pdf'],
        ['observer_emails', '[a@example.com'],
      ],
      400,
      'invalid_request',
    ],
    [
      'a send_emails that is no boolean',
      [
        ['file', pdfPart(), 'a.pdf'],
        ['send_emails', '"yes"'],
      ],
      400,
      'invalid_request',
    ],
    [
      'text parts over 1 MB',
      [
        ['file', pdfPart(), 'a.pdf'],
        ['title', 'x'.repeat(1_048_577)],
      ],
      413,
      'payload_too_large',
    ],
  ] as [string, [string, string | Blob, string?][], number, string][])(
    'refuses %s',
    async (_what, parts, status, code) => {
      const signers = parts.some(([name]) => name === 'send_emails') ? [['signers', SIGNERS] as [string, string]] : null
      const answer = await (signers ? post(form([...signers, ...parts])) : accepted(parts))
      expect(answer).toMatchObject({ status, body: { code } })
      expect(await leftovers()).toEqual([])
    },
  )

  it('accepts a filename of 200 characters', async () => {
    expect((await accepted([['file', pdfPart(), `${'ä'.repeat(196)}.pdf`]])).status).toBe(201)
  })

  it.each([
    [
      'ends in the middle of the file',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
    ],
    ['ends in the middle of a part', '--b\r\nContent-Disposition: form-data; name="signers"\r\n\r\n[{'],
    ['ends in the middle of a header', '--b\r\nContent-Dis'],
    ['holds no part', 'hello'],
    ['is empty', ''],
  ])('that %s is refused with 415 or 400', async (_what, text) => {
    const { status } = await post(text, 'multipart/form-data; boundary=b')
    expect([400, 415]).toContain(status)
    expect(await leftovers()).toEqual([])
  })

  it('accepts 25 MB and refuses one byte more', async () => {
    const made = largePdf(PDF.maxBytes - 1_000_000)
    const fit = Buffer.concat([made, Buffer.alloc(PDF.maxBytes - made.length, '\n')])
    expect((await accepted([['file', pdfPart(fit), 'a.pdf']])).status).toBe(201)
    const over = Buffer.concat([fit, Buffer.from('\n')])
    expect(await accepted([['file', pdfPart(over), 'a.pdf']])).toMatchObject({
      status: 413,
      body: { code: 'file_too_large' },
    })
    expect(await leftovers()).toEqual([])
  })

  it('leaves nothing behind when the caller hangs up', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const { key: secret, id } = await server.key()
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'.padEnd(500_000),
    )
    await expect.poll(leftovers).toHaveLength(1)
    socket.destroy()
    const line = new RegExp(`"code":"invalid_request".*"key_id":"${id}"`)
    await expect.poll(() => server.log()).toMatch(line)
    expect(await leftovers()).toEqual([])
    expect(server.log()).not.toContain('a request failed')
  })

  it('answers 413 while the caller is still sending', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const answer = once(socket, 'data')
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${(await server.key()).key}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n',
    )
    socket.write(Buffer.alloc(PDF.maxBytes))
    expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 413 /)
    socket.destroy()
    expect(await leftovers()).toEqual([])
  })
})
