import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOutbound, type Outbound } from '../../server/net/outbound.ts'
import { send } from '../support/flow.ts'
import { type Delivery, hooksOf } from '../support/hooks.ts'
import { type OpensslReceivers, opensslReceivers } from '../support/openssl-receiver.ts'
import { answer, closeSocket, ok, type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { tlsCertificate } from '../support/tls.ts'
import { tool } from '../support/tools.ts'

const openssl = tool('openssl')

let server: TestServer
let outbound: Outbound
let tls: OpensslReceivers | null
let key: TestKey
let hooks: ReturnType<typeof hooksOf>

beforeAll(async () => {
  tls = openssl === null ? null : await opensslReceivers(openssl)
  outbound = createOutbound({
    allowCidrs: ['127.0.0.0/8'],
    allowHttp: 'loopback',
    nat64: false,
    dnsServers: null,
    ca: tls?.ca,
  })
  server = await startServer({ overrides: { outbound } })
})
afterAll(async () => {
  await server.stop()
  await outbound.close()
  await tls?.close()
})
beforeEach(async () => {
  key = await server.key({ workspaceId: (await server.workspace()).id })
  hooks = hooksOf(server, key)
})

/** What the log records about a ping to this address. */
async function pinged(target_url: string): Promise<Delivery> {
  const { body } = await hooks.create({ target_url })
  expect((await hooks.ping(body.id)).status).toBe(200)
  const [delivery] = await hooks.log(body.id)
  return delivery!
}

describe('the log of attempts', () => {
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver({ clock: server.clock })
  })
  afterEach(() => receiver.close())

  it('keeps each one: when it began, how far it got, and the answer', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    receiver.answer(
      answer(503, 'try later', { connection: 'close' }),
      closeSocket,
      answer(302, '', { location: 'https://next.example/' }),
      ok,
    )
    await send(server, key, { signers: [{ email: 'ada@example.com' }], send_emails: false })
    const times: string[] = []
    for (const pause of [0, 60_000, 300_000]) {
      server.clock.advance(pause)
      times.push(server.clock.now().toISOString())
      await server.work()
    }
    server.clock.advance(1_000)
    times.push(server.clock.now().toISOString())
    const [{ id }] = (await hooks.log(hook.id)) as [Delivery]
    await hooks.redeliver(hook.id, id)
    const [delivery] = await hooks.log(hook.id)
    expect(delivery).toMatchObject({ attempts: 4, status: 'success' })
    const latency_ms = expect.any(Number)
    expect(delivery!.attempt_log).toEqual([
      { at: times[0], phase: 'response', status: 503, note: 'try later', latency_ms },
      { at: times[1], phase: 'request', status: null, note: 'network: connection closed before an answer', latency_ms },
      {
        at: times[2],
        phase: 'response',
        status: 302,
        note: 'redirect not followed: HTTP 302, Location: https://next.example/',
        latency_ms,
      },
      { at: times[3], phase: 'response', status: 200, note: 'ok', latency_ms },
    ])
  })

  it('keeps the newest 100', async () => {
    const hook = await hooks.subscribe(receiver, '/a')
    const { body } = await hooks.ping(hook.id)
    await server.ctx.db
      .updateTable('deliveries')
      .set({ attempt_log: JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ note: String(n) }))) as never })
      .where('id', '=', body.delivery_id)
      .execute()
    await hooks.redeliver(hook.id, body.delivery_id)
    const row = await server.ctx.db
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '=', body.delivery_id)
      .executeTakeFirst()
    expect(row!.attempt_log.map(({ note }) => note)).toEqual([
      ...Array.from({ length: 99 }, (_, n) => String(n + 1)),
      'ok',
    ])
  })
})

describe.skipIf(!openssl)('a receiver whose TLS is refused, or refuses ours', () => {
  it.each<[string, Parameters<OpensslReceivers['serve']>[0], RegExp]>([
    ['an expired certificate', { expired: true }, /^network: TLS: certificate has expired$/],
    [
      'one for another host',
      { subjectAltName: 'IP:127.0.0.2' },
      /^network: TLS: .*IP: 127\.0\.0\.1 is not in the cert/,
    ],
    ['a self-signed one', { selfSigned: true }, /^network: TLS: self-signed certificate$/],
    [
      'the demand of a client certificate',
      { flags: ['-Verify', '1', '-tls1_3'] },
      /^network: TLS: the server demands a client certificate$/,
    ],
    [
      'the same in TLS 1.2',
      { flags: ['-Verify', '1', '-tls1_2'] },
      /^network: TLS: the server refused the handshake \(alert 40\); it may demand a client certificate$/,
    ],
  ])('has %s', async (_, options, note) => {
    const { url } = await tls!.serve(options)
    const delivery = await pinged(url)
    expect(delivery).toMatchObject({
      status: 'giving_up',
      response_status: null,
      response_body: expect.stringMatching(note),
    })
    expect(delivery.attempt_log).toMatchObject([{ phase: 'tls', status: null, note: delivery.response_body }])
  })
})

describe('a receiver at the level of bytes', () => {
  let raw: Server
  /** What it does once the headers and body have arrived, and when a client connects. */
  let respond: (socket: Socket) => void
  let connected: (socket: Socket) => void
  let requests = 0
  const sockets = new Set<Socket>()
  beforeAll(async () => {
    raw = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      let heard = ''
      socket.on('data', (chunk) => {
        heard += chunk.toString('latin1')
        if (!/\r\n\r\n\{.*\}$/s.test(heard)) return
        heard = ''
        requests += 1
        respond(socket)
      })
      connected(socket)
    })
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    raw.close()
  })
  beforeEach(() => {
    connected = () => {}
    requests = 0
  })
  const url = (scheme = 'http') => `${scheme}://127.0.0.1:${(raw.address() as AddressInfo).port}/`
  const FINAL = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ndone'

  it.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['102', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['103 with headers', 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n'],
    ['199, which nobody knows', 'HTTP/1.1 199 Whatever\r\n\r\n'],
    ['several', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
  ])('may send an unexpected informational response: %s', async (_, informational) => {
    respond = (socket) => socket.write(informational + FINAL)
    expect(await pinged(url())).toMatchObject({ status: 'success', response_status: 200, response_body: 'done' })
    respond = (socket) => {
      socket.write(informational)
      setImmediate(() => socket.write(FINAL))
    }
    expect(await pinged(`${url()}again`)).toMatchObject({ status: 'success', response_body: 'done' })
    expect(requests).toBe(2)
  })

  it('does not succeed by switching protocols', async () => {
    respond = (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')
    expect(await pinged(url())).toMatchObject({ status: 'giving_up', response_status: 101 })
  })

  it('may close before TLS is negotiated', async () => {
    connected = (socket) => socket.once('data', () => socket.destroy())
    respond = () => {}
    const delivery = await pinged(url('https'))
    expect(delivery.response_body).toBe('network: connection closed during the TLS handshake')
    expect(delivery.attempt_log[0]!.phase).toBe('tls')
  })

  it('may be unreachable', async () => {
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const delivery = await pinged(`http://127.0.0.1:${port}/`)
    expect(delivery).toMatchObject({
      response_body: 'network: connection refused',
      attempt_log: [{ phase: 'connect' }],
    })
  })

  it('whose name is unknown has no connection', async () => {
    const delivery = await pinged('https://nowhere.invalid/')
    expect(delivery.response_body).toMatch(/^network: name does not resolve/)
    expect(delivery.attempt_log[0]!.phase).toBe('dns')
  })
})

it('the ten seconds are one budget: a handshake may take six of them', async () => {
  const certificate = await tlsCertificate('127.0.0.1')
  const trusting = createOutbound({
    allowCidrs: ['127.0.0.0/8'],
    allowHttp: null,
    nat64: false,
    dnsServers: null,
    ca: certificate.cert,
  })
  const inner = createTlsServer(certificate, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
  })
  const slow = createServer((socket) => void setTimeout(() => inner.emit('connection', socket), 5_500))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const url = `https://127.0.0.1:${(slow.address() as AddressInfo).port}/`
  const post = { method: 'POST', headers: {}, body: '{}', timeoutMs: 60_000, maxBytes: 100 } as const
  expect(await trusting.request(url, post)).toMatchObject({ status: 204 })
  await trusting.close()
  slow.close()
})
