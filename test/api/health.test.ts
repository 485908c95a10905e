import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Config, loadConfig } from '../../server/config.ts'
import { serveMetrics } from '../../server/http/metrics-server.ts'
import { createMetrics } from '../../server/metrics.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Ready {
  status: string
  checks: Record<string, { status: string; note?: string }>
}

async function ready(): Promise<{ status: number; body: Ready }> {
  const answer = await fetch(`${server.url}/health/ready`)
  return { status: answer.status, body: (await answer.json()) as Ready }
}

async function beat(): Promise<void> {
  const at = server.clock.now()
  await server.ctx.db
    .insertInto('worker_heartbeats')
    .values({ worker_id: 'w', at })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ at }))
    .execute()
}

describe('health', () => {
  it('is live without checking any dependency', async () => {
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
  })

  it('names each dependency; the log says what is wrong with it', async () => {
    expect(await ready()).toMatchObject({
      status: 503,
      body: { status: 'failed', checks: { worker: { status: 'failed' } } },
    })
    expect(server.log()).toContain('no worker has signed on')
    server.clock.advance(5_000)
    await beat()
    const { status, body } = await ready()
    expect(status).toBe(200)
    expect(Object.keys(body.checks)).toEqual([
      'database',
      'migrations',
      'worker',
      'storage',
      'seal_certificate',
      'seals',
      'files',
      'sms',
      'mail',
    ])
    expect(Object.values(body.checks).map((check) => check.status)).toEqual(Array(9).fill('ok'))

    server.clock.advance(60_000)
    expect((await ready()).body.checks.worker).toMatchObject({ status: 'failed' })
  })

  it('shows publicly which region is down, but not its address', async () => {
    server.clock.advance(60_000)
    await beat()
    const blobs = join(server.ctx.config.dataDir, 'blobs')
    await rename(blobs, `${blobs}.away`)
    try {
      const { status, body } = await ready()
      expect(status).toBe(503)
      expect(body.checks.storage).toEqual({ status: 'failed', note: 'storage eu, storage ch, storage us' })
      expect(JSON.stringify(body)).not.toContain(server.ctx.config.dataDir)
      expect(server.log()).toContain(blobs)
    } finally {
      await rename(`${blobs}.away`, blobs)
    }
  })

  it('checks the dependencies again only after five seconds', async () => {
    expect((await ready()).status).toBe(503)
    server.clock.advance(4_999)
    expect((await ready()).status).toBe(503)
    server.clock.advance(1)
    expect((await ready()).status).toBe(200)
  })

  it('reports how many days the seal certificate has left', async () => {
    const { notAfter } = server.ctx.sealer.certificates()
    server.clock.set(new Date(notAfter.getTime() - 29.5 * 86_400_000))
    await beat()
    expect((await ready()).body.checks.seal_certificate).toEqual({ status: 'ok', note: '29 days left' })
    server.clock.set(new Date(notAfter.getTime() + 1))
    await beat()
    const { status, body } = await ready()
    expect(status).toBe(503)
    expect(body.checks.seal_certificate).toMatchObject({ status: 'failed' })
  })
})

describe('metrics', () => {
  it('count requests by pattern, never by address', async () => {
    const metrics = await serveMetrics(server.ctx, 0)
    await fetch(`${server.url}/v1/documents/no-such-document`)
    const text = await (await fetch(`http://localhost:${metrics.port}/metrics`)).text()
    expect(text).toContain('route="/documents/{id}",status="401"')
    expect(text).not.toContain('no-such-document')
    expect(text).toContain('process_cpu_seconds_total')
    await metrics.close()
  })

  it('are served on METRICS_HOST, 127.0.0.1 by default, wherever the server listens', async () => {
    // Another test's server may have the same port on the other address: what answers there must not be this one.
    const mark = randomUUID()
    const on = (config: Partial<Config>) => {
      const metrics = createMetrics()
      metrics.jobSeconds.observe({ task: mark, outcome: 'done' }, 1)
      return serveMetrics({ ...server.ctx, metrics, config: { ...server.ctx.config, ...config } }, 0)
    }
    const reached = (host: string, port: number) =>
      fetch(`http://${host}:${port}/metrics`).then(
        async (answer) => (await answer.text()).includes(mark),
        () => false,
      )
    const local = await on({ host: '0.0.0.0' })
    expect(await reached('127.0.0.2', local.port)).toBe(false)
    expect(await reached('127.0.0.1', local.port)).toBe(true)
    await local.close()
    const other = await on({ metricsHost: loadConfig({ METRICS_HOST: '127.0.0.2' }).metricsHost })
    expect(await reached('127.0.0.2', other.port)).toBe(true)
    expect(await reached('127.0.0.1', other.port)).toBe(false)
    await other.close()
  })
})

describe('the site', () => {
  it('serves the spec, and answers 304', async () => {
    const answer = await fetch(`${server.url}/openapi.json`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toMatchObject({ openapi: '3.1.1', info: { title: 'Countersign API' } })
    const headers = { 'If-None-Match': answer.headers.get('etag')! }
    expect((await fetch(`${server.url}/openapi.json`, { headers })).status).toBe(304)
    expect((await fetch(`${server.url}/openapi/1999-01-01.json`)).status).toBe(404)
  })

  it.each(['/openapi.json', '/openapi/2026-10-10.json', '/docs', '/docs/errors.md', '/llms.txt'])(
    'compresses %s for who takes it, and answers 304 then too',
    async (path) => {
      const get = (headers: Record<string, string>) => fetch(server.url + path, { headers })
      const takes = (accepted: string) => get({ 'Accept-Encoding': accepted })
      const plain = await takes('identity')
      const text = await plain.text()
      const lengths: number[] = []
      for (const [accepted, coding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, GZIP;q=0.5', 'gzip'],
        ['gzip;q=0.0, br;q=0, *', null],
      ] as const) {
        const answer = await takes(accepted)
        expect(answer.headers.get('content-encoding')).toBe(coding)
        expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
        lengths.push(Number(answer.headers.get('content-length')))
        expect(await answer.text()).toBe(text)
        for (const encoding of ['identity', 'gzip', 'br']) {
          const again = await get({ 'Accept-Encoding': encoding, 'If-None-Match': answer.headers.get('etag')! })
          expect(again.status).toBe(304)
        }
      }
      const [br, gzip, , whole] = lengths
      expect(br).toBeLessThan(gzip!)
      expect(gzip).toBeLessThan(whole! / 2)
      expect(whole).toBe(Buffer.byteLength(text))
    },
  )
})
