import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerAddress, parseRanges } from '../../server/http/origin.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ config: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } })
})
afterAll(() => server.stop())

async function from(forwardedFor: string | null, allowIps: string[], path = '/v1/me') {
  const key = await server.key({ allowIps })
  const headers = forwardedFor === null ? undefined : { 'X-Forwarded-For': forwardedFor }
  return server.call<{ code: string; ip: string | null }>(key, 'GET', path, { headers })
}

describe('IP allowlists (contract 5.4)', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['203.0.113.7', ['198.51.100.1', '203.0.113.0/24']],
    ['2001:db8::7', ['2001:db8::/32']],
    ['2001:0DB8:0:0::7', ['2001:db8::7']],
    ['::ffff:203.0.113.7', ['203.0.113.0/24']],
    ['203.0.113.7:51234', ['203.0.113.7']],
    ['[2001:db8::7]:443', ['2001:db8::7']],
    ['203.0.113.7', []],
  ])('admits %s with %j', async (address, allowed) => {
    expect((await from(address, allowed)).status).toBe(200)
  })

  it.each([
    ['203.0.113.8', ['203.0.113.7'], '203.0.113.8'],
    ['2001:db8::7', ['203.0.113.7', '::ffff:0:0/96'], '2001:db8::7'],
    ['nonsense', ['0.0.0.0/0', '::/0'], null],
    ['203.0.113.7, unknown', ['0.0.0.0/0'], null],
    ['3405803783', ['0.0.0.0/0'], null],
  ])('refuses %s with %j and reports the address %j', async (address, allowed, ip) => {
    const { status, body } = await from(address, allowed)
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'ip_not_allowed', ip })
  })

  it('trusts only a trusted proxy: the caller can put anything on the left', async () => {
    expect((await from('203.0.113.7, 198.51.100.9', ['203.0.113.7'])).body.ip).toBe('198.51.100.9')
    expect((await from('198.51.100.9, 203.0.113.7, 10.1.2.3', ['203.0.113.7'])).status).toBe(200)
  })

  it('uses none of the rate limit', async () => {
    const key = await server.key({ allowIps: ['203.0.113.7'] })
    const path = '/v1/documents/nothing'
    const refused = await Promise.all(Array.from({ length: 61 }, () => server.call(key, 'GET', path)))
    expect(refused.filter(({ status }) => status !== 403)).toEqual([])
    const inside = { headers: { 'X-Forwarded-For': '203.0.113.7' } }
    expect((await server.call(key, 'GET', path, inside)).status).toBe(404)
  })
})

describe('the address of a caller', () => {
  const proxies = parseRanges(['10.0.0.0/8', 'fd00::/8'])

  it('is the peer, whatever the headers claim, unless the peer is a trusted proxy', () => {
    expect(callerAddress('198.51.100.9', '203.0.113.7', proxies)).toBe('198.51.100.9')
    expect(callerAddress('198.51.100.9', '203.0.113.7', [])).toBe('198.51.100.9')
    expect(callerAddress('::ffff:10.0.0.1', '203.0.113.7', proxies)).toBe('203.0.113.7')
  })

  it('is the proxy itself when it forwards for no one, and the outermost when all are trusted', () => {
    expect(callerAddress('10.0.0.1', undefined, proxies)).toBe('10.0.0.1')
    expect(callerAddress('10.0.0.1', '10.0.0.3, 10.0.0.2', proxies)).toBe('10.0.0.3')
  })

  it('is unknown when there is no peer', () => {
    expect(callerAddress(undefined, '203.0.113.7', proxies)).toBeNull()
  })
})
