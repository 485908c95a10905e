import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as pkijs from 'pkijs'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { integer, oid, sequence } from '../../server/pdf/der.ts'
import { loadSealKey } from '../../server/pdf/keys.ts'
import {
  httpTsa,
  type Post,
  readTimestampReply,
  requestTimestamp,
  TimestampUnavailableError,
  type TsaClient,
  timestampQuery,
} from '../../server/pdf/timestamp.ts'
import { createTsa } from '../../server/pdf/tsa.ts'
import { type OpensslTsa, startOpensslTsa } from '../support/openssl-tsa.ts'
import { createCa, type IssueOptions, Purpose, sha256, type TestCa } from '../support/pki.ts'
import { folderOfTest, run } from '../support/tools.ts'
import { validators } from '../support/validators.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const data = Buffer.from('what is to be stamped')
const imprint = sha256(data)

const post: Post = async (url, body, contentType, signal) => {
  const response = await fetch(url, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': contentType },
    signal,
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

let ca: TestCa

async function tsaWith(options: Partial<IssueOptions> = {}, provider = 'built-in'): Promise<TsaClient> {
  const issued = await ca.issue({ name: 'TSA', purposes: [Purpose.timeStamping], criticalPurposes: true, ...options })
  const key = await loadSealKey({ cert: issued.pem, key: issued.key })
  return { provider, ask: createTsa(key, () => NOW) }
}

beforeAll(async () => {
  ca = await createCa()
})

describe('the built-in authority', () => {
  test('answers with a token over the imprint, with the time of its clock', async () => {
    const stamp = await requestTimestamp([await tsaWith()], imprint)
    expect(stamp.time).toEqual(NOW)
    expect(stamp.provider).toBe('built-in')
    const info = pkijs.ContentInfo.fromBER(Uint8Array.from(stamp.token))
    const signed = new pkijs.SignedData({ schema: info.content })
    expect(await signed.verify({ signer: 0, data: Uint8Array.from(data).buffer, trustedCerts: [] })).toBe(true)
  })

  test('omits its certificates when they are not requested', async () => {
    const tsa = await tsaWith()
    const query = sequence(
      integer(1),
      sequence(sequence(oid('2.16.840.1.101.3.4.2.1')), Buffer.concat([Buffer.of(4, 32), imprint])),
    )
    const reply = pkijs.TimeStampResp.fromBER(Uint8Array.from(await tsa.ask(query, AbortSignal.timeout(1000))))
    expect(reply.status.status).toBe(0)
    const signed = new pkijs.SignedData({ schema: reply.timeStampToken!.content })
    expect(signed.certificates ?? []).toEqual([])
  })

  test.each([
    ['bytes that are no request', Buffer.from('hello'), /no TimeStampReq/],
    ['a wrong version', timestampQuery(imprint, Buffer.of(1)).with(4, 2), /version 1/],
    ['a hash of the wrong length', timestampQuery(imprint.subarray(1), Buffer.of(1)), /SHA-256/],
  ])('rejects %s as the protocol requires', async (_, query, message) => {
    const tsa = await tsaWith()
    const reply = pkijs.TimeStampResp.fromBER(Uint8Array.from(await tsa.ask(query, AbortSignal.timeout(1000))))
    expect(reply.status.status).toBe(2)
    expect(String(reply.status.statusStrings?.[0]?.valueBlock.value)).toMatch(message)
    expect(reply.timeStampToken).toBeUndefined()
  })

  test.skipIf(!validators.openssl)('openssl ts verifies its tokens and parses its refusals', async () => {
    const folder = folderOfTest()
    const file = (name: string, bytes: Uint8Array | string) => {
      writeFileSync(join(folder, name), bytes)
      return join(folder, name)
    }
    const tsa = await tsaWith()
    const query = timestampQuery(imprint, randomBytes(8))
    const reply = await tsa.ask(query, AbortSignal.timeout(1000))
    const args = ['-in', file('reply', reply), '-queryfile', file('query', query), '-CAfile', file('ca.pem', ca.pem)]
    expect(run(validators.openssl, ['ts', '-verify', ...args]).stdout).toContain('Verification: OK')
    const refusal = await tsa.ask(Buffer.from('hello'), AbortSignal.timeout(1000))
    const text = run(validators.openssl, ['ts', '-reply', '-in', file('refusal', refusal), '-text']).stdout
    expect(text).toContain('Status: Rejected')
    expect(text).toContain('the request is no TimeStampReq')
  })
})

describe.skipIf(!validators.openssl)('an authority over HTTP (openssl)', () => {
  let tsa: OpensslTsa
  beforeAll(async () => {
    tsa = await startOpensslTsa(validators.openssl, ca)
  })
  afterAll(() => tsa.close())

  test('its token passes every check', async () => {
    const stamp = await requestTimestamp([httpTsa(tsa.url, post)], imprint)
    expect(stamp.provider).toBe(new URL(tsa.url).host)
    expect(Math.abs(stamp.time.getTime() - Date.now())).toBeLessThan(60_000)
  })

  test('an earlier provider that fails is skipped', async () => {
    tsa.down = true
    const stamp = await requestTimestamp([httpTsa(tsa.url, post), await tsaWith()], imprint)
    tsa.down = false
    expect(stamp.provider).toBe('built-in')
  })
})

describe('the client refuses', () => {
  const nonce = Buffer.from('0102030405060708', 'hex')
  const replyTo = async (tsa: TsaClient, about = imprint, with_ = nonce) =>
    tsa.ask(timestampQuery(about, with_), AbortSignal.timeout(1000))

  test('a token about other data', async () => {
    const reply = await replyTo(await tsaWith(), sha256(Buffer.from('other')))
    await expect(readTimestampReply(reply, imprint, nonce)).rejects.toThrow(/other data/)
  })

  test('the answer to another request', async () => {
    const reply = await replyTo(await tsaWith(), imprint, Buffer.from('1102030405060708', 'hex'))
    await expect(readTimestampReply(reply, imprint, nonce)).rejects.toThrow(/another request/)
  })

  test('a refusal, and a grant without a token', async () => {
    const reply = await (await tsaWith()).ask(Buffer.from('hello'), AbortSignal.timeout(1000))
    await expect(readTimestampReply(reply, imprint, nonce)).rejects.toThrow(/refused \(status 2\)/)
    await expect(readTimestampReply(sequence(sequence(integer(0))), imprint, nonce)).rejects.toThrow(/no token/)
  })

  test.each<[string, Partial<IssueOptions>, RegExp]>([
    ['a certificate for other purposes', { purposes: [Purpose.emailProtection] }, /time-stamping alone/],
    [
      'a certificate for more purposes',
      { purposes: [Purpose.timeStamping, Purpose.emailProtection] },
      /time-stamping alone/,
    ],
    ['a purpose that is not critical', { criticalPurposes: false }, /not critical/],
  ])('%s', async (_, options, message) => {
    const reply = await replyTo(await tsaWith(options))
    await expect(readTimestampReply(reply, imprint, nonce)).rejects.toThrow(message)
  })

  test('a token with a certificate outside its chain, which no seal could contain', async () => {
    const issued = await ca.issue({ name: 'TSA', purposes: [Purpose.timeStamping], criticalPurposes: true })
    const key = await loadSealKey({ cert: issued.pem, key: issued.key })
    const chain = [...key.chain, (await createCa('Stranger')).der]
    const tsa: TsaClient = { provider: 'odd', ask: createTsa({ ...key, chain }, () => NOW) }
    await expect(readTimestampReply(await replyTo(tsa), imprint, nonce)).rejects.toThrow(
      /CN=Stranger does not belong to the chain/,
    )
  })

  test('a token with any byte of its content or signature changed', async () => {
    const reply = Buffer.from(await replyTo(await tsaWith()))
    const at = reply.indexOf('20261120120000Z')
    const later = Buffer.from(reply)
    later.write('20271120120000Z', at, 'latin1')
    await expect(readTimestampReply(later, imprint, nonce)).rejects.toThrow(/not the one in the signature/)
    const broken = Buffer.from(reply)
    broken[broken.length - 1]! ^= 1
    await expect(readTimestampReply(broken, imprint, nonce)).rejects.toThrow(
      /signature of the time-stamp token is wrong/,
    )
  })
})

describe('several authorities', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('when all fail the error names the failure of each', async () => {
    const failing = (provider: string, message: string): TsaClient => ({
      provider,
      ask: async () => {
        throw new Error(message)
      },
    })
    const asked = requestTimestamp([failing('one', 'HTTP 503'), failing('two', 'refused')], imprint)
    await expect(asked).rejects.toThrow(TimestampUnavailableError)
    await expect(asked).rejects.toMatchObject({
      failures: [
        { provider: 'one', reason: 'HTTP 503' },
        { provider: 'two', reason: 'refused' },
      ],
    })
    await expect(requestTimestamp([], imprint)).rejects.toThrow(TimestampUnavailableError)
  })

  test('one that does not answer is abandoned after five seconds, and its request is aborted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let signal: AbortSignal | undefined
    const silent: TsaClient = {
      provider: 'silent',
      ask: (_, given) => {
        signal = given
        return new Promise(() => {})
      },
    }
    const good = await tsaWith()
    const stamp = requestTimestamp([silent, good], imprint)
    await vi.advanceTimersByTimeAsync(5000)
    expect((await stamp).provider).toBe('built-in')
    expect(signal?.aborted).toBe(true)
  })
})
