import { createSign, generateKeyPairSync, webcrypto } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { Der } from '../../sdk/src/verify/der.ts'
import { keyCountsUntil, rsaBits } from '../../sdk/src/verify/key-strength.ts'
import { verifySignature } from '../../sdk/src/verify/signature.ts'
import { verifyReport } from '../../server/cli/verify-report.ts'
import { issueCertificate } from '../../server/pdf/issue.ts'
import type { TsaClient } from '../../server/pdf/timestamp.ts'
import { createTsa } from '../../server/pdf/tsa.ts'
import { endOf, parseCertificate, verifyPdf } from '../../server/pdf/verify.ts'
import { createCa, type KeyKind, Purpose, type TestCa } from '../support/pki.ts'
import { keyOf, samplePdf, seal, withArchiveTimestamp } from '../support/sealing.ts'

/** Keys stop counting at a known time, as certificates do (decision 0423). All times here are given. */

const SHORT_RSA_UNTIL = '2031-01-01T00:00:00.000Z'
const FROM = new Date('2020-01-01')

let ca: TestCa
beforeAll(async () => {
  ca = await createCa()
})

/** An authority whose certificate is valid until a day, and that says the same time whenever it is asked. */
async function authority(key: KeyKind, until: string, at: string): Promise<TsaClient> {
  const purposes = { purposes: [Purpose.timeStamping], criticalPurposes: true }
  const issued = await ca.issue({ name: 'TSA', key, ...purposes, notBefore: FROM, notAfter: new Date(until) })
  return { provider: 'test', ask: createTsa(await keyOf(issued), () => new Date(at)) }
}

async function sealedBy(tsa: TsaClient, at: string, sealKey: KeyKind = 'P-256'): Promise<Buffer> {
  const notAfter = new Date('2050-01-01')
  const key = await keyOf(await ca.issue({ name: 'Seal', key: sealKey, notBefore: FROM, notAfter }))
  return (await seal(await samplePdf(), { key, tsas: [tsa], level: 'B-T', signedAt: new Date(at) })).bytes
}

async function report(bytes: Uint8Array, at: string, roots = [ca.pem]) {
  const [lines, code] = await verifyReport({ file: 'a.pdf', bytes, roots, at: new Date(at) })
  return { code, verdict: lines.at(-1), ended: lines.find((line) => line.startsWith('ended')) }
}

const EXPIRED = 'INTACT, ITS TIME STAMP HAS EXPIRED (only a renewed file proves more)'
const TOO_SHORT = 'INTACT, ITS TIME STAMP NO LONGER COUNTS (only a renewed file proves more)'

describe('a time stamp with a short RSA key, whose certificate is valid for longer', () => {
  let file: Buffer
  beforeAll(async () => {
    file = await sealedBy(await authority('RSA-2048', '2040-01-01', '2026-06-01'), '2026-06-01')
  })

  test('holds until the key counts no longer, and says why', async () => {
    const { ok, seal } = await verifyPdf(file, { roots: [ca.pem], at: new Date('2032-01-01') })
    expect(ok).toBe(true)
    expect(seal).toMatchObject({ holdsUntil: SHORT_RSA_UNTIL, endsBecause: 'key_too_short' })
    expect(seal!.timestamps[0]).toMatchObject({ holdsUntil: SHORT_RSA_UNTIL, endsBecause: 'key_too_short' })
  })

  test('verify exits 0 until then, and 2 afterwards with the reason', async () => {
    expect(await report(file, '2030-12-31')).toMatchObject({ code: 0, verdict: 'VALID', ended: undefined })
    expect(await report(file, '2031-01-02')).toEqual({
      code: 2,
      verdict: TOO_SHORT,
      ended: `ended  ${SHORT_RSA_UNTIL} (RSA keys below 3072 bits count no longer)`,
    })
  })

  test('counts for longer when another covers it before, not when one does later', async () => {
    const renewed = async (at: string) => withArchiveTimestamp(file, await authority('P-256', '2040-01-01', at))
    expect(await report(await renewed('2030-06-01'), '2032-01-01')).toMatchObject({ code: 0, verdict: 'VALID' })
    expect(await report(await renewed('2031-06-01'), '2032-01-01')).toMatchObject({ code: 2, verdict: TOO_SHORT })
  })
})

test('a time stamp with a longer key holds as long as its certificate', async () => {
  for (const key of ['RSA-3072', 'P-256'] as const) {
    const file = await sealedBy(await authority(key, '2036-05-01', '2026-06-01'), '2026-06-01')
    expect(await report(file, '2036-04-30')).toMatchObject({ code: 0, verdict: 'VALID' })
    expect(await report(file, '2036-05-02')).toEqual({
      code: 2,
      verdict: EXPIRED,
      ended: 'ended  2036-05-01T00:00:00.000Z (a certificate of its authority expires then)',
    })
  }
})

test('a later time stamp that ends sooner takes nothing away', async () => {
  const file = await sealedBy(await authority('P-256', '2040-01-01', '2026-06-01'), '2026-06-01')
  const renewed = await withArchiveTimestamp(file, await authority('RSA-2048', '2045-01-01', '2028-01-01'))
  expect((await verifyPdf(renewed, { roots: [ca.pem], at: new Date('2035-01-01') })).seal).toMatchObject({
    holdsUntil: '2040-01-01T00:00:00.000Z',
    endsBecause: 'certificate_expires',
  })
})

test('a seal with a short RSA key is protected by its time stamp, unless it was made after the key counted', async () => {
  const sealedAt = async (at: string) => sealedBy(await authority('P-256', '2040-01-01', at), at, 'RSA-2048')
  expect(await report(await sealedAt('2026-06-01'), '2035-01-01')).toMatchObject({ code: 0, verdict: 'VALID' })
  expect(await report(await sealedAt('2032-06-01'), '2035-01-01')).toMatchObject({ code: 2, verdict: TOO_SHORT })
})

test('whose seal it is comes first, and a broken file is never called intact', async () => {
  const file = await sealedBy(await authority('RSA-2048', '2040-01-01', '2026-06-01'), '2026-06-01')
  expect(await report(file, '2032-01-01', [])).toMatchObject({ code: 2, ended: undefined })
  expect(await report(file, '2032-01-01', [(await createCa()).pem])).toMatchObject({
    code: 2,
    verdict: expect.stringContaining('To trust the signer'),
    ended: undefined,
  })
  file[100]! ^= 1
  expect(await report(file, '2032-01-01')).toMatchObject({ code: 1, verdict: 'NOT VALID', ended: undefined })
})

describe('keys', () => {
  const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })
  const spki = (key: ReturnType<typeof rsa>['publicKey']) => key.export({ type: 'spki', format: 'der' })

  test('have the length of their modulus, whatever they are for', () => {
    expect([1024, 2048, 2056].map((bits) => rsaBits(spki(rsa(bits).publicKey)))).toEqual([1024, 2048, 2056])
    expect(rsaBits(spki(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey))).toBe(2048)
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect([rsaBits(spki(publicKey)), keyCountsUntil(spki(publicKey))]).toEqual([null, null])
  })

  test.each([
    [1024, /an RSA key of 1024 bits is not accepted/],
    [2047, /an RSA key of 2047 bits is not accepted/],
  ])('of RSA with %i bits are not accepted for any signature', async (bits, message) => {
    const { publicKey, privateKey } = rsa(bits)
    const data = Buffer.from('data')
    const signature = createSign('sha256').update(data).sign(privateKey)
    // sha256WithRSAEncryption with NULL.
    const algorithm = Der.readAll(Buffer.from('300d06092a864886f70d01010b0500', 'hex'))
    await expect(verifySignature({ publicKey: spki(publicKey), algorithm, data, signature })).rejects.toThrow(message)
  })

  test('of an anchor count too, though its dates do not', async () => {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const extractable = { ...algorithm, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }
    const keys = await webcrypto.subtle.generateKey(extractable, true, ['sign', 'verify'])
    const dates = { notBefore: FROM, notAfter: new Date('2021-01-01') }
    const der = await issueCertificate(
      { subject: [['CN', 'Root']], publicKey: keys.publicKey as CryptoKey, ...dates, authority: true },
      { certificate: null, keys: keys as CryptoKeyPair },
    )
    const leaf = parseCertificate((await keyOf(await ca.issue({ name: 'TSA', ...dates }))).chain[0]!)
    const late = { ...leaf, notAfter: new Date('2045-01-01') }
    const path = { certificates: [late, parseCertificate(der)], trusted: true, problem: null }
    expect(endOf(path)).toEqual({ at: new Date(SHORT_RSA_UNTIL), reason: 'key_too_short' })
  })
})
