import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

describe('unknown paths and methods', () => {
  it.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/me/',
    '/v1/documents/a/b',
    '/api/v1/nope',
    '/v2/me',
    '/nothing',
    '/v1/%',
  ])('answers 404 with the error object: %s', async (path) => {
    const answer = await fetch(server.url + path, { headers: { Authorization: `Bearer ${key.key}` } })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
    expect(answer.headers.get('ratelimit-limit')).toBeNull()
  })

  it('says where the API is to a call that has left out its base', async () => {
    const error = async (method: string, path: string) =>
      ((await (await fetch(server.url + path, { method })).json()) as { error: string }).error
    expect(await error('POST', '/signing-requests')).toContain(`the API is at ${server.url}/v1`)
    expect(await error('POST', '/nothing')).toBe('there is nothing at this address')
  })

  it.each([
    ['DELETE', '/v1/me', 'GET, HEAD'],
    ['GET', '/v1/signing-requests', 'POST'],
    ['HEAD', '/v1/signing-requests', 'POST'],
    ['PUT', '/api/v1/signing-requests/1', 'GET, HEAD, PATCH'],
    ['OPTIONS', '/v1/documents/1', 'GET, HEAD'],
  ])('answers 405 with Allow: %s %s', async (method, path, allowed) => {
    const answer = await server.fetch(path, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allowed)
    if (method !== 'HEAD') expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' })
  })

  it('needs no key for its answer: it is the same while none can be read', async () => {
    await sql`alter table api_keys rename to hidden`.execute(server.ctx.db)
    try {
      for (const [method, path, status] of [
        ['GET', '/v1/nothing', 404],
        ['DELETE', '/v1/me', 405],
        ['POST', '/v1/documents', 410],
      ] as const) {
        expect((await server.call(key, method, path)).status, path).toBe(status)
      }
    } finally {
      await sql`alter table hidden rename to api_keys`.execute(server.ctx.db)
    }
  })

  it.each(['nonsense', '%00', '00000000-0000-0000-0000-000000000000', '../me', "' or 1=1", 'x'.repeat(2000), '💥'])(
    'treats a malformed id as a missing resource: %s',
    async (id) => {
      const path = `/v1/documents/${encodeURIComponent(id)}`
      const { status, body } = await server.call(key, 'GET', path)
      expect(status).toBe(404)
      expect(body).toMatchObject({ code: 'not_found' })
    },
  )

  it('answers HEAD like GET, without a body', async () => {
    const headers = { Authorization: `Bearer ${key.key}` }
    const [head, get] = [
      await server.fetch('/v1/me', { method: 'HEAD', headers }),
      await server.fetch('/v1/me', { headers }),
    ]
    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    expect(await head.text()).toBe('')
  })

  it('answers HEAD of a file with its length, without reading it', async () => {
    const pdf = makePdf()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'a.pdf')
    form.set('signers', '[{"email":"ada@example.com"}]')
    const { body } = await server.call<{ documentId: string }>(key, 'POST', '/v1/signing-requests', { form })
    const headers = { Authorization: `Bearer ${key.key}` }
    const path = `/v1/documents/${body.documentId}/file`
    const [head, get] = [await server.fetch(path, { method: 'HEAD', headers }), await server.fetch(path, { headers })]
    const names = ['content-type', 'content-length', 'etag', 'accept-ranges', 'content-disposition']
    expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => get.headers.get(name)))
    expect(Number(head.headers.get('content-length'))).toBeGreaterThanOrEqual(pdf.length)
  })
})
