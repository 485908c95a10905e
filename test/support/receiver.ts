import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import Stripe from 'stripe'
import type { Clock } from '../../server/clock.ts'
import { systemClock } from '../../server/clock.ts'
import { Contract } from './contract.ts'

/** How a receiver responds; `body` has been read. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  userAgent: string
  /** The `t` of the signature. */
  t: number
  eventId: string
  body: string
  /** The body as parsed by third-party code after it verified the signature. */
  event: Record<string, unknown>
  /** When it came, by the receiver's clock. */
  at: Date
}

export interface Receiver {
  url: string
  port: number
  /** Deliveries that third-party code verified, in the order of arrival. */
  deliveries: Received[]
  /** Requests of any kind, verified or not. */
  count(): number
  connections(): number
  /** Secrets by request path, `*` for any: deliveries are verified with them. */
  secrets: Map<string, string>
  /** Answers to the next requests; the last one is repeated. */
  answer(...behaviours: Behaviour[]): void
  /** Resolves when `n` deliveries have arrived in total. */
  received(n: number): Promise<void>
  /** Closes every connection, including those waiting for an answer. */
  hangUp(): void
  /** Throws if any delivery could not be verified. */
  close(): Promise<void>
}

/**
 * A webhook receiver like a customer's: it verifies each delivery with the `stripe` package (our scheme is
 * Stripe's), checks that the legacy headers repeat the current ones, checks the delivery against the spec, and answers
 * as configured (200 by default).
 */
export async function startReceiver(
  options: { clock?: Clock; tls?: { key: string; cert: string } } = {},
): Promise<Receiver> {
  const { clock = systemClock, tls } = options
  const deliveries: Received[] = []
  const secrets = new Map<string, string>()
  const problems: string[] = []
  const sockets = new Set<Socket>()
  const waiting: { n: number; resolve: () => void }[] = []
  let behaviours: Behaviour[] = [ok]
  let count = 0
  let connections = 0

  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      count += 1
      const secret = secrets.get(request.url ?? '') ?? secrets.get('*')
      if (secret !== undefined) {
        try {
          deliveries.push(verified(request, Buffer.concat(chunks), secret, clock.now()))
        } catch (error) {
          problems.push(String(error))
        }
      }
      const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
      behaviour?.(response, request)
      for (const { n, resolve } of waiting) if (deliveries.length >= n) resolve()
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    deliveries,
    count: () => count,
    connections: () => connections,
    secrets,
    answer: (...next) => {
      behaviours = next
    },
    received: (n) =>
      new Promise((resolve) => {
        if (deliveries.length >= n) resolve()
        else waiting.push({ n, resolve })
      }),
    hangUp: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      if (problems.length > 0) throw new Error(`unverifiable deliveries: ${problems.join('; ')}`)
    },
  }
}

const stripe = new Stripe('sk_test_unused')
const TOLERANCE_S = 300

function verified(request: IncomingMessage, body: Buffer, secret: string, at: Date): Received {
  const { headers } = request
  const signature = String(headers['x-service-signature'])
  const event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, at.getTime())
  for (const name of ['signature', 'event', 'event-id']) {
    const [current, legacy] = [headers[`x-service-${name}`], headers[`x-legacy-${name}`]]
    if (current === undefined || current !== legacy) throw new Error(`${name}: ${current} but ${legacy}`)
  }
  const parsed = event as unknown as Record<string, unknown>
  departures(request, body.toString())
  if (body.includes('/sign/')) throw new Error('a signing link')
  if (parsed.event !== headers['x-service-event']) throw new Error('the event header is not the body’s')
  if (parsed.event_id !== headers['x-service-event-id']) throw new Error('the event id header is not the body’s')
  if (headers['content-type'] !== 'application/json') throw new Error(`content type ${headers['content-type']}`)
  return {
    path: request.url ?? '',
    headers,
    userAgent: String(headers['user-agent']),
    t: Number(/^t=(\d+),/.exec(signature)?.[1]),
    eventId: String(headers['x-service-event-id']),
    body: body.toString(),
    event: parsed,
    at,
  }
}

/** Throws when a delivery is not what the spec promises. */
function departures(request: IncomingMessage, body: string): void {
  const mode = request.headers['user-agent']?.includes('minimal') ? 'minimal' : 'full'
  const problems = Contract.load().judgeWebhook(new Headers(Object.entries(request.headers).map(pair)), body, mode)
  if (problems.length > 0) throw new Error(problems.join('; '))
}

const pair = ([name, value]: [string, string | string[] | undefined]): [string, string] => [name, String(value)]

export const ok: Behaviour = (response) => response.end('ok')

export const answer =
  (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(body)

/** Never sends a byte. */
export const hang: Behaviour = () => {}

/** Closes the connection instead of answering. */
export const closeSocket: Behaviour = (_response, request) => request.socket.destroy()

/** Answers with keep-alive, then closes the connection. */
export const closeAfterAnswer: Behaviour = (response, request) => {
  response.end('ok', () => request.socket.end())
}

/** The same a moment later, when the next request may be on its way. */
export const closeSoonAfterAnswer: Behaviour = (response, request) => {
  response.end('ok', () => setTimeout(() => request.socket.end(), 2))
}

/** A 200 whose body never ends and arrives as fast as it is read. */
export const endlessBody: Behaviour = (response) => {
  const chunk = createHash('sha256').update('endless').digest('hex').repeat(1_000)
  response.writeHead(200)
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}

/** A 200 whose body comes one byte at a time, forever. */
export const drip: Behaviour = (response) => {
  response.writeHead(200)
  response.write('drip')
  const timer = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(timer))
}

/** Headers of 1 MB. */
export const hugeHeaders: Behaviour = (_response, request) => {
  request.socket.write(`HTTP/1.1 200 OK\r\nx-huge: ${'a'.repeat(1 << 20)}\r\ncontent-length: 0\r\n\r\n`)
}

/** A header sent one byte at a time, forever. */
export const dripHeaders: Behaviour = (_response, request) => {
  const { socket } = request
  socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
  const timer = setInterval(() => socket.write('a'), 20)
  socket.on('close', () => clearInterval(timer))
}

/** 64 MB of zeros in some 64 KB. */
export const gzipBomb: Behaviour = (response) => {
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
}
const bomb = gzipSync(Buffer.alloc(1 << 26))

/** Not HTTP at all. */
export const nonsense: Behaviour = (_response, request) => {
  request.socket.end('220 smtp.example ESMTP\r\n')
}
