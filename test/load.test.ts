import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Figures } from '../scripts/load/figures.ts'
import { load } from '../scripts/load/load.ts'
import { type StartedServer, serve } from '../server/testing-server.ts'
import { testDatabaseUrl } from './support/database.ts'
import { freePort } from './support/free-port.ts'

/** `npm run load` against a server with a worker. */
let server: StartedServer
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-load-test-'))
  server = await serve(dataDir, await testDatabaseUrl())
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const code = await load(args, (line) => lines.push(line))
  return { code, lines }
}

/** Three documents, a tenth of a second apart. */
async function measure(...args: string[]): Promise<{ code: number; figures: Figures; text: string }> {
  const url = server.baseUrl.replace(/\/v1$/, '')
  const of = ['--url', url, '--key', server.apiKey, '--per-minute', '600', '--minutes', '0.005', '--json']
  const { code, lines } = await run(...of, ...args)
  return { code, figures: JSON.parse(lines.join('')) as Figures, text: lines.join('') }
}

/** Between the server and the receiver: passes on what it gets as `copies` says, and says yes to everything. */
async function relay(to: number, copies: (event: string) => number): Promise<Server> {
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      /^(x-|content-type)/.test(name) ? [[name, String(value)] as [string, string]] : [],
    )
    const event = String(request.headers['x-service-event'])
    for (let copy = copies(event); copy > 0; copy--) {
      await fetch(`http://127.0.0.1:${to}${request.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) })
    }
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return http
}

describe('npm run load', () => {
  it('counts what it sends, signs and receives, and names the command without the key', async () => {
    const { code, figures, text } = await measure('--signers', '2', '--hooks', '2', '--mix', 'templates')
    expect(figures.errors).toEqual({})
    expect(figures.documents).toEqual({ planned: 3, created: 3, signed: 3, sealed: 3 })
    // Of each document: sent once, viewed and signed by two, completed; at two hooks.
    expect(figures.events).toEqual({ expected: 36, lost: {}, duplicates: 0, unverified: 0 })
    const counts = [figures.create, figures.open, figures.sign, figures.signToSealed, figures.commitToReceiver]
    expect(counts.map(({ count }) => count)).toEqual([3, 6, 6, 3, 36])
    expect(figures.command).toContain('--per-minute 600 --minutes 0.005')
    expect(text).not.toContain(server.apiKey)
    expect(code).toBe(0)
  })

  it('says which events never arrived, and which did more than once', async () => {
    const port = await freePort()
    let sealed = 0
    const between = await relay(port, (event) => {
      if (event === 'document.completed') return sealed++ === 0 ? 0 : 1
      return event === 'signing_request.viewed' ? 2 : 1
    })
    const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
    const { code, figures } = await measure('--receiver', url, '--receiver-port', String(port), '--wait', '5')
    between.close()
    expect(figures.documents).toEqual({ planned: 3, created: 3, signed: 3, sealed: 3 })
    expect(figures.events).toEqual({
      ...{ expected: 12, lost: { 'document.completed': 1 }, duplicates: 3, unverified: 0 },
    })
    expect(code).toBe(1)
  })

  it('counts what the server refuses, and ends with 1', async () => {
    const { code, figures } = await measure('--hooks', '0', '--pdf', import.meta.filename)
    expect(figures.errors).toEqual({ 'create: 415 unsupported_media_type': 3 })
    expect(figures.documents).toEqual({ planned: 3, created: 0, signed: 0, sealed: 0 })
    expect(code).toBe(1)
  })

  it.each([
    [['--per-minute', '0'], '--per-minute must be a number above 0, at most 60000.'],
    [['--signers', '1.5'], '--signers must be a whole number above 0, at most 20.'],
    [['--mix', 'both'], '--mix must be uploads or templates.'],
    [['--url', 'sign.example.com', '--key', 'k'], '--url must be a URL that starts with http:// or https://.'],
    [['--url', 'http://localhost:3000', '--key', ''], '--url needs an API key: give --key or COUNTERSIGN_API_KEY.'],
    [['--pid', '12'], '--pid must be a list such as server=123,worker=124.'],
    [['--fast'], expect.stringContaining("'--fast'")],
  ])('refuses %j', async (args, why) => {
    const { code, lines } = await run(...args)
    expect([code, lines[0], lines[1]]).toEqual([2, why, expect.stringContaining('Usage: npm run load')])
  })
})
