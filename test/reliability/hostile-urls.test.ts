import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../../server/net/outbound.ts'
import { post, postJson } from '../support/create.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { send } from '../support/flow.ts'
import { hooksOf } from '../support/hooks.ts'
import { HOSTILE_HOSTS, HOSTS_FILE, hostileNames } from '../support/hostile-hosts.ts'
import { startServer, type TestServer } from '../support/server.ts'

const signers = [{ email: 'ada@example.com' }]
const REBINDING_NAMES = 10

let folder: string
let dns: NameServer
/** Listens on every address of this machine; no guarded request may ever reach it. */
let canary: Server
let port: number
let touched = 0
let outbound: Outbound
let server: TestServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-hostile-'))
  writeFileSync(join(folder, 'hosts'), HOSTS_FILE)
  dns = await startNameServer()
  hostileNames(dns)
  canary = createServer((socket) => {
    touched += 1
    socket
      .on('error', () => {})
      .resume()
      .end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  })
  await new Promise<void>((resolve) => canary.listen(0, resolve))
  port = (canary.address() as AddressInfo).port
  outbound = createOutbound({
    allowCidrs: [],
    allowHttp: null,
    nat64: false,
    dnsServers: [dns.address],
    hostsFile: join(folder, 'hosts'),
  })
  server = await startServer({ overrides: { outbound } })
})
afterAll(async () => {
  await server.stop()
  await outbound.close()
  await dns.close()
  await new Promise((resolve) => canary.close(resolve))
  rmSync(folder, { recursive: true })
})

/** Each way of a caller to name an address, with a fresh key for each call so that no rate limit is met. */
const subscribe = async (target_url: string) => hooksOf(server, await server.key()).create({ target_url })
const surfaces: Record<string, (url: string) => Promise<{ status: number; body: { code?: string } }>> = {
  'target_url of a hook': subscribe,
  callback_url: (callback_url) => post(server, { signers, send_emails: false, callback_url }),
  file_url: (file_url) => postJson(server, { signers, send_emails: false, file_url }),
}

describe.each(Object.entries(surfaces))('%s', (name, call) => {
  test(`is refused with ${HOSTILE_HOSTS.length} hostile hosts, none of which is contacted`, async () => {
    // A file may come over http; for webhooks http is refused before the host is checked.
    const schemes = name === 'file_url' ? ['http', 'https'] : ['https']
    for (const scheme of schemes)
      for (const host of HOSTILE_HOSTS) {
        const { status, body } = await call(`${scheme}://${host}:${port}/a.pdf`)
        expect([scheme, host, status, body.code]).toEqual([scheme, host, 400, 'url_not_public'])
      }
    expect(touched).toBe(0)
  })

  test('is refused with credentials that look like a public host', async () => {
    const { status, body } = await call(`https://hooks.example.com@127.0.0.1:${port}/`)
    expect([status, body.code]).toEqual([400, name === 'file_url' ? 'invalid_request' : 'url_not_public'])
    expect(touched).toBe(0)
  })
})

describe('a name that resolves to a private address after it was checked', () => {
  const rebinding = (prefix: string) =>
    Array.from({ length: REBINDING_NAMES }, (_, n) => {
      const name = `${prefix}-${n}.test`
      dns.names.set(name, (query) => (query === 0 ? ['93.184.216.34'] : ['127.0.0.1']))
      return `https://${name}:${port}/`
    })

  test('is not reached by the ping of a hook', async () => {
    const key = await server.key()
    const hooks = hooksOf(server, key)
    for (const url of rebinding('hook')) {
      const { status, body } = await hooks.create({ target_url: url })
      expect(status).toBe(200)
      expect((await hooks.ping(body.id)).body).toMatchObject({ status: 'giving_up', response_status: null })
      expect((await hooks.log(body.id))[0]?.response_body).toBe('network: address is not public')
    }
    expect(touched).toBe(0)
  })

  test('is not reached by the events of a document', async () => {
    const key = await server.key()
    for (const callback_url of rebinding('callback'))
      await send(server, key, { signers, send_emails: false, callback_url })
    await server.work()
    const answers = await server.ctx.db
      .selectFrom('deliveries')
      .innerJoin('hooks', 'hooks.id', 'deliveries.hook_id')
      .where('hooks.scope', '=', 'document')
      .select(['response_status', 'response_body', 'attempts'])
      .execute()
    expect(answers).toEqual(
      Array(REBINDING_NAMES).fill({
        response_status: null,
        response_body: 'network: address is not public',
        attempts: 1,
      }),
    )
    expect(touched).toBe(0)
  })
})

test('the canary works: an unguarded client reaches it, and so does a server whose operator allows it', async () => {
  await fetch(`http://127.0.0.1:${port}/`)
  expect(touched).toBe(1)
  const listing = await startServer()
  try {
    const url = `http://127.0.0.1:${port}/a.pdf`
    const hooks = hooksOf(listing, await listing.key())
    const hook = await hooks.create({ target_url: url })
    expect((await hooks.ping(hook.body.id)).body).toMatchObject({ status: 'success', response_status: 200 })
    expect((await postJson(listing, { signers, send_emails: false, file_url: url })).body.code).toBe(
      'unsupported_media_type',
    )
    expect(touched).toBe(3)
  } finally {
    await listing.stop()
  }
})
