import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressRules } from '../../server/net/addresses.ts'
import { createOutbound, type Outbound, type OutboundError, type OutboundOptions } from '../../server/net/outbound.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { HOSTILE_HOSTS, HOSTS_FILE, hostileNames } from '../support/hostile-hosts.ts'
import * as receivers from '../support/receiver.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-outbound-'))
const hostsFile = join(folder, 'hosts')
const loopback: Partial<OutboundOptions> = { allowCidrs: ['127.0.0.0/8'], allowHttp: 'loopback' }

/** A listener that no guarded request may ever reach. */
let canary: Server
let touched = 0
let port: number
let dns: NameServer
const opened: { close(): Promise<void> }[] = []

beforeAll(async () => {
  writeFileSync(hostsFile, HOSTS_FILE)
  dns = await startNameServer()
  canary = createServer((socket) => {
    touched += 1
    socket.resume().end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  })
  await new Promise<void>((resolve) => canary.listen(0, resolve))
  port = (canary.address() as AddressInfo).port
})

afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await dns.close()
  await new Promise((resolve) => canary.close(resolve))
  rmSync(folder, { recursive: true })
})

function outbound(options: Partial<OutboundOptions> = {}) {
  const made = createOutbound({
    allowCidrs: [],
    allowHttp: null,
    nat64: false,
    dnsServers: [dns.address],
    hostsFile,
    ...options,
  })
  opened.push(made)
  return made
}

async function receiver(tls?: { key: string; cert: string }) {
  const made = await receivers.startReceiver({ tls })
  opened.push(made)
  return made
}

const post = { method: 'POST', headers: {}, body: '{}', timeoutMs: 10_000, maxBytes: 2_000 } as const
const patient = { ...post, timeoutMs: 60_000 } as const
const times = { connectTimeoutMs: 5_000, firstByteTimeoutMs: 10_000, timeoutMs: 10_000 }
const noSink = { ...times, maxBytes: 1_000, onData: async () => {} }

/** Why a call failed. */
async function reason(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'went through',
    (error: OutboundError) => error.reason,
  )
}

describe('addresses that are not public', () => {
  beforeAll(() => hostileNames(dns))

  test(`${HOSTILE_HOSTS.length} hostile hosts are refused as webhook and as file, and never contacted`, async () => {
    const guarded = outbound()
    const before = touched
    for (const host of HOSTILE_HOSTS) {
      const verdict = await guarded.checkUrl(`https://${host}:${port}/`)
      expect([host, verdict]).toEqual([host, 'url_not_public'])
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}:${port}/`
        expect([url, await reason(guarded.request(url, post))]).toEqual([url, 'not_public'])
        expect([url, await reason(guarded.download(url, noSink))]).toEqual([url, 'not_public'])
      }
    }
    expect(touched).toBe(before)
  })

  test('the same canary is reached by an unguarded client, and by ours where the operator allows it', async () => {
    const before = touched
    await fetch(`http://127.0.0.1:${port}/`)
    await fetch(`http://2130706433:${port}/`)
    await fetch(`http://[::ffff:127.0.0.1]:${port}/`)
    expect(touched).toBe(before + 3)

    const listed = outbound({ allowCidrs: ['127.0.0.1'] })
    for (const host of ['127.0.0.1', 'localhost', 'canary.corp.example', 'inside.test', '[::ffff:127.0.0.1]']) {
      expect([host, await reason(listed.request(`http://${host}:${port}/`, post))]).toEqual([host, 'went through'])
    }
    expect(touched).toBe(before + 8)
    expect(await reason(listed.request(`http://db.corp.example:${port}/`, post))).toBe('not_public')
  })

  test('a refusal is the same for every address, so that it reveals nothing about the network', async () => {
    const guarded = outbound()
    const messages = await Promise.all(
      ['127.0.0.1', '10.1.2.3', '[fd00::1]', 'localhost', 'inside.test', 'printer.local'].map((host) =>
        guarded.request(`https://${host}:${port}/`, post).catch((error: Error) => error.message),
      ),
    )
    expect(new Set(messages)).toEqual(new Set(['address is not public']))
  })

  test('a name that resolves to a private address after the check is refused on connecting', async () => {
    const guarded = outbound()
    const before = touched
    for (let i = 0; i < 40; i++) {
      const name = `rebind${i}.test`
      dns.names.set(name, (query) => (query === 0 ? ['93.184.216.34'] : ['127.0.0.1']))
      expect(await guarded.checkUrl(`https://${name}:${port}/`)).toBe('ok')
      expect(await reason(guarded.request(`http://${name}:${port}/`, post))).toBe('not_public')
      expect(await reason(guarded.download(`http://${name}:${port}/`, noSink))).toBe('not_public')
    }
    expect(touched).toBe(before)
  })

  test('behind a NAT64 the embedded IPv4 address is checked', () => {
    const { permits } = addressRules({ allowCidrs: [], nat64: true })
    expect(permits('64:ff9b::8.8.8.8')).toBe(true)
    expect(permits('64:ff9b::127.0.0.1')).toBe(false)
    expect(permits('64:ff9b::10.0.0.1')).toBe(false)
    expect(permits('64:ff9b:1::8.8.8.8')).toBe(false)
  })

  test('public addresses stay reachable', () => {
    const { permits } = addressRules({ allowCidrs: [], nat64: false })
    const open = ['8.8.8.8', '172.32.0.1', '100.63.255.255', '169.253.1.1', '::ffff:8.8.8.8', '2606:4700::1111']
    expect(open.filter(permits)).toEqual(open)
  })
})

describe('the check of a webhook URL', () => {
  test('syntax first, then scheme, then address', async () => {
    dns.names.set('hooks.test', ['93.184.216.34'])
    const { checkUrl } = outbound()
    const long = `https://hooks.test/${'é'.repeat(2_048 - 'https://hooks.test/'.length)}`
    expect(await checkUrl('https://hooks.test/path?x=1#y')).toBe('ok')
    expect(await checkUrl('https://hooks.test:8443/')).toBe('ok')
    expect(await checkUrl('https://8.8.8.8/')).toBe('ok')
    expect(await checkUrl(long)).toBe('ok')
    expect(await checkUrl(`${long}x`)).toBe('not_a_url')
    for (const url of [
      '',
      'hooks.test',
      '/path',
      'https://',
      ' https://hooks.test',
      'https://ho oks.test',
      'https://[::1',
      'https://hooks.test:99999',
      'https://ho\noks.test',
    ]) {
      expect([url, await checkUrl(url)]).toEqual([url, 'not_a_url'])
    }
    for (const url of [
      'http://hooks.test',
      'http://127.0.0.1',
      'ftp://hooks.test',
      'file:///etc/passwd',
      'javascript:1',
      'gopher://127.0.0.1:70/',
      'data:,x',
    ]) {
      expect([url, await checkUrl(url)]).toEqual([url, 'https_required'])
    }
    expect(await checkUrl('https://user:password@hooks.test/')).toBe('has_credentials')
    expect(await checkUrl('https://hooks.test@127.0.0.1/')).toBe('url_not_public')
  })

  test('a name that does not resolve at the moment is accepted, a local one is not', async () => {
    const { checkUrl } = outbound()
    expect(await checkUrl('https://not-yet.test/')).toBe('ok')
    expect(await checkUrl('https://not-yet/')).toBe('url_not_public')
    expect(await checkUrl('https://not-yet.internal/')).toBe('url_not_public')
  })

  test('plain http only to the loopback interface, and only where it is allowed', async () => {
    dns.names.set('hooks.test', ['93.184.216.34'])
    dns.names.set('inside.test', ['127.0.0.1'])
    const allowed = outbound(loopback)
    expect(await allowed.checkUrl('http://127.0.0.1:3000/')).toBe('ok')
    expect(await allowed.checkUrl('http://localhost:3000/')).toBe('ok')
    expect(await allowed.checkUrl('http://inside.test/')).toBe('ok')
    expect(await allowed.checkUrl('http://hooks.test/')).toBe('https_required')
    expect(await allowed.checkUrl('http://8.8.8.8/')).toBe('https_required')
    expect(await outbound({ ...loopback, allowCidrs: [] }).checkUrl('http://127.0.0.1/')).toBe('https_required')
    const setting = outbound({ ...loopback, allowHttp: null })
    expect(await reason(setting.request(`http://127.0.0.1:${port}/`, { ...post, httpsOnly: true }))).toBe(
      'https_required',
    )
  })
})

describe('answers', () => {
  test('a 3xx is an answer like any other: it is not followed', async () => {
    const from = await receiver()
    const to = await receiver()
    from.answer(receivers.answer(307, 'moved', { location: `${to.url}/next` }))
    const answer = await outbound(loopback).request(from.url, post)
    expect([answer.status, answer.headers.location]).toEqual([307, `${to.url}/next`])
    expect(await reason(outbound(loopback).download(from.url, noSink))).toBe('redirect')
    expect(to.count()).toBe(0)
  })

  test('a body is read up to the limit, as it was sent, however hostile it is', async () => {
    const target = await receiver()
    const { request } = outbound(loopback)
    target.answer(receivers.answer(200, 'x'.repeat(5_000)))
    expect(await request(target.url, post)).toMatchObject({ status: 200, truncated: true, body: { length: 2_000 } })
    target.answer(receivers.endlessBody)
    expect(await request(target.url, post)).toMatchObject({ status: 200, truncated: true, body: { length: 2_000 } })
    target.answer(receivers.gzipBomb)
    const bomb = await request(target.url, post)
    expect([bomb.body.length, bomb.body.readUInt16BE(0)]).toEqual([2_000, 0x1f8b])
    target.answer(receivers.drip)
    const drip = await request(target.url, { ...post, timeoutMs: 1_000 })
    expect([drip.status, drip.truncated, drip.body.toString().startsWith('drip')]).toEqual([200, true, true])
  })

  test('a missing answer is reported with its reason', async () => {
    const target = await receiver()
    const { request } = outbound(loopback)
    const note = (url: string, ms = 10_000) =>
      request(url, { ...post, timeoutMs: ms }).catch((error: OutboundError) => `${error.reason}: ${error.message}`)

    target.answer(receivers.hang)
    expect(await note(target.url, 100)).toBe('timeout: no answer within 0.1 seconds')
    target.answer(receivers.dripHeaders)
    expect(await note(target.url, 200)).toBe('timeout: no answer within 0.2 seconds')
    target.answer(receivers.hugeHeaders)
    expect(await note(target.url)).toBe('connection: answer headers over 16 KB')
    target.answer(receivers.closeSocket)
    expect(await note(target.url)).toBe('connection: connection closed before an answer')
    target.answer(receivers.nonsense)
    expect(await note(target.url)).toBe('connection: answer is not HTTP')
    expect(await note(`https://127.0.0.1:${target.port}/`)).toMatch(/^tls: TLS: handshake failed/)
    expect(await note('https://nowhere.test/')).toBe('dns: name does not resolve (ENOTFOUND)')
    dns.names.set('black-hole.test', 'silent')
    expect(await note('https://black-hole.test/', 300)).toBe(
      'timeout: no answer within 0.3 seconds: the name was not resolved',
    )
    const closed = await receivers.startReceiver()
    await closed.close()
    expect(await note(closed.url)).toBe('connection: connection refused')
  })

  test('names whose lookup hangs do not delay other names', async () => {
    for (let i = 0; i < 20; i++) dns.names.set(`hang${i}.test`, 'silent')
    dns.names.set('inside.test', ['127.0.0.1'])
    const { request } = outbound(loopback)
    const target = await receiver()
    const { signal, abort } = hangUp()
    const hanging = Array.from({ length: 20 }, (_, i) => request(`https://hang${i}.test/`, { ...patient, signal }))
    await request(`http://inside.test:${target.port}/`, patient)
    abort()
    await Promise.all(hanging.map((one) => expect(one).rejects.toThrow('hung up')))
  })

  test('a name that takes longer than others does resolve', async () => {
    const { request } = outbound(loopback)
    const target = await receiver()
    // c-ares gives a server less time the quicker it was before.
    for (let i = 0; i < 10; i++) {
      dns.names.set(`quick${i}.test`, ['127.0.0.1'])
      await request(`http://quick${i}.test:${target.port}/`, patient)
    }
    dns.names.set('slow.test', ['127.0.0.1'])
    dns.delays.set('slow.test', 1_500)
    expect(await request(`http://slow.test:${target.port}/`, patient)).toMatchObject({ status: 200 })
  })

  /** For calls that would outlast the test. */
  function hangUp() {
    const controller = new AbortController()
    return { signal: controller.signal, abort: () => controller.abort(new Error('hung up')) }
  }

  test('an IPv6 answer that never comes does not delay an IPv4 one', async () => {
    // Silent only to the second query of a name: c-ares asks A and AAAA separately, so one of the two hangs.
    let asked = 0
    dns.names.set('half.test', () => (asked++ === 0 ? ['127.0.0.1'] : 'silent'))
    const target = await receiver()
    const { request } = outbound(loopback)
    expect(await request(`http://half.test:${target.port}/`, patient)).toMatchObject({
      status: 200,
    })
  })
})

/** A connection is free for the next request only after a turn of the event loop. */
async function idle(): Promise<void> {
  await setImmediate()
  await setImmediate()
}

/** Sends until one request has used the connection of another. */
async function untilKept(target: receivers.Receiver, request: Outbound['request']) {
  const counts = () => ({ connections: target.connections(), count: target.count() })
  await request(target.url, post)
  await expect
    .poll(async () => {
      const before = target.connections()
      await request(target.url, post)
      await idle()
      return target.connections() - before
    })
    .toBe(0)
  return counts()
}

describe('kept connections', () => {
  test('are reused, and one that the other side closed costs no attempt', async () => {
    const target = await receiver()
    const { request } = outbound(loopback)
    const before = await untilKept(target, request)
    target.answer(receivers.closeSocket, receivers.ok)
    await idle()
    expect(await request(target.url, post)).toMatchObject({ status: 200 })
    expect([target.connections(), target.count()]).toEqual([before.connections + 1, before.count + 2])
  })

  test('but a new connection that breaks is a failure at once, and so is a second break', async () => {
    const target = await receiver()
    const { request } = outbound(loopback)
    target.answer(receivers.closeSocket)
    expect(await reason(request(target.url, post))).toBe('connection')
    expect(target.count()).toBe(1)
    target.answer(receivers.ok)
    const { count } = await untilKept(target, request)
    target.answer(receivers.closeSocket)
    await idle()
    expect(await reason(request(target.url, post))).toBe('connection')
    expect(target.count()).toBe(count + 2)
  })

  test.each([
    ['at once', receivers.closeAfterAnswer],
    ['a moment later', receivers.closeSoonAfterAnswer],
  ])('receivers that close after each answer never fail, and get nothing twice: %s', async (_, behaviour) => {
    const target = await receiver()
    target.answer(behaviour)
    const { request } = outbound(loopback)
    const send = async () => expect(await request(target.url, post)).toMatchObject({ status: 200 })
    for (let i = 0; i < 100; i++) await send()
    for (let i = 0; i < 100; i += 4) await Promise.all([send(), send(), send(), send()])
    expect(target.count()).toBe(200)
  })
})

describe('downloads', () => {
  test('return the bytes unchanged, and the file name', async () => {
    const target = await receiver()
    const file = Buffer.from('%PDF-1.7 \u0000 bytes')
    target.answer(receivers.answer(200, file, { 'content-type': 'application/pdf' }))
    const chunks: Uint8Array[] = []
    const onData = async (chunk: Uint8Array) => {
      chunks.push(chunk)
    }
    const got = await outbound(loopback).download(target.url, { ...noSink, onData })
    expect(got).toEqual({ mediaType: 'application/pdf', size: file.length })
    expect(Buffer.concat(chunks)).toEqual(file)
  })

  test('stop at the limit while reading, and before reading when the declared length exceeds it', async () => {
    const target = await receiver()
    const { download } = outbound(loopback)
    target.answer(receivers.answer(200, 'x'.repeat(1_000)))
    expect(await reason(download(target.url, noSink))).toBe('went through')
    target.answer(receivers.answer(200, 'x'.repeat(1_001)))
    expect(await reason(download(target.url, noSink))).toBe('too_large')
    target.answer(receivers.endlessBody)
    expect(await reason(download(target.url, noSink))).toBe('too_large')
  })

  test('enforce three deadlines', async () => {
    const target = await receiver()
    const { download } = outbound(loopback)
    target.answer(receivers.hang)
    expect(await reason(download(target.url, { ...noSink, firstByteTimeoutMs: 100 }))).toBe('timeout')
    target.answer(receivers.drip)
    expect(await reason(download(target.url, { ...noSink, timeoutMs: 1_000 }))).toBe('timeout')
  })

  test('refuse every status but success, credentials and other schemes', async () => {
    const target = await receiver()
    const { download } = outbound(loopback)
    target.answer(receivers.answer(404))
    await expect(download(target.url, noSink)).rejects.toMatchObject({ reason: 'http_status', status: 404 })
    for (const url of [`http://user@127.0.0.1:${target.port}/`, 'ftp://127.0.0.1/x', 'data:,x', 'file:///etc/passwd']) {
      expect([url, await reason(download(url, noSink))]).toEqual([url, 'not_a_url'])
    }
  })

  test('errors thrown by the sink are passed on unchanged', async () => {
    const target = await receiver()
    const full = new Error('disk full')
    const onData = async () => {
      throw full
    }
    await expect(outbound(loopback).download(target.url, { ...noSink, onData })).rejects.toBe(full)
  })
})
