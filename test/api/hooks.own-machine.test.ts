import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../server/config.ts'
import { hooksOf } from '../support/hooks.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Programs on the machine of the server, at its loopback interface (contract 2.2). */

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

async function hooksAt(server: TestServer) {
  return hooksOf(server, await server.key({ workspaceId: (await server.workspace()).id }))
}

describe('a server in development', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  it.each(['127.0.0.1', 'localhost'])('delivers to http://%s without any setting', async (host) => {
    const hooks = await hooksAt(server)
    const { status, body } = await hooks.create({ target_url: `http://${host}:${receiver.port}/${host}` })
    expect(status).toBe(200)
    receiver.secrets.set(`/${host}`, body.secret)
    expect((await hooks.ping(body.id)).body).toMatchObject({ status: 'success', response_status: 200 })
  })

  it.each(['http://10.0.0.1/', 'http://example.com/'])('refuses %s, which is another machine', async (target_url) => {
    const { status, body } = await (await hooksAt(server)).create({ target_url })
    expect([status, body.code]).toEqual([400, 'https_required'])
  })
})

describe.each([
  ['in production', { MODE: 'production' }],
  ['that others use', { PUBLIC_URL: 'https://sign.example.com' }],
])('a server %s', (_, settings) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ config: { outbound: outboundOf(settings) } })
  })
  afterAll(() => server.stop())

  it('refuses its own machine, and names the settings', async () => {
    const hooks = await hooksAt(server)
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const plain = await hooks.create({ target_url: `http://${host}:${receiver.port}/` })
      expect(plain).toMatchObject({ status: 400, body: { code: 'https_required' } })
      expect(plain.body.error).toMatch(/OUTBOUND_ALLOW_HTTP, OUTBOUND_ALLOW_CIDRS and MODE$/)
      const closed = await hooks.create({ target_url: `https://${host}/` })
      expect(closed).toMatchObject({ status: 400, body: { code: 'url_not_public' } })
      expect(closed.body.error).toContain('OUTBOUND_ALLOW_CIDRS')
    }
    expect(await hooks.list('?include_disabled=true')).toEqual([])
  })
})

/** Of a server with everything else that production needs. */
function outboundOf(settings: Record<string, string>) {
  return loadConfig({
    PUBLIC_URL: 'https://sign.example.com',
    MASTER_KEY: '0f'.repeat(32),
    SEAL_P12: '/seal.p12',
    TSA_URLS: 'https://tsa.example.com',
    MAIL_URL: 'none:',
    SMS_URL: 'none:',
    ...settings,
  }).outbound
}
