import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError, type ClientOptions, ConnectionError, Countersign, TimeoutError } from '../../sdk/src/index.ts'

type Step = (response: ServerResponse, request: IncomingMessage) => void

/** A stand-in for the API that gives the configured answers, repeats the last one, and records requests. */
const seen: { method: string; key: string | undefined; body: Buffer }[] = []
let steps: Step[] = []
const standIn = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const key = request.headers['idempotency-key']
    seen.push({ method: request.method!, key: key as string | undefined, body: Buffer.concat(chunks) })
    const step = steps.length > 1 ? steps.shift()! : steps[0]!
    step(response, request)
  })
})
let baseUrl: string
let waits: number[]

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
  waits = []
})

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
const fails = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { error: 'told to fail', code }, headers)
const works = json(200, { ok: true })
const cut: Step = (_response, request) => request.socket.destroy()
const hang: Step = () => {}

function client(...answers: Step[]): Countersign {
  steps = answers
  return made()
}

function made(options: ClientOptions = {}): Countersign {
  const sleep = async (ms: number) => void waits.push(ms)
  return new Countersign({ apiKey: 'test_key', baseUrl, sleep, ...options })
}

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const create = (sdk: Countersign) =>
  sdk.signingRequests.create({ file: new Uint8Array([1, 2, 3]), signers: [{ email: 'ada@example.com' }] })

describe('what is retried', () => {
  const passing: [string, Step][] = [
    ['db_failed', fails(500, 'db_failed')],
    ['storage_failed', fails(500, 'storage_failed')],
    ['a page of a proxy', (response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad</h1>')],
    ['an empty 503', (response) => response.writeHead(503).end()],
    ['a code that is newer than this package', fails(503, 'brand_new')],
    ['a cut connection', cut],
    [
      'a body that breaks off',
      (response, request) =>
        response.writeHead(200, { 'Content-Length': 99 }).write('{', () => request.socket.destroy()),
    ],
  ]
  it.each(passing)('a read after %s', async (_name, step) => {
    await client(step, step, works).me.get()
    expect(seen).toHaveLength(3)
    expect(waits).toHaveLength(2)
  })

  it.each([
    ['idempotency_in_progress', fails(409, 'idempotency_in_progress')],
    ['workspace_not_found', fails(404, 'workspace_not_found')],
    ...passing,
  ])('a create after %s, with the same key and the same body', async (_name, step) => {
    await create(client(step, works))
    expect(seen).toHaveLength(2)
    expect(seen[0]!.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]!.body.includes(Buffer.from([1, 2, 3]))).toBe(true)
  })

  it('any call after 429, since it was refused before any work', async () => {
    const sdk = client(fails(429, 'rate_limited', { 'Retry-After': '7' }), works)
    await sdk.signingRequests.withdraw('id')
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'POST'])
    expect(waits).toEqual([7_000])
  })
})

describe('what is not retried', () => {
  it.each([
    ['internal_error', fails(500, 'internal_error')],
    ['not_found', fails(404, 'not_found')],
    ['a conflict', fails(409, 'not_complete')],
  ])('a read after %s', async (_name, step) => {
    expect(await caught(client(step).me.get())).toBeInstanceOf(ApiError)
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['db_failed', fails(500, 'db_failed')],
    ['an empty 503', (response: ServerResponse) => response.writeHead(503).end()],
    ['a cut connection', cut],
  ])('a withdrawal after %s: it may have worked', async (_name, step) => {
    expect(await caught(client(step).signingRequests.withdraw('id'))).toBeInstanceOf(Error)
    expect(seen).toHaveLength(1)
  })

  it('anything after the last attempt', async () => {
    expect(await caught(client(fails(500, 'db_failed')).me.get())).toMatchObject({ code: 'db_failed' })
    expect(seen).toHaveLength(3)
    expect(await caught(client(fails(500, 'db_failed')).me.get({ maxRetries: 0 }))).toMatchObject({ status: 500 })
    expect(seen).toHaveLength(4)
  })
})

describe('the wait', () => {
  it('doubles, with jitter, up to eight seconds', async () => {
    await caught(client(cut).me.get({ maxRetries: 6 }))
    const longest = [500, 1000, 2000, 4000, 8000, 8000]
    expect(waits).toHaveLength(6)
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(longest[i]! * 0.75)
      expect(wait).toBeLessThanOrEqual(longest[i]!)
    }
  })

  it('is what the server asks for, up to a minute', async () => {
    await client(fails(429, 'rate_limited', { 'Retry-After': '60' }), works).me.get()
    const past = new Date(0).toUTCString()
    await client(fails(429, 'rate_limited', { 'Retry-After': past }), works).me.get()
    expect(waits).toEqual([60_000, 0])
    const error = await caught(client(fails(429, 'rate_limited', { 'Retry-After': '61' })).me.get())
    expect(error).toMatchObject({ code: 'rate_limited', retryAfter: 61 })
    expect(waits).toHaveLength(2)
  })

  it('ends when the caller gives up', async () => {
    steps = [cut]
    const controller = new AbortController()
    const sdk = made({
      sleep: undefined,
      fetch: (url, init) => fetch(url, init).finally(() => controller.abort('enough')),
    })
    expect(await caught(sdk.me.get({ signal: controller.signal }))).toBe('enough')
    expect(seen).toHaveLength(1)
  })
})

describe('no answer', () => {
  it('is a ConnectionError that says why and may be a TimeoutError', async () => {
    const cutOff = await caught(client(cut).me.get({ maxRetries: 0 }))
    expect(cutOff).toBeInstanceOf(ConnectionError)
    expect(cutOff).not.toBeInstanceOf(TimeoutError)
    const closed = await caught(made({ baseUrl: 'http://127.0.0.1:1/v1' }).me.get({ maxRetries: 0 }))
    expect(closed).toMatchObject({ name: 'ConnectionError', message: expect.stringContaining('/v1/me: ') })
    const late = await caught(client(hang).me.get({ timeout: 20, maxRetries: 1 }))
    expect(late).toMatchObject({ name: 'TimeoutError', message: expect.stringContaining('no response within 20 ms') })
    expect(waits).toHaveLength(1)
  })

  it('also covers a JSON body that never ends', async () => {
    const dripping: Step = (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('{')
    expect(await caught(client(dripping).me.get({ timeout: 50, maxRetries: 0 }))).toBeInstanceOf(TimeoutError)
  })

  it('is the caller’s own reason when the caller aborts', async () => {
    const controller = new AbortController()
    const sdk = client((response, request) => {
      controller.abort(new Error('changed my mind'))
      hang(response, request)
    })
    for (const _ of ['while it runs', 'before it is sent']) {
      expect(await caught(sdk.me.get({ signal: controller.signal }))).toMatchObject({ message: 'changed my mind' })
    }
    expect(seen).toHaveLength(1)
  })

  it('from something other than the API is reported as such', async () => {
    const page: Step = (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hello</h1>')
    expect(await caught(client(page).me.get())).toMatchObject({ message: expect.stringContaining('baseUrl') })
    const missing: Step = (response) => response.writeHead(404).end('<h1>Not found</h1>')
    expect(await caught(client(missing).me.get())).toMatchObject({ status: 404, code: 'http_404' })
  })
})

describe('a download', () => {
  it('may take longer than the timeout once it has begun', async () => {
    let rest = () => {}
    const slow: Step = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/pdf' }).write('%PDF')
      rest = () => response.end('-1.7')
    }
    const response = await client(slow).documents.downloadSigned('id', { timeout: 3_000 })
    const timeoutHasPassed = new Promise((resolve) => setTimeout(resolve, 3_100))
    await timeoutHasPassed
    rest()
    expect(await response.text()).toBe('%PDF-1.7')
  })

  it('can still be aborted', async () => {
    const controller = new AbortController()
    const endless: Step = (response) => response.writeHead(200).write('%PDF')
    const response = await client(endless).documents.downloadSigned('id', { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(response.text()).rejects.toThrow()
  })
})
