import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unsentBytes } from './unsent.ts'

/**
 * More than the keep-alive connections of 1,000 browsers; beyond it new ones are closed. How many of them one client may
 * have is for the proxy that ends TLS to say, as in `examples/self-host/nginx.conf`: here all come from its address.
 */
const MAX_CONNECTIONS = 8_192
/** Requests that one connection may have sent ahead of their responses. Browsers send none. */
const MAX_WAITING = 16
const SWEEP_MS = 5_000
/** A client that has taken nothing for this long is not coming back. */
const STALLED_MS = 30_000
/** The same where only completed writes can be seen: a slow client may take this long for one. */
const STALLED_UNSEEN_MS = 300_000

interface Connection {
  isBusy: boolean
  /** Pipelined requests, which are handled when the responses before them are out. */
  waiting: (() => void)[]
  /** What was still to be sent when the client last took something, and when that was (`performance.now`). */
  stalled: { left: string; since: number } | null
}

/** Handles a request when it is its turn on its connection. */
export type InTurn = (request: IncomingMessage, response: ServerResponse, handle: () => void) => void

/**
 * Keeps any one client from holding the memory of many: a connection has one response at a time, waits with few further
 * requests, and is cut when its client takes nothing of a response for half a minute. One that takes little, as a phone
 * on a bad line, is never cut.
 */
export function guardConnections(server: Server): InTurn {
  const connections = new Map<Socket, Connection>()
  server.maxConnections = MAX_CONNECTIONS
  server.on('connection', (socket) => {
    connections.set(socket, { isBusy: false, waiting: [], stalled: null })
    socket.once('close', () => connections.delete(socket))
  })
  let isSweeping = false
  const timer = setInterval(() => {
    if (isSweeping) return
    isSweeping = true
    void cutStalled(connections).finally(() => {
      isSweeping = false
    })
  }, SWEEP_MS)
  timer.unref()
  server.once('close', () => clearInterval(timer))

  return ({ socket }, response, handle) => {
    const connection = connections.get(socket)
    if (!connection) return
    const begin = () => {
      connection.isBusy = true
      response.once('close', () => {
        connection.isBusy = false
        if (!socket.destroyed) connection.waiting.shift()?.()
      })
      handle()
    }
    if (!connection.isBusy) begin()
    else if (connection.waiting.length < MAX_WAITING) connection.waiting.push(begin)
    else socket.destroy()
  }
}

async function cutStalled(connections: Map<Socket, Connection>): Promise<void> {
  const sending = [...connections].filter(([socket]) => socket.writableLength > 0)
  const unsent = sending.length > 0 ? await unsentBytes() : null
  const now = performance.now()
  for (const [socket, connection] of connections) if (socket.writableLength === 0) connection.stalled = null
  for (const [socket, connection] of sending) {
    const kernel = unsent?.of(socket)
    const left = `${socket.bytesWritten} ${socket.writableLength} ${kernel}`
    if (connection.stalled?.left !== left) connection.stalled = { left, since: now }
    else if (now - connection.stalled.since >= (kernel === undefined ? STALLED_UNSEEN_MS : STALLED_MS)) socket.destroy()
  }
}
