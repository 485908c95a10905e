import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RATE, SANDBOX_RATE } from '../../server/limits.ts'
import { callOf, isOfSandbox, keyed, nobody, scopeFor } from '../support/every-operation.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const code = (body: unknown) => (body as { code: string }).code

describe.each(keyed.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const scope = scopeFor(operation)
  const isTest = isOfSandbox(operation)
  /** Of the kind that the operation takes. */
  const key = async (options: Parameters<TestServer['key']>[0] = {}) =>
    server.key({ scope, ...(isTest && { workspaceId: (await server.sandbox()).id }), ...options })

  it('requires a key', async () => {
    const answer = await server.call(null, ...callOf(operation, nobody()))
    expect([answer.status, code(answer.body)]).toEqual([401, 'invalid_key'])
  })

  it('enforces the key’s IP allowlist', async () => {
    const own = await key({ allowIps: ['203.0.113.0/24'] })
    const answer = await server.call(own, ...callOf(operation, nobody()))
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'ip_not_allowed', ip: '127.0.0.1' }])
  })

  it.runIf(operation.scope !== 'read')('refuses a key that may only read', async () => {
    const answer = await server.call(await key({ scope: 'read' }), ...callOf(operation, nobody()))
    expect([answer.status, code(answer.body)]).toEqual([403, 'insufficient_scope'])
  })

  it.runIf(operation.rateLimited)('counts towards the key’s rate limit', async () => {
    const own = await key()
    const [bucket, { requests: used }] = isTest ? ['sandbox', SANDBOX_RATE] : ['key', RATE]
    await server.ctx.db
      .insertInto('rate_windows')
      .values({ bucket: `${bucket}:${own.id}`, opened_at: server.clock.now(), used })
      .execute()
    const answer = await server.call(own, ...callOf(operation, nobody()))
    expect([answer.status, code(answer.body)]).toEqual([429, 'rate_limited'])
    expect(answer.headers.get('retry-after')).toBe('60')
  })

  it.runIf('not_found' in operation.errors)('finds nothing under an unknown, malformed or foreign id', async () => {
    const stranger = await key({ workspaceId: (await (isTest ? server.sandbox() : server.workspace())).id })
    const malformed = { documentId: 'x', signingRequestId: 'x', hookId: 'x', deliveryId: 'x' }
    for (const subject of [nobody(), malformed, await documentOfAnother()]) {
      const answer = await server.call(stranger, ...callOf(operation, subject))
      expect([answer.status, code(answer.body)]).toEqual([404, 'not_found'])
    }
  })

  it.runIf(operation.body?.mediaTypes.includes('application/json'))(
    'refuses another media type and a body over 1 MB',
    async () => {
      const [method, path] = callOf(operation, nobody())
      const own = await key()
      const send = (body: string, type: string) =>
        server.fetch(path, { method, body, headers: { Authorization: `Bearer ${own.key}`, 'Content-Type': type } })
      const typed = await send('{}', 'text/plain')
      expect([typed.status, code(await typed.json())]).toEqual([415, 'unsupported_media_type'])
      const large = await send(JSON.stringify({ x: 'x'.repeat(1_048_577) }), 'application/json')
      expect([large.status, code(await large.json())]).toEqual([413, 'payload_too_large'])
      const broken = await send('{', 'application/json')
      expect([broken.status, code(await broken.json())]).toEqual([400, 'invalid_request'])
    },
  )
})

async function documentOfAnother() {
  const key = await server.key()
  const create = keyed.find(({ id }) => id === 'createSigningRequest')!
  const { body } = await server.call<{ documentId: string; signers: { signingRequestId: string }[] }>(
    key,
    ...callOf(create, nobody()),
  )
  return { documentId: body.documentId, signingRequestId: body.signers[0]!.signingRequestId }
}
