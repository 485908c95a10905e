import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PDF } from '../../server/limits.ts'
import { createOutbound } from '../../server/net/outbound.ts'
import { expectRefused, post, postJson } from '../support/create.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { type FileServer, file, startFileServer } from '../support/file-server.ts'
import { readDocument } from '../support/flow.ts'
import { makePdf, noise } from '../support/pdf-fixtures.ts'
import { startServer, type TestServer } from '../support/server.ts'

const signers = [{ email: 'ada@example.com' }]
const pdf = makePdf()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let server: TestServer
let files: FileServer
let names: NameServer
/** Short deadlines for the tests that wait for them; a busy machine may need longer for a large file. */
let deadlines = {}

beforeAll(async () => {
  files = await startFileServer()
  names = await startNameServer()
  const outbound = createOutbound({
    allowCidrs: ['127.0.0.0/8'],
    allowHttp: 'loopback',
    nat64: false,
    dnsServers: [names.address],
  })
  server = await startServer({
    overrides: {
      outbound: { ...outbound, download: (url, options) => outbound.download(url, { ...options, ...deadlines }) },
    },
  })
})
afterAll(async () => {
  await server.ctx.outbound.close()
  await server.stop()
  await files.close()
  await names.close()
})

const fetchFrom = (file_url: unknown) => postJson(server, { file_url, signers, send_emails: false })

/** A PDF of exactly this many bytes. */
function pdfOf(bytes: number): Buffer {
  const withStream = (length: number) => {
    const content = noise(length).toString('latin1').replaceAll('\n', ' ').replaceAll('endstream', '         ')
    return makePdf({ objects: [`<< /Length ${length} >>\nstream\n${content}\nendstream`] })
  }
  const overhead = withStream(bytes - 10_000).length - (bytes - 10_000)
  const made = withStream(bytes - overhead)
  expect(made.length).toBe(bytes)
  return made
}

describe('file_url', () => {
  it('is fetched once, by the server; the last part of its path names the file', async () => {
    files.paths.set('/files/My%20Lease.pdf?signature=abc', file(pdf))
    const { status, body } = await fetchFrom(`${files.url}/files/My%20Lease.pdf?signature=abc`)
    expect([status, body.originalSha256]).toEqual([201, sha256(pdf)])
    expect(files.asked).toEqual(['/files/My%20Lease.pdf?signature=abc'])
    expect((await readDocument(server, await server.key(), body.documentId)).filename).toBe('My Lease.pdf')
  })

  it('a name of 200 characters of any kind is kept whole, of a longer one the stem is cut between two characters', async () => {
    const key = await server.key()
    const named = async (name: string) => {
      files.paths.set(`/${encodeURIComponent(name)}`, file(pdf))
      const { body } = await fetchFrom(`${files.url}/${encodeURIComponent(name)}`)
      return (await readDocument(server, key, body.documentId)).filename
    }
    expect(await named(`a${'😀'.repeat(150)}.pdf`)).toBe(`a${'😀'.repeat(150)}.pdf`)
    expect(await named(`a${'😀'.repeat(130)}${'x'.repeat(99)}.pdf`)).toBe(`a${'😀'.repeat(130)}${'x'.repeat(65)}.pdf`)
  })

  it('may have any port, no type, or application/octet-stream, and a body of unknown length', async () => {
    files.paths.set('/plain', file(pdf, {}))
    files.paths.set('/octets', file(pdf, { 'Content-Type': 'application/octet-stream' }))
    files.paths.set('/charset', file(pdf, { 'Content-Type': 'Application/PDF; charset=binary' }))
    files.paths.set('/pieces', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/pdf' })
      response.write(pdf.subarray(0, 100))
      response.end(pdf.subarray(100))
    })
    for (const path of ['/plain', '/octets', '/charset', '/pieces'])
      expect((await fetchFrom(files.url + path)).status, path).toBe(201)
  })

  it.each(['ftp://example.com/a.pdf', 'file:///etc/passwd', 'example.com/a.pdf', 'https://', 'http://a b/', 42, ''])(
    '%j is no http or https URL',
    async (url) => {
      await expectRefused(server, () => fetchFrom(url), 400, {
        code: 'invalid_request',
        meta: { path: 'file_url' } as never,
      })
    },
  )

  it('is fetched without credentials', async () => {
    await expectRefused(server, () => fetchFrom('https://user:secret@example.com/a.pdf'), 400, {
      code: 'invalid_request',
      meta: { path: 'file_url' },
    })
  })

  it('a redirect is not followed', async () => {
    files.paths.set('/moved', (_request, response) => void response.writeHead(302, { Location: '/octets' }).end())
    const asked = files.asked.length
    await expectRefused(server, () => fetchFrom(`${files.url}/moved`), 422, {
      code: 'file_fetch_failed',
      meta: { reason: 'redirect', status: 302 },
    })
    expect(files.asked.slice(asked)).toEqual(['/moved'])
  })

  it('any other status is reported', async () => {
    files.paths.set('/broken', (_request, response) => void response.writeHead(503).end('later'))
    for (const [path, status] of [
      ['/missing', 404],
      ['/broken', 503],
    ] as const)
      await expectRefused(server, () => fetchFrom(files.url + path), 422, {
        code: 'file_fetch_failed',
        meta: { reason: 'http_status', status },
      })
  })

  const failed = (url: string, reason: string) =>
    expectRefused(server, () => fetchFrom(url), 422, { code: 'file_fetch_failed', meta: { reason } })

  it('a server that never answers, or stops halfway, times out', async () => {
    files.paths.set('/silent', () => {})
    files.paths.set('/halfway', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': String(pdf.length) })
      response.write(pdf.subarray(0, 50))
    })
    deadlines = { firstByteTimeoutMs: 300 }
    await failed(`${files.url}/silent`, 'timeout')
    deadlines = { timeoutMs: 1_000 }
    await failed(`${files.url}/halfway`, 'timeout')
    deadlines = {}
  })

  it('a connection that breaks or is refused, a port without TLS, and an unknown name are reported', async () => {
    files.paths.set('/cut', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': '1000000' })
      response.write(pdf, () => response.destroy())
    })
    await failed(`${files.url}/cut`, 'connection')
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    await failed(`http://127.0.0.1:${port}/a.pdf`, 'connection')
    await failed(`https://127.0.0.1:${files.port}/a.pdf`, 'tls')
    await failed('http://nobody.knows.test/a.pdf', 'dns')
  })

  it.each([
    ['', 'the file is empty'],
    ['lease.pdf', 'the file is the text "lease.pdf"; with curl, write -F "file=@lease.pdf"'],
    ['a lease.pdf\n', 'the file must be application/pdf'],
  ])('what is sent instead of a PDF is named: %j', async (text, error) => {
    const { status, body } = await post(server, { signers: [{ email: 'ada@example.com' }] }, Buffer.from(text))
    expect([status, body]).toMatchObject([415, { error }])
  })

  it('a file in JSON is told from a part', async () => {
    const json = { file: 'JVBERi0xLjc=', file_url: 'https://files.test/a.pdf', signers: [{ email: 'ada@example.com' }] }
    const { status, body } = await postJson(server, json)
    expect([status, body]).toMatchObject([
      400,
      { error: 'file must be left out: send either the part file, or file_url in a JSON body' },
    ])
  })

  it('a file that is not a PDF is refused with 415, by its type or its first bytes', async () => {
    files.paths.set('/page', file(Buffer.from('<h1>Sign in</h1>'), { 'Content-Type': 'application/pdf' }))
    files.paths.set('/html', file(pdf, { 'Content-Type': 'text/html' }))
    files.paths.set('/empty', file(Buffer.alloc(0)))
    files.paths.set('/late', file(Buffer.concat([Buffer.alloc(1_024, 32), pdf])))
    for (const path of ['/page', '/html', '/empty', '/late'])
      await expectRefused(server, () => fetchFrom(files.url + path), 415, { code: 'unsupported_media_type' })
  })

  it('more than 25 MB is refused with 413, declared beforehand or not', async () => {
    files.paths.set('/told', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': String(PDF.maxBytes + 1) })
      response.write('%PDF-')
    })
    files.paths.set('/untold', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/pdf' })
      response.write('%PDF-1.7')
      response.end(Buffer.alloc(PDF.maxBytes))
    })
    for (const path of ['/told', '/untold'])
      await expectRefused(server, () => fetchFrom(files.url + path), 413, { code: 'file_too_large' })
  })

  it('a private address is never contacted: by number, by name, or where private addresses are not allowed', async () => {
    names.names.set('inside.test', ['10.0.0.7'])
    names.names.set('mixed.test', ['93.184.216.34', '169.254.169.254'])
    for (const host of ['10.0.0.7', '169.254.169.254', '[::ffff:10.0.0.7]', 'inside.test', 'mixed.test', '0x0a000007'])
      await expectRefused(server, () => fetchFrom(`http://${host}/a.pdf`), 400, { code: 'url_not_public' })

    const strict = await startServer({
      config: { outbound: { allowCidrs: [], allowHttp: null, nat64: false } },
    })
    try {
      const asked = files.asked.length
      const call = () => postJson(strict, { file_url: `${files.url}/plain`, signers, send_emails: false })
      await expectRefused(strict, call, 400, { code: 'url_not_public' })
      expect(files.asked.length).toBe(asked)
    } finally {
      await strict.stop()
    }
  })
})

describe('the source', () => {
  it('is exactly one', async () => {
    const call = (json: object) => () => postJson(server, { signers, ...json })
    await expectRefused(server, call({}), 400, { code: 'invalid_request' })
    await expectRefused(server, call({ file_url: `${files.url}/plain`, file: 'x' }), 400, { code: 'invalid_request' })
    await expectRefused(server, () => post(server, { signers, file_url: `${files.url}/plain` }), 400, {
      code: 'invalid_request',
    })
  })

  it('may have 25 MB, and not a byte more', async () => {
    const largest = await post(server, { signers, send_emails: false }, pdfOf(PDF.maxBytes))
    expect(largest.status, JSON.stringify(largest.body)).toBe(201)
    await expectRefused(server, () => post(server, { signers }, pdfOf(PDF.maxBytes + 1)), 413, {
      code: 'file_too_large',
    })
  })

  it('is never rewritten: the file the signers see begins with it', async () => {
    const { body } = await post(server, { signers, send_emails: false }, pdf)
    const shown = await server.call<Buffer>(await server.key(), 'GET', `/v1/documents/${body.documentId}/file`)
    expect(shown.body.subarray(0, pdf.length).equals(pdf)).toBe(true)
    expect([body.originalSha256, body.sha256]).toEqual([sha256(pdf), sha256(shown.body)])
  })
})
