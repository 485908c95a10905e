import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from '../log.ts'
import { guardConnections } from './connections.ts'
import { DEFAULT_HOST, hasBadHost } from './host.ts'
import { listening } from './listening.ts'
import type { State } from './state.ts'

/** A whole request must arrive within this time; 60 MB at 1.6 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000
const HEADERS_TIMEOUT_MS = 15_000
/** Longer than load balancers keep idle connections, so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000
/** Requests still running after this are aborted. */
const DRAIN_MS = 10_000
const SWEEP_MS = 50

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export interface HttpServer {
  /** The port in use, also when 0 was requested. */
  readonly port: number
  /** Handles requests from now on; until then they get 503. */
  serve(app: Hono<State>, log: Logger): void
  /** Takes requests for `ms` more, each the last of its connection. */
  giveNotice(ms: number): Promise<void>
  /** Accepts no new connection and finishes running requests, for at most 10 seconds. */
  close(): Promise<void>
}

/**
 * Opens the port before anything else starts, so that a port in use is detected immediately.
 * @throws when the port cannot be opened
 */
export async function listen({ port, host }: { port: number; host: string }): Promise<HttpServer> {
  let listener: Listener = (_request, response) => plain(response, 503, 'starting', 'the server is starting')
  let isLeaving = false
  const server = createServer(
    // Without a Host, Node would respond by itself, without an error object; `hasBadHost` decides instead.
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    (request, response) => {
      if (isLeaving) response.setHeader('Connection', 'close')
      inTurn(request, response, () => listener(request, response))
    },
  )
  const inTurn = guardConnections(server)
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
  server.on('clientError', refuseUnreadable)
  server.on('checkExpectation', (request, response) => {
    inTurn(request, response, () => unreadable(response, 417))
  })
  server.on('connect', (_request, socket) => refuse(socket, 400, 'Bad Request'))
  const taken = await listening(server, [port, 'PORT'], [host, 'HOST'])
  return {
    port: taken,
    serve(app, log) {
      const respond = getRequestListener((request, env) => app.fetch(request, env), {
        hostname: DEFAULT_HOST,
        errorHandler: (error) => {
          log.warn({ err: error }, 'a request could not be read')
          return refusal()
        },
      })
      listener = (request, response) => {
        if (hasBadHost(request)) unreadable(response, 400)
        else void respond(request, response)
      }
    },
    async giveNotice(ms) {
      isLeaving = true
      await delay(ms)
    },
    close: () => drain(server),
  }
}

async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  // A connection becomes idle when its response is out; otherwise it would stay open until its keep-alive ends.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(timer)
}

/**
 * Requests that the HTTP parser refuses never reach the app; they get the error object and a request id all the same.
 */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') refuse(socket, 431, 'Request Header Fields Too Large')
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuse(socket, 408, 'Request Timeout')
  else refuse(socket, 400, 'Bad Request')
}

function refuse(socket: Duplex, status: number, reason: string): void {
  const body = JSON.stringify(UNREADABLE)
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const UNREADABLE = { error: 'the request cannot be read as HTTP', code: 'invalid_request' }

function unreadable(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': randomUUID() })
  response.end(JSON.stringify(UNREADABLE))
}

function refusal(): Response {
  return Response.json(UNREADABLE, { status: 400, headers: { 'X-Request-Id': randomUUID() } })
}

function plain(response: ServerResponse, status: number, code: string, error: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '5', 'X-Request-Id': randomUUID() })
  response.end(JSON.stringify({ error, code }))
}
