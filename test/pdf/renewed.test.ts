import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openPdf } from '../../server/pdf/document.ts'
import { createRevocationSource, type RevocationFetch, type RevocationValues } from '../../server/pdf/revocation.ts'
import type { TsaClient } from '../../server/pdf/timestamp.ts'
import { createTsa } from '../../server/pdf/tsa.ts'
import type { SealKey } from '../../server/pdf/types.ts'
import { parseCertificates, type Verification, verifyPdf } from '../../server/pdf/verify.ts'
import { sized } from '../support/full-size.ts'
import { createCa, type Issued, Purpose, type TestCa } from '../support/pki.ts'
import { keyOf, samplePdf, seal, withArchiveTimestamp } from '../support/sealing.ts'
import { signedFile } from '../support/signed-files.ts'

const CRL_URL = 'http://127.0.0.1:1/ca.crl'
const YEAR_MS = 365 * 86_400_000
const inYears = (years: number) => new Date(Date.now() + years * YEAR_MS)

let ca: TestCa
let key: SealKey
let roots: string[]
let authorities: Issued[]
/** Sealed today, renewed in 8 years and in 16, each time by an authority whose certificate lasts another 10 years. */
let sealed: Buffer
let once: Buffer
let twice: Buffer

const crls: RevocationFetch = async () => ca.crl({ nextUpdate: inYears(30) })

beforeAll(async () => {
  ca = await createCa()
  roots = [ca.pem]
  key = await keyOf(await ca.issue({ name: 'Seal', purposes: [Purpose.emailProtection], crlUrl: CRL_URL }))
  authorities = await Promise.all([0, 8, 16].map((years) => authority(`TSA of year ${years}`, years)))
  sealed = await sealedAt(await samplePdf())
  once = await renewed(sealed, 1, 8)
  twice = await renewed(once, 2, 16)
})

const STAMPING = { purposes: [Purpose.timeStamping], criticalPurposes: true }

const authority = (name: string, from: number) =>
  ca.issue({
    name,
    ...STAMPING,
    crlUrl: CRL_URL,
    notBefore: inYears(from - 1),
    notAfter: inYears(from + 10),
  })

async function clientOf(issued: Issued, at: Date): Promise<TsaClient> {
  return { provider: 'test', ask: createTsa(await keyOf(issued), () => at) }
}

async function sealedAt(pdf: Uint8Array): Promise<Buffer> {
  const tsas = [await clientOf(authorities[0]!, new Date())]
  return (await seal(pdf, { key, tsas, fetch: crls })).bytes
}

/** As the job does it: with validation data of the time stamp so far and of the new one. */
async function renewed(file: Buffer, by: number, years: number): Promise<Buffer> {
  const chains = authorities.slice(0, by + 1).map(({ pem }) => parseCertificates([pem]).map(({ der }) => der))
  const security = await createRevocationSource({ fetch: crls, now: () => new Date() }).gather(chains)
  return withArchiveTimestamp(file, await clientOf(authorities[by]!, inYears(years)), security)
}

const verify = (bytes: Uint8Array, years: number) => verifyPdf(bytes, { roots, at: inYears(years) })
const failed = ({ checks }: Verification) => checks.filter(({ ok }) => !ok).map(({ name }) => name)

describe('a renewed file', () => {
  test('is valid, and each of its time stamps is reported', async () => {
    const result = await verify(twice, 17)
    expect(result.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(result.seal?.level).toBe('B-LTA')
    expect(result.seal?.timestamps.map(({ kind, tsa, trusted }) => [kind, tsa, trusted])).toEqual([
      ['seal', 'CN=TSA of year 0, O=Test', true],
      ['document', 'CN=TSA of year 8, O=Test', true],
      ['document', 'CN=TSA of year 16, O=Test', true],
    ])
  })

  test('holds as long as its newest time stamp, though the earlier ones have expired', async () => {
    const { seal } = await verify(twice, 17)
    expect(seal?.holdsUntil).toBe(expiryOf(authorities[2]!))
    expect((await verify(sealed, 17)).seal?.holdsUntil).toBe(expiryOf(authorities[0]!))
  })

  test('that was renewed too late holds no longer than the time stamp that expired first', async () => {
    const late = await renewed(sealed, 2, 16)
    const result = await verify(late, 17)
    expect(failed(result)).toEqual([])
    expect(result.seal?.holdsUntil).toBe(expiryOf(authorities[0]!))
  })

  test('with a time stamp of somebody else, whom nobody here trusts, is what it was', async () => {
    const issued = await (await createCa()).issue({ name: 'Other', ...STAMPING })
    const file = await withArchiveTimestamp(sealed, await clientOf(issued, inYears(8)))
    const [was, is] = [await verify(sealed, 9), await verify(file, 9)]
    expect(is.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(is.checks.find(({ name }) => name === 'archive_timestamp')?.detail).toContain('does not count')
    expect(is.seal).toMatchObject({ level: was.seal!.level, holdsUntil: was.seal!.holdsUntil })
    expect(is.seal?.timestamps.map(({ tsa, trusted }) => [tsa, trusted])).toEqual([
      ['CN=TSA of year 0, O=Test', true],
      ['CN=Other, O=Test', false],
    ])
  })

  test('begins with the sealed file, which stays valid', async () => {
    expect(twice.subarray(0, sealed.length).equals(sealed)).toBe(true)
    expect(twice.subarray(0, once.length).equals(once)).toBe(true)
    for (const file of [sealed, once]) expect(failed(await verify(file, 9))).toEqual([])
  })

  test('without Node, as in a browser, the result is the same', async () => {
    vi.resetModules()
    vi.stubGlobal('process', undefined)
    const browser = await import('../../sdk/src/verify/index.ts').finally(() => vi.unstubAllGlobals())
    expect(await browser.verifyPdf(twice, { roots, at: inYears(17) })).toEqual(await verify(twice, 17))
  })

  test('stores no certificate twice', () => {
    const certificates = (file: Buffer) =>
      [...file.toString('latin1').matchAll(/\/Certs \[([^\]]*)\]/g)].at(-1)![1]!.match(/\d+ 0 R/g)!.length
    expect(certificates(sealed)).toBe(3)
    expect(certificates(twice)).toBe(5)
  })

  test('of an upload that was signed before is valid too', async () => {
    const tsa = await clientOf(authorities[0]!, new Date())
    const upload = await signedFile({ key, tsa }, [{ certify: 2, security: true }, { visible: true }])
    const { bytes: file } = await seal(upload, { key, tsas: [tsa], fetch: crls, uploadLength: upload.length })
    const result = await verify(await renewed(file, 1, 8), 9)
    expect(failed(result)).toEqual([])
    expect(result.checks.map(({ name }) => name)).toContain('earlier_signatures')
  })
})

describe('a renewed file is not valid', () => {
  test('with a byte changed anywhere', async () => {
    const survivors: number[] = []
    for (let at = 0; at < twice.length; at += sized(211, 41)) {
      const copy = Buffer.from(twice)
      copy[at]! ^= 1 << (at % 8)
      if ((await verify(copy, 17)).ok) survivors.push(at)
    }
    expect(survivors).toEqual([])
  })

  test('with anything appended, or changed under a time stamp of its own', async () => {
    expect(failed(await verify(Buffer.concat([twice, Buffer.from('\n')]), 17))).toEqual(['nothing_appended'])
    const pdf = openPdf(once)
    pdf.pages[0]!.dict.set(pdf.context.obj('Rotate') as never, pdf.context.obj(90))
    pdf.touch(pdf.pages[0]!.ref)
    const forged = Buffer.concat([once, pdf.appendRevision()])
    expect(failed(await verify(await renewed(forged, 2, 16), 17))).toEqual(['nothing_appended'])
  })

  test('with validation data after the newest time stamp, which nothing covers', async () => {
    const pdf = openPdf(once)
    pdf.catalog.set(pdf.context.obj('DSS') as never, pdf.register(pdf.context.obj({ Type: 'DSS' })))
    pdf.touch(pdf.catalogRef)
    const appended = Buffer.concat([once, pdf.appendRevision()])
    expect(failed(await verify(appended, 9))).toContain('nothing_appended')
  })

  test('with a time stamp that is older than the one it covers', async () => {
    const file = await withArchiveTimestamp(once, await clientOf(authorities[0]!, inYears(1)))
    expect(failed(await verify(file, 9))).toEqual(['archive_timestamp'])
  })

  test('when an authority was revoked before the next time stamp covered it', async () => {
    const { certificate } = authorities[0]!
    const revoked: RevocationFetch = async () => ca.crl({ revoked: [certificate] })
    const chain = parseCertificates([authorities[0]!.pem]).map(({ der }) => der)
    const security: RevocationValues = {
      certificates: chain,
      ocsps: [],
      crls: [await revoked('', { signal: AbortSignal.abort() })],
      complete: true,
      problems: [],
    }
    const file = await withArchiveTimestamp(sealed, await clientOf(authorities[1]!, inYears(8)), security)
    expect(failed(await verify(file, 9))).toEqual(['revocation'])
  })
})

const expiryOf = ({ certificate }: Issued) => new Date(new X509Certificate(certificate.raw).validTo).toISOString()
