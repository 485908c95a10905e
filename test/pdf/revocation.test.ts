import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadSealKey } from '../../server/pdf/keys.ts'
import { CertificateRevokedError, createRevocationSource, type RevocationFetch } from '../../server/pdf/revocation.ts'
import { createSealAuthority } from '../../server/pdf/seal-authority.ts'
import { createTsa } from '../../server/pdf/tsa.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { createCa, type Issued, Purpose, type TestCa } from '../support/pki.ts'
import { builtInTsa, keyOf, samplePdf, seal } from '../support/sealing.ts'
import { folderOfTest, run } from '../support/tools.ts'
import { validators } from '../support/validators.ts'

const OCSP_URL = 'http://127.0.0.1:1/ocsp'
const ISSUER_URL = 'http://127.0.0.1:1/sub.cer'
const CRL_URL = 'http://127.0.0.1:1/ca.crl'
const HOUR_MS = 3_600_000

let ca: TestCa
beforeEach(async () => {
  ca = await createCa()
})

const chainOf = async (issued: Issued) => (await keyOf(issued)).chain

describe.skipIf(!validators.openssl)('OCSP (openssl)', () => {
  /** `openssl ocsp` as the responder, with its own certificate issued by the authority. */
  async function responder(issued: Issued, status: 'good' | 'revoked', signer: TestCa = ca): Promise<RevocationFetch> {
    const folder = folderOfTest()
    const put = (name: string, content: string | Uint8Array) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const own = await signer.issue({ name: 'Responder', purposes: [Purpose.ocspSigning], key: 'RSA-2048' })
    const serial = issued.certificate.serialNumber.toUpperCase()
    const mark = status === 'good' ? 'V\t400101000000Z\t' : 'R\t400101000000Z\t260101000000Z'
    const index = put('index.txt', `${mark}\t${serial}\tunknown\t/CN=x\n`)
    const [caFile, certificate, key] = [put('ca.pem', ca.pem), put('own.pem', own.pem), put('own.key', own.key)]
    return async (url, { body }) => {
      if (url !== OCSP_URL || !body) throw new Error(`nothing at ${url}`)
      const [request, answer] = [put('request', body), join(folder, 'answer')]
      const { code, stderr } = run(validators.openssl, [
        ...['ocsp', '-index', index, '-CA', caFile, '-rsigner', certificate, '-rkey', key, '-ndays', '1'],
        ...['-reqin', request, '-respout', answer],
      ])
      if (code !== 0) throw new Error(stderr)
      return readFileSync(answer)
    }
  }

  test('a good answer makes the seal B-LT', async () => {
    const issued = await ca.issue({ name: 'Seal', ocspUrl: OCSP_URL })
    const ocsp = await responder(issued, 'good')
    const fetch: RevocationFetch = (url, request) => (url === CRL_URL ? ca.crl() : ocsp(url, request))
    const tsa = await builtInTsa(ca, CRL_URL)
    const { bytes, revision } = await seal(await samplePdf(), { key: await keyOf(issued), tsas: [tsa], fetch })
    expect(revision.level).toBe('B-LT')
    expect(bytes.includes('/OCSPs')).toBe(true)
    expect((await verifyPdf(bytes, { roots: [ca.pem] })).seal?.level).toBe('B-LT')
  })

  test('a revoked certificate is reported as revoked', async () => {
    const issued = await ca.issue({ name: 'Seal', ocspUrl: OCSP_URL })
    const source = createRevocationSource({ fetch: await responder(issued, 'revoked'), now: () => new Date() })
    await expect(source.gather([await chainOf(issued)])).rejects.toThrow(CertificateRevokedError)
  })

  test('an answer by a responder of another authority is no proof', async () => {
    const issued = await ca.issue({ name: 'Seal', ocspUrl: OCSP_URL })
    const fetch = await responder(issued, 'good', await createCa())
    const values = await createRevocationSource({ fetch, now: () => new Date() }).gather([await chainOf(issued)])
    expect(values).toMatchObject({ complete: false, ocsps: [] })
    expect(values.problems.join()).toMatch(/not signed by an appointed responder/)
  })

  test('without an answer the CRL is used', async () => {
    const issued = await ca.issue({ name: 'Seal', ocspUrl: OCSP_URL, crlUrl: CRL_URL })
    const fetch: RevocationFetch = async (url) => {
      if (url === CRL_URL) return ca.crl()
      throw new Error('HTTP 500')
    }
    const values = await createRevocationSource({ fetch, now: () => new Date() }).gather([await chainOf(issued)])
    expect(values).toMatchObject({ complete: true, ocsps: [], problems: [] })
    expect(values.crls).toHaveLength(1)
  })
})

describe('CRL', () => {
  test('a chain of three needs a CRL of each authority; duplicates are stored once', async () => {
    const sub = await ca.subordinate('Sub')
    const chain = await chainOf(await sub.issue({ name: 'Seal', crlUrl: CRL_URL }))
    const fetch: RevocationFetch = async () => sub.crl()
    const partial = await createRevocationSource({ fetch, now: () => new Date() }).gather([chain, chain])
    expect(partial).toMatchObject({
      complete: false,
      problems: [expect.stringContaining('names neither'), expect.anything()],
    })
    expect(partial.crls).toHaveLength(1)
    expect(partial.certificates).toHaveLength(3)
    const local = async () => [await ca.crl()]
    const whole = await createRevocationSource({ fetch, local, now: () => new Date() }).gather([chain])
    expect(whole.complete).toBe(true)
  })

  test('it is kept until its next update, and a failure for a minute', async () => {
    const chain = await chainOf(await ca.issue({ name: 'Seal', crlUrl: CRL_URL }))
    const start = Date.now()
    let now = start
    let asked = 0
    let up = false
    const fetch: RevocationFetch = async () => {
      asked++
      if (!up) throw new Error('HTTP 503')
      return ca.crl({ nextUpdate: new Date(start + HOUR_MS) })
    }
    const source = createRevocationSource({ fetch, now: () => new Date(now) })
    expect((await source.gather([chain])).complete).toBe(false)
    expect((await source.gather([chain])).problems).toEqual([expect.stringContaining('HTTP 503')])
    expect(asked).toBe(1)
    up = true
    now = start + 61_000
    expect((await source.gather([chain])).complete).toBe(true)
    now = start + HOUR_MS - 1000
    expect((await source.gather([chain])).complete).toBe(true)
    expect(asked).toBe(2)
    now = start + HOUR_MS + 1000
    expect((await source.gather([chain])).complete).toBe(false)
    expect(asked).toBe(3)
  })

  test('an issuer’s certificate that could not be fetched is requested again after a minute, and then kept', async () => {
    const sub = await ca.subordinate('Sub')
    const [leaf, issuer] = await chainOf(await sub.issue({ name: 'Seal', crlUrl: CRL_URL, issuerUrl: ISSUER_URL }))
    const asked: string[] = []
    let now = Date.now()
    let up = false
    const fetch: RevocationFetch = async (url) => {
      asked.push(url)
      if (url === CRL_URL) return sub.crl()
      if (!up) throw new Error('HTTP 503')
      return issuer!
    }
    const source = createRevocationSource({ fetch, now: () => new Date(now) })
    expect((await source.gather([[leaf!]])).certificates).toHaveLength(1)
    up = true
    expect((await source.gather([[leaf!]])).certificates).toHaveLength(1)
    expect(asked).toEqual([ISSUER_URL])
    now += 61_000
    expect((await source.gather([[leaf!]])).certificates).toEqual([leaf, issuer])
    now += 61_000
    await source.gather([[leaf!]])
    expect(asked.filter((url) => url === ISSUER_URL)).toHaveLength(2)
  })

  test.each([
    ['bytes that are no CRL', async () => Buffer.from('<html>')],
    ['one signed by somebody else under the same name', async () => (await createCa('Same')).crl()],
  ])('%s are refused', async (_, answer) => {
    const same = await createCa('Same')
    const chain = await chainOf(await same.issue({ name: 'Seal', crlUrl: CRL_URL }))
    const values = await createRevocationSource({ fetch: answer, now: () => new Date() }).gather([chain])
    expect(values).toMatchObject({ complete: false, crls: [] })
  })
})

test('a token lasts no longer than an issuer that it does not contain', async () => {
  const sub = await ca.subordinate('Issuer of the authority')
  const until = new Date(new X509Certificate(sub.der).validTo)
  const { pem, key } = await sub.issue({
    name: 'TSA',
    purposes: [Purpose.timeStamping],
    criticalPurposes: true,
    issuerUrl: ISSUER_URL,
    notAfter: new Date(until.getTime() + 1000 * HOUR_MS),
  })
  const alone = await loadSealKey({ cert: pem.slice(0, pem.indexOf('-----END') + 25), key })
  const tsa = { provider: 'test', ask: createTsa(alone, () => new Date()) }
  const fetch: RevocationFetch = async (url) => (url === ISSUER_URL ? sub.der : ca.crl())
  const authority = createSealAuthority(tsa, [], createRevocationSource({ fetch, now: () => new Date() }))
  expect((await authority.facts()).holdsUntil).toEqual(until)
})
