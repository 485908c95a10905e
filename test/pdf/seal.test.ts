import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CertificateRevokedError, type RevocationFetch } from '../../server/pdf/revocation.ts'
import { SealCheckError } from '../../server/pdf/seal-revision.ts'
import { httpTsa, type Post, TimestampUnavailableError, type TsaClient } from '../../server/pdf/timestamp.ts'
import type { SealKey } from '../../server/pdf/types.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { type OpensslTsa, startOpensslTsa } from '../support/openssl-tsa.ts'
import { createCa, type Issued, type KeyKind, Purpose, sha256, type TestCa } from '../support/pki.ts'
import { builtInTsa, keyOf, samplePdf, seal } from '../support/sealing.ts'
import { ACCEPTED, allInstalled, askAll, type Opinions, takeApart, validators } from '../support/validators.ts'

// pdfsig reports "Unknown issue" for a certificate that names no CRL; it trusts one whose CRL cannot be fetched.
const CRL_URL = 'http://127.0.0.1:1/seal.crl'
const TSA_CRL_URL = 'http://127.0.0.1:1/tsa.crl'

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

let root: TestCa
let ca: TestCa
let tsaCa: TestCa
let builtIn: TsaClient
let key: SealKey
let withCrl: Issued

/** Both authorities' CRLs, and those of the authorities below the root. */
const crls: RevocationFetch = async (url) => {
  if (url === CRL_URL) return ca.crl()
  if (url === TSA_CRL_URL) return tsaCa.crl()
  throw new Error(`nothing at ${url}`)
}

function expectAccepted(opinions: Opinions) {
  for (const [name, patterns] of Object.entries(ACCEPTED)) {
    for (const pattern of patterns) expect(opinions[name as keyof Opinions], name).toMatch(pattern)
  }
}

beforeAll(async () => {
  root = await createCa('Seal root')
  ca = root
  tsaCa = await createCa('TSA root')
  builtIn = await builtInTsa(tsaCa, TSA_CRL_URL)
  withCrl = await ca.issue({ name: 'Seal', purposes: [Purpose.emailProtection], crlUrl: CRL_URL })
  key = await keyOf(withCrl)
})

describe('every validator accepts a seal', () => {
  let openssl: OpensslTsa
  beforeAll(async () => {
    if (validators.openssl) openssl = await startOpensslTsa(validators.openssl, tsaCa, TSA_CRL_URL)
  })
  afterAll(() => openssl?.close())

  const kinds: KeyKind[] = ['RSA-2048', 'RSA-3072', 'P-256']
  const cases = kinds.flatMap((kind) => (['built-in', 'openssl'] as const).map((tsa) => ({ kind, tsa })))

  test.skipIf(!allInstalled).each(cases)('$kind, time stamp by the $tsa authority', async ({ kind, tsa }) => {
    const sub = await root.subordinate('Seal sub')
    const issued = await sub.issue({ name: 'Seal', key: kind, purposes: [Purpose.emailProtection], crlUrl: CRL_URL })
    const tsas = [tsa === 'openssl' ? httpTsa(openssl.url, post) : builtIn]
    const xrefStream = tsa === 'openssl'
    const { bytes, revision } = await seal(await samplePdf({ xrefStream }), { key: await keyOf(issued), tsas })
    expect(revision.level).toBe('B-T')
    expect(revision.tsaProvider).toBe(tsa === 'openssl' ? new URL(openssl.url).host : 'built-in')
    expect(revision.certSerial).toBe(issued.certificate.serialNumber.toLowerCase())
    expect(revision.sha256).toBe(sha256(bytes).toString('hex'))
    expectAccepted(askAll(bytes, [root.pem, tsaCa.pem]))
  })

  test.skipIf(!allInstalled)('at level B-LT, with the validation data in the sealed revision', async () => {
    const { bytes, revision } = await seal(await samplePdf(), { key, tsas: [httpTsa(openssl.url, post)], fetch: crls })
    expect(revision.level).toBe('B-LT')
    expectAccepted(askAll(bytes, [root.pem, tsaCa.pem]))
  })
})

describe('what the revision holds', () => {
  test('the file is a prefix of the sealed one, which ends with the seal', async () => {
    const pdf = await samplePdf()
    const { bytes, revision } = await seal(pdf, { key, tsas: [builtIn], fetch: crls })
    expect(bytes.subarray(0, pdf.length).equals(pdf)).toBe(true)
    const result = await verifyPdf(bytes, { roots: [root.pem, tsaCa.pem] })
    expect(result.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(result.seal).toMatchObject({ level: 'B-LT', trusted: true, tsaSignedAt: revision.tsaSignedAt })
    expect(result.revisions).toEqual([
      { length: pdf.length, sha256: sha256(pdf).toString('hex') },
      { length: bytes.length, sha256: revision.sha256 },
    ])
  })

  test('audit head, reason, name and claimed time are in the signature dictionary', async () => {
    const auditHead = { seq: 12, hash: '0123456789abcdef'.repeat(4) }
    const reason = 'Unterschrieben ) /Injected (und gültig'
    const { bytes } = await seal(await samplePdf(), { key, tsas: [builtIn], auditHead, reason, name: 'Müller & Söhne' })
    const result = await verifyPdf(bytes, { roots: [root.pem, tsaCa.pem] })
    expect(result.auditHead).toEqual(auditHead)
    expect(Math.abs(Date.parse(result.seal!.claimedAt!) - Date.now())).toBeLessThan(60_000)
    const signature = await signatureOf(bytes)
    expect(signature.lookup(PDFName.of('Reason'), PDFHexString).decodeText()).toBe(reason)
    expect(signature.lookup(PDFName.of('Name'), PDFHexString).decodeText()).toBe('Müller & Söhne')
    expect(signature.lookup(PDFName.of('CSAuditHead'), PDFString).asString()).toBe(JSON.stringify(auditHead))
    expect(signature.get(PDFName.of('Injected'))).toBeUndefined()
  })

  test("the customer's form stays whole, and its own field called Seal is not replaced", async () => {
    const pdf = await PDFDocument.create()
    const page = pdf.addPage()
    for (const name of ['Seal', 'Seal 2', 'Amount']) pdf.getForm().createTextField(name).addToPage(page)
    // As many producers write it: the list of fields and the page's annotations are separate objects.
    const form = pdf.catalog.lookup(PDFName.of('AcroForm')) as import('pdf-lib').PDFDict
    form.set(PDFName.of('Fields'), pdf.context.register(form.get(PDFName.of('Fields'))!))
    page.node.set(PDFName.of('Annots'), pdf.context.register(page.node.get(PDFName.of('Annots'))!))
    const { bytes } = await seal(await pdf.save({ useObjectStreams: false }), { key, tsas: [builtIn] })
    const sealed = await PDFDocument.load(bytes)
    expect(
      sealed
        .getForm()
        .getFields()
        .map((field) => field.getName()),
    ).toEqual(['Seal', 'Seal 2', 'Amount', 'Seal 3'])
    expect(sealed.getPage(0).node.Annots()?.size()).toBe(4)
  })

  test.each([
    ['a cross-reference stream', () => samplePdf({ xrefStream: true })],
    ['no line end after %%EOF', async () => Buffer.from((await samplePdf()).subarray(0, -1))],
    ['bytes in front of the header', async () => Buffer.concat([Buffer.from('junk\n'), await samplePdf()])],
    ['many pages', () => samplePdf({ pages: 150 })],
  ])('a file with %s is sealed and verifies', async (_, make) => {
    const { bytes } = await seal(await make(), { key, tsas: [builtIn], fetch: crls })
    const { ok, seal: found } = await verifyPdf(bytes, { roots: [root.pem, tsaCa.pem] })
    expect(ok).toBe(true)
    expect(found?.level).toBe('B-LT')
  })

  test('the space reserved for the signature is enough, with little left over', async () => {
    const { bytes } = await seal(await samplePdf(), { key, tsas: [builtIn] })
    const { cms, hex } = takeApart(bytes)
    const spare = (hex[1] - hex[0]) / 2 - cms.length
    expect(spare).toBeGreaterThan(500)
    expect(spare).toBeLessThan(2500)
  })
})

describe('validation data', () => {
  const base = { level: 'B-LT' as const }

  test('B-T where a chain offers neither OCSP nor CRL, or no server answers', async () => {
    const plain = await keyOf(await ca.issue({ name: 'Seal' }))
    expect((await seal(await samplePdf(), { ...base, key: plain, tsas: [builtIn], fetch: crls })).revision.level).toBe(
      'B-T',
    )
    const { bytes, revision } = await seal(await samplePdf(), { ...base, key, tsas: [builtIn] })
    expect(revision.level).toBe('B-T')
    expect(Buffer.from(bytes).includes('/DSS')).toBe(false)
  })

  test('B-T when requested, though B-LT was possible', async () => {
    const { revision } = await seal(await samplePdf(), { key, tsas: [builtIn], fetch: crls, level: 'B-T' })
    expect(revision.level).toBe('B-T')
  })

  test('an out of date CRL, or one of another authority, is no proof', async () => {
    const stale: RevocationFetch = async (url) =>
      url === CRL_URL
        ? ca.crl({ nextUpdate: new Date(Date.now() - 1000) })
        : crls(url, { signal: AbortSignal.timeout(1000) })
    expect((await seal(await samplePdf(), { ...base, key, tsas: [builtIn], fetch: stale })).revision.level).toBe('B-T')
    const foreign: RevocationFetch = async () => tsaCa.crl()
    expect((await seal(await samplePdf(), { ...base, key, tsas: [builtIn], fetch: foreign })).revision.level).toBe(
      'B-T',
    )
  })

  test('a revoked seal certificate seals nothing', async () => {
    const revoked: RevocationFetch = async () => ca.crl({ revoked: [withCrl.certificate] })
    await expect(seal(await samplePdf(), { ...base, key, tsas: [builtIn], fetch: revoked })).rejects.toThrow(
      CertificateRevokedError,
    )
  })

  test('B-LTA: an archive time stamp follows, and nothing else', async () => {
    const { bytes, revision } = await seal(await samplePdf(), { key, tsas: [builtIn], fetch: crls, level: 'B-LTA' })
    expect(revision.level).toBe('B-LTA')
    const result = await verifyPdf(bytes, { roots: [root.pem, tsaCa.pem] })
    expect(result.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(result.checks.find(({ name }) => name === 'archive_timestamp')?.ok).toBe(true)
  })
})

describe('several authorities in order', () => {
  const down = (provider: string): TsaClient => ({
    provider,
    ask: async () => {
      throw new Error('HTTP 503')
    },
  })

  test('the next one is used, and the file contains its validation data', async () => {
    const { bytes, revision } = await seal(await samplePdf(), { key, tsas: [down('first'), builtIn], fetch: crls })
    expect(revision).toMatchObject({ level: 'B-LT', tsaProvider: 'built-in' })
    expect((await verifyPdf(bytes, { roots: [root.pem, tsaCa.pem] })).ok).toBe(true)
  })

  test('one that fails between the probe and the seal is skipped too', async () => {
    let asked = 0
    const flaky: TsaClient = {
      provider: 'flaky',
      ask: (query, signal) => (++asked === 1 ? builtIn.ask(query, signal) : Promise.reject(new Error('HTTP 500'))),
    }
    const { revision } = await seal(await samplePdf(), { key, tsas: [flaky, builtIn], fetch: crls })
    expect(asked).toBe(2)
    expect(revision).toMatchObject({ level: 'B-LT', tsaProvider: 'built-in' })
  })

  test('one whose certificate changes gets a revision that names the new one', async () => {
    const second = await builtInTsa(tsaCa, TSA_CRL_URL)
    let asked = 0
    const rotating: TsaClient = {
      provider: 'rotating',
      ask: (query, signal) => (++asked === 1 ? builtIn : second).ask(query, signal),
    }
    const { bytes, revision } = await seal(await samplePdf(), { key, tsas: [rotating], fetch: crls })
    expect(asked).toBe(3)
    expect(revision.level).toBe('B-LT')
    expect((await verifyPdf(bytes, { roots: [root.pem, tsaCa.pem] })).seal?.level).toBe('B-LT')
  })

  test('one whose token exceeds the reserved space gets a revision with more space', async () => {
    let lowest = tsaCa
    for (let depth = 1; depth <= 6; depth++) lowest = await lowest.subordinate(`Authority ${depth} ${'x'.repeat(40)}`)
    const long = await builtInTsa(lowest)
    let asked = 0
    const growing: TsaClient = {
      provider: 'growing',
      ask: (query, signal) => (++asked === 1 ? builtIn : long).ask(query, signal),
    }
    const { bytes } = await seal(await samplePdf(), { key, tsas: [growing], level: 'B-T' })
    expect(asked).toBe(3)
    expect((await verifyPdf(bytes, { roots: [root.pem, tsaCa.pem] })).ok).toBe(true)
  })

  test('with all of them down nothing is sealed', async () => {
    const attempt = seal(await samplePdf(), { key, tsas: [down('first'), down('second')], fetch: crls })
    await expect(attempt).rejects.toThrow(TimestampUnavailableError)
    await expect(attempt).rejects.toThrow(/first: HTTP 503; second: HTTP 503/)
  })
})

describe('fail closed', () => {
  test('a key that signs incorrectly produces no sealed file', async () => {
    const broken: SealKey = {
      ...key,
      sign: async (tbs) => {
        const signature = await key.sign(tbs)
        signature[signature.length - 1]! ^= 1
        return signature
      },
    }
    const attempt = seal(await samplePdf(), { key: broken, tsas: [builtIn] })
    await expect(attempt).rejects.toThrow(SealCheckError)
    await expect(attempt).rejects.toThrow(/signature: the signature does not match/)
  })

  test('an expired seal certificate produces no sealed file', async () => {
    const expired = await ca.issue({ name: 'Expired', notAfter: new Date(Date.now() - 86_400_000) })
    await expect(seal(await samplePdf(), { key: await keyOf(expired), tsas: [builtIn] })).rejects.toThrow(
      /is not valid at/,
    )
  })
})

async function signatureOf(bytes: Uint8Array) {
  const pdf = await PDFDocument.load(bytes)
  const perms = pdf.catalog.lookup(PDFName.of('Perms')) as import('pdf-lib').PDFDict
  return perms.lookup(PDFName.of('DocMDP')) as import('pdf-lib').PDFDict
}
