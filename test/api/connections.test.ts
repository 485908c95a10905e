import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type HttpServer, listen } from '../../server/http/server.ts'
import type { State } from '../../server/http/state.ts'
import { createLogger } from '../../server/log.ts'

const MB = 1024 * 1024
/** More than the buffers of both ends take. */
const LARGE = new Uint8Array(24 * MB)

let server: HttpServer
let handled: number
const open: Socket[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  handled = 0
  server = await listen({ port: 0, host: '127.0.0.1' })
  const app = new Hono<State>()
  app.use(async (_, next) => {
    handled += 1
    await next()
  })
  app.get('/number/:n', async (c) => {
    // Later ones are ready earlier.
    await delay(Number(c.req.param('n')) === 0 ? 20 : 0)
    return c.text(`number ${c.req.param('n')}.`)
  })
  app.get('/large', (c) => c.body(LARGE))
  server.serve(app, createLogger('silent'))
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  vi.useRealTimers()
  await server.close()
})

/** A client that takes nothing until it is told to. */
async function connect(requests: string[]): Promise<Socket> {
  const socket = createConnection(server.port, '127.0.0.1')
  open.push(socket)
  // The server may cut it.
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(requests.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''))
  return socket
}

describe('requests sent ahead on one connection', () => {
  it('are answered in order', async () => {
    const socket = await connect(Array.from({ length: 10 }, (_, n) => `/number/${n}`))
    let text = ''
    for await (const chunk of socket) {
      text += chunk
      if (text.includes('number 9.')) break
    }
    expect(text.match(/number \d/g)).toEqual(Array.from({ length: 10 }, (_, n) => `number ${n}`))
  })

  it('end the connection when they are many, and are not worked on', async () => {
    const socket = await connect(Array<string>(1_000).fill('/large'))
    socket.resume()
    await once(socket, 'close')
    expect(handled).toBe(1)
  })
})

describe('a client of a large response', () => {
  /** Lets time pass for the server, and what the client then takes arrive. */
  async function pass(seconds: number, step: () => void = () => {}): Promise<void> {
    for (let at = 0; at < seconds; at += 5) {
      step()
      await delay(30)
      await vi.advanceTimersByTimeAsync(5_000)
      await delay(30)
    }
  }
  const cut = async (socket: Socket) => {
    socket.resume()
    await once(socket, 'close')
    return socket.bytesRead < LARGE.length
  }

  it('is cut within a minute when it takes nothing', async () => {
    const socket = await connect(['/large'])
    await pass(60)
    expect(await cut(socket)).toBe(true)
  })

  it('gets all of it when it takes 32 KB a second', async () => {
    const socket = await connect(['/large'])
    await pass(180, () => socket.read(160 * 1024))
    socket.on('data', () => {
      if (socket.bytesRead >= LARGE.length) socket.end()
    })
    await once(socket, 'close')
    expect(socket.bytesRead).toBeGreaterThanOrEqual(LARGE.length)
  })
})
