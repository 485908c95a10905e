import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ApiError,
  type ClientOptions,
  ConnectionError,
  Countersign,
  type Fetch,
  type LogLevel,
  TimeoutError,
} from '../../sdk/src/index.ts'

const KEY = 'cs_live_not_to_be_logged'

/** A stand-in for the API. */
let answer: (response: ServerResponse, request: IncomingMessage) => void
const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
const standIn = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    seen.push({ url: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString('latin1') })
    answer(response, request)
  })
})
let baseUrl: string
beforeAll(async () => {
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}/v1`
})
afterAll(() => {
  standIn.closeAllConnections()
  standIn.close()
})
beforeEach(() => {
  seen.length = 0
  answer = (response) => json(response, 200, { ok: true, hooks: [{ id: 'h' }] })
})

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1' }).end(JSON.stringify(body))
}
const made = (options: ClientOptions = {}) =>
  new Countersign({ apiKey: KEY, baseUrl, sleep: async () => {}, ...options })
const upload = { file: new Uint8Array([37, 80, 68, 70]), signers: [{ email: 'ada@example.com' }] }

describe('withResponse()', () => {
  it('has the data, the status and the headers of every method', async () => {
    const { data, response, requestId } = await made().me.get().withResponse()
    expect([data, response.status, requestId]).toEqual([{ ok: true, hooks: [{ id: 'h' }] }, 200, 'req_1'])
    expect((await made().hooks.list().withResponse()).data).toEqual([{ id: 'h' }])
    expect((await made().signingRequests.create(upload).withResponse()).requestId).toBe('req_1')
    const download = await made().documents.downloadSigned('id').withResponse()
    expect(download.data).toBe(download.response)
  })

  it('throws what the method throws, once', async () => {
    answer = (response) => json(response, 404, { error: 'no', code: 'not_found' })
    await expect(made().documents.get('id').withResponse()).rejects.toBeInstanceOf(ApiError)
    await expect(made().documents.get('id')).rejects.toBeInstanceOf(ApiError)
    const done = await made()
      .documents.get('id')
      .catch((error: unknown) => error)
      .finally(() => {})
    expect(done).toBeInstanceOf(ApiError)
  })
})

describe('hooks', () => {
  it('see each attempt, change its headers and never see the key', async () => {
    const attempts: unknown[] = []
    answer = (response) => json(response, seen.length === 1 ? 503 : 200, { error: 'later', code: 'brand_new' })
    const client = made({
      onRequest: ({ headers, attempt }) => {
        expect([...headers.values()].join()).not.toContain(KEY)
        headers.set('traceparent', `trace-${attempt}`)
        headers.set('authorization', 'Bearer another')
      },
      onResponse: async ({ status, attempt, method, url, responseHeaders, duration }) => {
        expect(duration).toBeGreaterThanOrEqual(0)
        attempts.push([method, new URL(url).pathname, attempt, status, responseHeaders.get('x-request-id')])
      },
    })
    await client.me.get()
    expect(attempts).toEqual([
      ['GET', '/v1/me', 1, 503, 'req_1'],
      ['GET', '/v1/me', 2, 200, 'req_1'],
    ])
    expect(seen.map(({ headers }) => [headers.traceparent, headers.authorization])).toEqual([
      ['trace-1', `Bearer ${KEY}`],
      ['trace-2', `Bearer ${KEY}`],
    ])
  })

  it('fail the call with what they throw', async () => {
    const onRequest = () => {
      throw new RangeError('not today')
    }
    await expect(made({ onRequest }).me.get()).rejects.toThrow(RangeError)
    expect(seen).toEqual([])
  })
})

describe('the logger', () => {
  const lines: [LogLevel, string][] = []
  const at = (level: LogLevel) => (message: string) => void lines.push([level, message])
  const logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  beforeEach(() => {
    lines.length = 0
  })

  it('gets attempts, retries and failures at their levels, without the key or a body', async () => {
    answer = (response, request) =>
      seen.length < 3 ? request.socket.destroy() : json(response, 200, { secret: 'body' })
    await made({ logger, logLevel: 'debug' }).signingRequests.create(upload)
    answer = (_response, request) => request.socket.destroy()
    await made({ logger, maxRetries: 0 })
      .me.get()
      .catch(() => {})
    expect(lines.map(([level]) => level)).toEqual(['info', 'info', 'debug', 'info'])
    expect(lines[2]![1]).toMatch(/^POST http\S+\/signing-requests: 200 in \d+ ms, request req_1$/)
    const all = lines.join()
    for (const secret of [KEY, 'ada@', 'secret']) expect(all).not.toContain(secret)
  })

  it('gets nothing below its level', async () => {
    await made({ logger }).me.get()
    expect(lines).toEqual([])
  })
})

const WARNING = { field: 'send_email', code: 'unknown_field', message: '"send_email" is not a key of this call' }

describe('without a logger', () => {
  const printed: string[] = []
  beforeEach(() => {
    printed.length = 0
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((message: string) => void printed.push(`${level} ${message}`))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  it('the warnings of an answer are on the console, and nothing else', async () => {
    answer = (response) => json(response, 200, { warnings: [WARNING] })
    await made().signingRequests.create(upload)
    expect(printed).toEqual(['warn countersign: "send_email" is not a key of this call (unknown_field), request req_1'])
    answer = (_response, request) => request.socket.destroy()
    await expect(made().me.get()).rejects.toThrow(ConnectionError)
    expect(printed).toHaveLength(1)
  })

  it('so are the keys that a rendered file does not use', async () => {
    answer = (response) => response.writeHead(200, { 'X-Unknown-Fields': 'nmae' }).end('%PDF')
    await made().templates.generate('id', { field_values: {} })
    expect(printed).toEqual([expect.stringMatching(/^warn countersign: unknown keys were ignored: nmae/)])
  })

  it('COUNTERSIGN_LOG says from which level on', async () => {
    vi.stubEnv('COUNTERSIGN_LOG', 'debug')
    await made().me.get()
    expect(printed).toEqual([expect.stringMatching(/^debug countersign: GET http\S+\/me: 200 in \d+ ms/)])
    await made({ logLevel: 'off' }).me.get()
    expect(printed).toHaveLength(1)
    vi.stubEnv('COUNTERSIGN_LOG', 'loud')
    expect(() => made()).toThrow('COUNTERSIGN_LOG must be one of debug, info, warn, error, off, not "loud"')
  })
})

describe('defaultHeaders', () => {
  it('are sent with every call, below those of the call and above the key', async () => {
    const client = made({
      defaultHeaders: { 'x-app': 'mine', 'user-agent': 'mine/1', authorization: 'Bearer another' },
    })
    await client.me.get()
    await client.me.get({ headers: { 'X-App': 'other' } })
    expect(seen.map(({ headers }) => [headers['x-app'], headers['user-agent'], headers.authorization])).toEqual([
      ['mine', 'mine/1', `Bearer ${KEY}`],
      ['other', 'mine/1', `Bearer ${KEY}`],
    ])
  })
})

describe('in a browser', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('there is no client, unless its maker says that nobody else opens the page', () => {
    vi.stubGlobal('window', { document: {} })
    vi.stubGlobal('navigator', { userAgent: 'a browser' })
    expect(() => made()).toThrow('whoever opens the page can read the API key')
    expect(made({ dangerouslyAllowBrowser: true })).toBeInstanceOf(Countersign)
  })
})

describe('a list in pages', () => {
  it('is one page when it is awaited, and everything when it is iterated', async () => {
    const pages = [
      { templates: [{ id: 'a' }, { id: 'b' }], next_cursor: 'next' },
      { templates: [{ id: 'c' }], next_cursor: null },
    ]
    answer = (response, { url }) => json(response, 200, pages[url!.includes('cursor=next') ? 1 : 0])
    expect(await made().templates.list({ limit: 2 })).toEqual(pages[0])
    seen.length = 0
    const ids: string[] = []
    for await (const { id } of made().templates.list({ limit: 2, status: 'all' })) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(seen.map(({ url }) => url)).toEqual([
      '/v1/templates?status=all&limit=2',
      '/v1/templates?status=all&cursor=next&limit=2',
    ])
    for await (const { id } of made().templates.list()) if (id === 'a') break
    expect(seen).toHaveLength(3)
  })

  it('throws what a later page was answered', async () => {
    answer = (response, { url }) =>
      url!.includes('cursor')
        ? json(response, 400, { error: 'no', code: 'invalid_request' })
        : json(response, 200, { templates: [{ id: 'a' }], next_cursor: 'gone' })
    const ids: string[] = []
    const all = async () => {
      for await (const { id } of made().templates.list()) ids.push(id)
    }
    await expect(all()).rejects.toThrow(ApiError)
    expect(ids).toEqual(['a'])
  })
})

describe('withOptions()', () => {
  it('changes what it is given and keeps the rest', async () => {
    const client = made({ onRequest: ({ headers }) => headers.set('x-app', 'mine') })
    await client.withOptions({ apiKey: 'another' }).me.get()
    await client.me.get()
    expect(seen.map(({ headers }) => [headers.authorization, headers['x-app']])).toEqual([
      ['Bearer another', 'mine'],
      [`Bearer ${KEY}`, 'mine'],
    ])
  })
})

describe('fetch', () => {
  it('may be one that knows nothing but strings, plain objects and bytes', async () => {
    const plain: Fetch = (url, { method, headers, body }) =>
      new Promise((resolve, reject) => {
        expect([typeof url, Object.getPrototypeOf(headers)]).toEqual(['string', Object.prototype])
        const sent = httpRequest(url, { method, headers }, async (response) => {
          const chunks: Buffer[] = await response.toArray()
          resolve(new Response(Buffer.concat(chunks), { status: response.statusCode }))
        })
        sent.on('error', reject).end(body)
      })
    await made({ fetch: plain }).signingRequests.create(upload)
    expect(seen[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(seen[0]!.body).toContain('%PDF')
    const { response } = await made({ fetch: plain }).raw.POST('/hooks', {
      body: { target_url: 'https://example.com' },
    })
    expect([response.status, seen[1]!.body]).toEqual([200, '{"target_url":"https://example.com"}'])
  })
})

describe('an id', () => {
  it.each([[undefined], [null], [''], [5], ['..']])('that is %j is refused before anything is sent', async (id) => {
    await expect(made().documents.get(id as string)).rejects.toThrow(TypeError)
    await expect(made().documents.downloadSigned(id as string)).rejects.toThrow('/documents/{id}')
    await expect(made().hooks.redeliver('id', id as string)).rejects.toThrow('delivery_id')
    expect(seen).toEqual([])
  })

  it('that is missing is asked for by name', async () => {
    const { document_id } = { documentId: 'id' } as { document_id?: string }
    await expect(made().documents.get(document_id!)).rejects.toThrow(
      '/documents/{id} must be an id, not undefined; was the call that returns it awaited, and is the name right?',
    )
  })

  it('is encoded', async () => {
    await made().documents.get('a/b?c')
    expect(seen[0]!.url).toBe('/v1/documents/a%2Fb%3Fc')
  })
})

describe('a download', () => {
  it('that breaks off is a ConnectionError', async () => {
    answer = (response, request) =>
      response.writeHead(200, { 'Content-Length': 99 }).write('%PDF', () => request.socket.destroy())
    const response = await made().documents.downloadSigned('id')
    const error = await response.bytes().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).not.toBeInstanceOf(TimeoutError)
  })

  it('that stands still is a TimeoutError', async () => {
    answer = (response) => response.writeHead(200).write('%PDF')
    const response = await made({ idleTimeout: 50 }).documents.downloadSigned('id')
    await expect(response.text()).rejects.toThrow('nothing arrived for 50 ms')
  })

  it('that is a page is not taken for the file: the address is not that of the API', async () => {
    answer = (response) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=UTF-8' }).end('<h1>Sign in</h1>')
    const origin = baseUrl.replace('/v1', '')
    const error = await made({ baseUrl: origin })
      .documents.downloadSigned('id')
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ message: expect.stringContaining(`did you mean ${baseUrl}?`) })
    await expect(made({ baseUrl: `${origin}/` }).documents.get('id')).rejects.toThrow(`did you mean ${baseUrl}?`)
    await expect(made().documents.downloadFile('id')).rejects.toThrow('is a proxy in between?')
  })

  it('ends with the reason of the caller, and may be given up', async () => {
    answer = (response) => response.writeHead(200).write('%PDF')
    const controller = new AbortController()
    const response = await made().documents.downloadSigned('id', { signal: controller.signal })
    const text = response.text().catch((thrown: unknown) => thrown)
    controller.abort(new Error('enough'))
    expect(await text).toMatchObject({ message: 'enough' })
    await (await made().documents.downloadSigned('id')).body!.cancel()
  })
})
