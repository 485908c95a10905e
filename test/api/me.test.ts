import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('GET /me', () => {
  it('reports workspace, key, capabilities and SMS allowance', async () => {
    server.clock.set(new Date('2026-11-20T12:00:00Z'))
    const workspace = await server.workspace({ name: 'Æsir & Sons' })
    const key = await server.key({ workspaceId: workspace.id })
    const { status, body } = await server.call(key, 'GET', '/v1/me')
    expect(status).toBe(200)
    expect(body).toEqual({
      workspace: { id: workspace.id, name: 'Æsir & Sons', slug: workspace.slug, tier: 'self_hosted' },
      key: { id: key.id, scopes: ['full'] },
      capabilities: {
        embedded_signing: expect.any(Boolean),
        templates: expect.any(Boolean),
        webhooks: true,
        sms_verification: expect.any(Boolean),
        ip_allowlist: true,
        metadata: true,
      },
      sandbox: false,
      sms_allowance: { monthly: 1000, used: 0, remaining: 1000, resets_at: '2026-12-01T00:00:00.000Z' },
    })
  })

  it('gives January 1st as the reset after December', async () => {
    server.clock.set(new Date('2026-12-31T23:59:59Z'))
    const { body } = await server.call<{ sms_allowance: { resets_at: string } }>(await server.key(), 'GET', '/v1/me')
    expect(body.sms_allowance.resets_at).toBe('2027-01-01T00:00:00.000Z')
  })

  it('is the same under the alias path', async () => {
    const key = await server.key({ scope: 'read' })
    const canonical = await server.call(key, 'GET', '/v1/me')
    const alias = await server.call(key, 'GET', '/api/v1/me')
    expect(alias.body).toEqual(canonical.body)
    expect(alias.body).toMatchObject({ key: { scopes: ['read'] } })
  })

  it('reports what the plan lacks as off', async () => {
    const plan = { document_cap: 5, enterprise: false, sms_monthly: 20, requests_per_minute: 60, without: ['webhooks'] }
    server.ctx.config.plans.small = plan
    const workspace = await server.workspace({ tier: 'small' })
    const { body } = await server.call(await server.key({ workspaceId: workspace.id }), 'GET', '/v1/me')
    expect(body).toMatchObject({
      workspace: { tier: 'small' },
      // Calls that need the Enterprise entitlement answer 402 there (contract 2.1, 5.5).
      capabilities: { webhooks: false, metadata: true, embedded_signing: false },
      sms_allowance: { monthly: 20 },
    })
  })
})
