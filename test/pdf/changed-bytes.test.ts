import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RevocationFetch } from '../../server/pdf/revocation.ts'
import { httpTsa, type TsaClient } from '../../server/pdf/timestamp.ts'
import type { SealLevel } from '../../server/pdf/types.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { sized } from '../support/full-size.ts'
import { type OpensslTsa, startOpensslTsa } from '../support/openssl-tsa.ts'
import { createCa, type KeyKind, Purpose, type TestCa } from '../support/pki.ts'
import { builtInTsa, keyOf, samplePdf, seal } from '../support/sealing.ts'
import { takeApart, validators } from '../support/validators.ts'

/** `CHANGED_BYTES=full` tries every value of every byte of the signature, which takes hours. */
const EVERY_VALUE = process.env.CHANGED_BYTES === 'full'
/** Every so many bytes of the signature one is changed; each sample begins at another, so that they share the positions. */
const STEP = EVERY_VALUE ? 1 : sized(23, 1)
const CRL_URL = 'http://127.0.0.1:1/ca.crl'
/** Each byte is changed in one of these bits, by its position; together they hit tags, lengths and values. */
const BITS = [0x01, 0x80, 0x20, 0x02, 0x10, 0x40, 0x08, 0x04]

/**
 * The two names of RSA with PKCS#1 v1.5 differ in their last byte. With SHA-256 named beside it they mean the same
 * computation (RFC 5754, 3.2), and authorities use either: in a token nothing says which one was meant.
 */
const RSA_NAMES = { oid: Buffer.from('2a864886f70d0101', 'hex'), last: [0x01, 0x0b] }

let ca: TestCa
let openssl: OpensslTsa | undefined

beforeAll(async () => {
  ca = await (await createCa()).subordinate('Issuing authority')
  if (validators.openssl) openssl = await startOpensslTsa(validators.openssl, ca, CRL_URL)
})
afterAll(() => openssl?.close())

interface Sample {
  name: string
  key: KeyKind
  level: SealLevel
  thirdParty?: boolean
}

const samples: Sample[] = [
  { name: 'B-LT, ECDSA', key: 'P-256', level: 'B-LT' },
  { name: 'B-T, RSA', key: 'RSA-2048', level: 'B-T' },
  { name: 'B-LTA, ECDSA', key: 'P-256', level: 'B-LTA' },
  ...(validators.openssl
    ? [{ name: 'B-T, a token of openssl', key: 'P-256', level: 'B-T', thirdParty: true } as const]
    : []),
]

async function sealed({ key, level, thirdParty }: Sample): Promise<{ bytes: Buffer; roots: string[] }> {
  const crls: RevocationFetch = async (url) => (url === CRL_URL ? ca.crl() : Promise.reject(new Error('offline')))
  const issued = await ca.issue({ name: 'Seal', key, purposes: [Purpose.emailProtection], crlUrl: CRL_URL })
  const sealKey = await keyOf(issued)
  const tsa = thirdParty ? overHttp(openssl!) : await builtInTsa(ca, CRL_URL)
  // Without its root the chain is complete at the authority that is trusted here.
  const chain = sealKey.chain.slice(0, 2)
  const { bytes } = await seal(await samplePdf(), { key: { ...sealKey, chain }, tsas: [tsa], fetch: crls, level })
  return { bytes, roots: [ca.pem] }
}

const overHttp = ({ url }: OpensslTsa): TsaClient =>
  httpTsa(url, async (to, body) => {
    const response = await fetch(to, { method: 'POST', body: Buffer.from(body) })
    return new Uint8Array(await response.arrayBuffer())
  })

describe.each(samples.map((sample, index) => ({ ...sample, index })))('a sealed file ($name)', (sample) => {
  let bytes: Buffer
  let roots: string[]
  /** Offsets of the hexadecimal digits of the last signature, and what they stand for. */
  let hex: [number, number]
  let cms: Uint8Array

  beforeAll(async () => {
    ;({ bytes, roots } = await sealed(sample))
    ;({ hex, cms } = takeAny(bytes))
  })

  const accepted = async (at: number, value: Uint8Array | number) => {
    const copy = Buffer.from(bytes)
    if (typeof value === 'number') copy[at] = value
    else copy.set(value, at)
    return (await verifyPdf(copy, { roots })).ok
  }
  const digits = (value: number) => Buffer.from(value.toString(16).padStart(2, '0'))
  const isOtherNameOfRsa = (at: number, value: number) =>
    Buffer.from(cms.subarray(at - 8, at)).equals(RSA_NAMES.oid) && RSA_NAMES.last.includes(value)

  test('is valid as it is', async () => {
    expect((await verifyPdf(bytes, { roots })).checks.filter(({ ok }) => !ok)).toEqual([])
  })

  test('is not valid with any byte of the signature changed', { timeout: EVERY_VALUE ? 0 : undefined }, async () => {
    const survivors: string[] = []
    for (const [at, byte] of cms.entries()) {
      if (at % STEP !== sample.index % STEP) continue
      const values = EVERY_VALUE
        ? [...Array(256).keys()].filter((value) => value !== byte)
        : [byte ^ BITS[at % BITS.length]!]
      for (const value of values) {
        if (sample.thirdParty && isOtherNameOfRsa(at, value)) continue
        if (await accepted(hex[0] + 2 * at, digits(value))) survivors.push(`byte ${at}: ${byte} to ${value}`)
      }
    }
    expect(survivors).toEqual([])
  })

  test('is not valid with the signature encoded differently, or with anything in its padding', async () => {
    const survivors: number[] = []
    const paddingFrom = hex[0] + 2 * cms.length
    for (let at = hex[0] - 1; at <= hex[1]; at += at < paddingFrom ? sized(185, 37) : sized(485, 97)) {
      const byte = bytes[at]!
      const isLetter = byte >= 0x61 && byte <= 0x66
      if (await accepted(at, isLetter ? byte ^ 0x20 : byte ^ 0x01)) survivors.push(at)
    }
    expect(survivors).toEqual([])
  })

  test('is not valid with a byte changed anywhere else', async () => {
    const survivors: number[] = []
    const step = EVERY_VALUE ? 1 : 53
    for (let at = 0; at < bytes.length; at += step) {
      const inside = at >= hex[0] && at < hex[1]
      if (!inside && (await accepted(at, bytes[at]! ^ BITS[at % BITS.length]!))) survivors.push(at)
    }
    expect(survivors).toEqual([])
  })
})

/** As `takeApart`; the last signature of a B-LTA file is the bare token. */
function takeAny(bytes: Buffer): { hex: [number, number]; cms: Uint8Array } {
  const ranges = [...bytes.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) \d+\]/g)].at(-1)!
  const hex: [number, number] = [Number(ranges[1]) + 1, Number(ranges[2]) - 1]
  if (!bytes.includes('/DocTimeStamp')) return { hex, cms: takeApart(bytes).cms }
  const padded = Buffer.from(bytes.toString('latin1', ...hex), 'hex')
  return { hex, cms: padded.subarray(0, 4 + padded.readUInt16BE(2)) }
}
