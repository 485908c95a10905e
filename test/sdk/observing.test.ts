import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
    expect(lines.map(([level]) => level)).toEqual(['info', 'info', 'debug', 'warn'])
    expect(lines[2]![1]).toMatch(/^POST http\S+\/signing-requests: 200 in \d+ ms, request req_1$/)
    const all = lines.join()
    for (const secret of [KEY, 'ada@', 'secret']) expect(all).not.toContain(secret)
  })

  it('gets nothing below its level', async () => {
    await made({ logger }).me.get()
    expect(lines).toEqual([])
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
