import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Sends bytes that no HTTP client would, and returns the whole response. */
/** @param stays the client keeps its side of the connection open, as HTTP clients do */
async function raw(text: string, { stays = false } = {}): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  if (stays) socket.write(text)
  else socket.end(text)
  await once(socket, 'close')
  return answer
}

describe('X-Request-Id (contract 1.12)', () => {
  it.each([
    ['GET', '/v1/me'],
    ['GET', '/v1/nothing'],
    ['DELETE', '/v1/me'],
    ['POST', '/v1/documents'],
    ['GET', '/health/live'],
    ['GET', '/openapi.json'],
    ['GET', '/sign/nobody'],
    ['GET', '/elsewhere'],
  ])('is on %s %s', async (method, path) => {
    const answer = await fetch(server.url + path, { method })
    expect(answer.headers.get('x-request-id')).toMatch(UUID)
  })

  it('is always ours, whatever the caller sends', async () => {
    const answer = await fetch(`${server.url}/v1/me`, { headers: { 'X-Request-Id': 'planted' } })
    expect(answer.headers.get('x-request-id')).toMatch(UUID)
    expect(server.log()).not.toContain('planted')
    expect(server.log()).toContain(answer.headers.get('x-request-id'))
  })

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a bad Host', 'GET /v1/me HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', 'GET /v1/me HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts in HTTP/1.0', 'GET /health/live HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['no Host', 'GET /v1/me HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an Expect of something else', 'GET /v1/me HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n', 417],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['headers without an end', `GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is on the refusal of %s', async (_what, text, status) => {
    const answer = await raw(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i)
    expect(answer).toContain('"code":"invalid_request"')
  })

  it.each(['/health/live', '/sign/nobody'])(
    'is on the normal response of %s to HTTP/1.0 without a Host',
    async (path) => {
      const answer = await raw(`GET ${path} HTTP/1.0\r\n\r\n`, { stays: true })
      expect(answer).toMatch(path === '/health/live' ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 404 /)
      expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i)
      expect(answer).not.toContain('cannot be read as HTTP')
    },
  )

  it('identifies an unexpected failure by its id alone', async () => {
    const broken = await startServer({
      overrides: { sealer: { ...server.ctx.sealer, pki: () => Promise.reject(new Error('the secret reason')) } },
    })
    const answer = await fetch(`${broken.url}/pki/ca.pem`)
    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(JSON.parse(text)).toEqual({
      error: expect.stringContaining(answer.headers.get('x-request-id')!),
      code: 'internal_error',
      doc_url: `${broken.ctx.config.publicUrl}/docs/errors#internal_error`,
    })
    expect(text).not.toContain('secret')
    expect(broken.log()).toContain('a request failed')
    expect(broken.log()).not.toContain('the secret reason')
    await broken.stop()
  })
})

describe('every answer', () => {
  it('carries strict headers, and pages their own policy', async () => {
    const api = await fetch(`${server.url}/v1/me`)
    expect(api.headers.get('x-content-type-options')).toBe('nosniff')
    expect(api.headers.get('cache-control')).toBe('no-store')
    expect(api.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(api.headers.get('strict-transport-security')).toBeNull()
    const page = await fetch(`${server.url}/sign/nobody`, { headers: { Accept: 'text/html' } })
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  })
})
