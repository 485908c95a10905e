import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openPdf } from '../../server/pdf/document.ts'
import type { RevocationFetch } from '../../server/pdf/revocation.ts'
import { requestTimestamp, type TsaClient } from '../../server/pdf/timestamp.ts'
import type { SealKey } from '../../server/pdf/types.ts'
import {
  type AuditEvent,
  type CheckName,
  GENESIS_HASH,
  type Verification,
  verifyAuditEvents,
  verifyPdf,
} from '../../server/pdf/verify.ts'
import { createCa, Purpose, sha256, type TestCa } from '../support/pki.ts'
import { builtInTsa, keyOf, samplePdf, seal, withArchiveTimestamp } from '../support/sealing.ts'
import { ACCEPTED, allInstalled, askAll, takeApart } from '../support/validators.ts'

const CRL_URL = 'http://127.0.0.1:1/ca.crl'

let ca: TestCa
let tsa: TsaClient
let key: SealKey
let sealed: Buffer
/** Without validation data, so that its plain bytes are easy to find. */
let plain: Buffer
let roots: string[]
const crl: RevocationFetch = async () => ca.crl()

beforeAll(async () => {
  ca = await createCa()
  tsa = await builtInTsa(ca, CRL_URL)
  key = await keyOf(await ca.issue({ name: 'Seal', purposes: [Purpose.emailProtection], crlUrl: CRL_URL }))
  roots = [ca.pem]
  sealed = (await seal(await samplePdf({ pages: 2 }), { key, tsas: [tsa], fetch: crl })).bytes
  plain = (await seal(await samplePdf(), { key, tsas: [tsa], level: 'B-T' })).bytes
})

const failed = ({ checks }: Verification): CheckName[] => checks.filter(({ ok }) => !ok).map(({ name }) => name)
const detail = ({ checks }: Verification, name: CheckName) => checks.find((check) => check.name === name)?.detail
const verify = (bytes: Uint8Array) => verifyPdf(bytes, { roots })

function changed(bytes: Buffer, at: number, to?: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = to ?? copy[at]! ^ 1
  return copy
}

test('a valid seal passes every check', async () => {
  expect(failed(await verify(sealed))).toEqual([])
  expect(failed(await verify(plain))).toEqual([])
})

test('without Node, as in a browser, the result is the same', async () => {
  vi.resetModules()
  vi.stubGlobal('process', undefined)
  const browser = await import('../../sdk/src/verify/index.ts').finally(() => vi.unstubAllGlobals())
  expect(await browser.verifyPdf(sealed, { roots })).toEqual(await verify(sealed))
})

describe('tampering, as seen by third parties and our verifier', () => {
  const third = (bytes: Uint8Array) => askAll(bytes, roots)

  describe.each([
    ['a byte of the page content', (bytes: Buffer) => changed(bytes, bytes.indexOf('stream') + 20)],
    ['a byte of the claimed time', (bytes: Buffer) => changed(bytes, bytes.indexOf('/M (D:20') + 10)],
    ['a byte of the audit head', (bytes: Buffer) => changed(bytes, bytes.indexOf('/CSAuditHead (') + 30)],
  ])('%s', (_, tamper) => {
    test('our verifier names the digest', async () => {
      const result = await verify(tamper(plain))
      expect(result.ok).toBe(false)
      expect(failed(result)).toContain('digest')
      expect(detail(result, 'digest')).toMatch(/SHA-256 of the signed bytes/)
    })

    test.skipIf(!allInstalled)('pdfsig, mutool and openssl cms refuse it', () => {
      const opinions = third(tamper(plain))
      expect(opinions.pdfsig).toContain('Digest Mismatch')
      expect(opinions.pdfsig).not.toMatch(ACCEPTED.pdfsig[1]!)
      expect(opinions.mutool).toContain('Digest error: Signature invalidated by change')
      expect(opinions.opensslCms).not.toMatch(ACCEPTED.opensslCms[0]!)
      expect(opinions.opensslCms).toMatch(/digest|content verify error/i)
    })
  })

  describe('a byte of the time-stamp token', () => {
    /** One byte of genTime, found in the hexadecimal digits. */
    const tamper = (bytes: Buffer) => {
      const { token, hex } = takeApart(bytes)
      const digits = bytes.toString('latin1', hex[0], hex[1])
      const time = /20\d{12}Z/.exec(Buffer.from(token).toString('latin1'))![0]
      const at = hex[0] + digits.indexOf(Buffer.from(time).toString('hex'))
      return changed(bytes, at + 2 * 13 + 1, bytes[at + 2 * 13 + 1] === 0x31 ? 0x32 : 0x31)
    }

    test('our verifier names the time stamp', async () => {
      expect(failed(await verify(tamper(plain)))).toEqual(['timestamp_signature'])
    })

    test.skipIf(!allInstalled)('openssl ts refuses it; pdfsig does not check', () => {
      const opinions = third(tamper(plain))
      expect(opinions.opensslTs).not.toMatch(ACCEPTED.opensslTs[0]!)
      expect(opinions.opensslTs).toMatch(/FAILED|error/i)
      expect(opinions.pdfsig).toMatch(ACCEPTED.pdfsig[1]!)
    })
  })

  test('another token of the same authority: the imprint does not match', async () => {
    const { token } = await requestTimestamp([tsa], sha256(Buffer.from('something else')))
    const { token: own, hex } = takeApart(plain)
    // Tokens of one authority differ in length only by a byte or two of the signature; use one that fits.
    let fitting = token
    while (fitting.length !== own.length)
      fitting = (await requestTimestamp([tsa], sha256(Buffer.from('something else')))).token
    const digits = plain.toString('latin1', hex[0], hex[1])
    const swapped = digits.replace(Buffer.from(own).toString('hex'), Buffer.from(fitting).toString('hex'))
    const bytes = Buffer.from(plain)
    bytes.write(swapped, hex[0], 'latin1')
    expect(failed(await verify(bytes))).toEqual(['timestamp_imprint'])
  })

  test('a byte of the signature value', async () => {
    const { signature, hex } = takeApart(plain)
    const digits = plain.toString('latin1', hex[0], hex[1])
    const at = hex[0] + digits.indexOf(Buffer.from(signature).toString('hex')) + 2 * (signature.length - 1) + 1
    const to = plain[at] === 0x30 ? 0x31 : 0x30
    expect(failed(await verify(changed(plain, at, to)))).toEqual(['signature', 'timestamp_imprint'])
  })

  test('padding of /Contents that is not zero', async () => {
    const { hex } = takeApart(plain)
    const result = await verify(changed(plain, hex[1] - 1, 0x31))
    expect(failed(result)).toEqual(['padding'])
  })

  test.each([
    ['one line feed', '\n'],
    ['a comment', '\n% paid in full\n'],
    ['a hundred kilobytes of nothing', ' '.repeat(100_000)],
  ])('%s after the seal', async (_, text) => {
    const result = await verify(Buffer.concat([sealed, Buffer.from(text)]))
    expect(failed(result)).toEqual(['nothing_appended'])
    expect(detail(result, 'nothing_appended')).toContain(`${text.length} bytes`)
  })

  describe('a revision after the seal that changes the page', () => {
    const tamper = (bytes: Buffer) => {
      const pdf = openPdf(bytes)
      pdf.pages[0]!.dict.set(pdf.context.obj('Note') as never, pdf.context.obj(1))
      pdf.touch(pdf.pages[0]!.ref)
      return Buffer.concat([bytes, pdf.appendRevision()])
    }

    test('our verifier names it', async () => {
      expect(failed(await verify(tamper(sealed)))).toEqual(['nothing_appended'])
    })

    test.skipIf(!allInstalled)('pdfsig and mutool report it too', () => {
      const opinions = third(tamper(sealed))
      expect(opinions.pdfsig).toContain('Not total document signed')
      expect(opinions.mutool).toContain('there have been edits since signing')
    })
  })

  test('an appended revision that hides the seal does not pass', async () => {
    const pdf = openPdf(sealed)
    const form = pdf.catalog.get(pdf.context.obj('AcroForm') as never)
    expect(form).toBeDefined()
    pdf.catalog.delete(pdf.context.obj('AcroForm') as never)
    pdf.touch(pdf.catalogRef)
    const result = await verify(Buffer.concat([sealed, pdf.appendRevision()]))
    expect(result.ok).toBe(false)
    expect(detail(result, 'structure')).toBe('the file has no seal')
  })

  test('a file cut short, an unsealed one, and bytes that are no PDF', async () => {
    for (const bytes of [sealed.subarray(0, -2000), await samplePdf(), Buffer.alloc(0), Buffer.from('hello')]) {
      const result = await verify(bytes)
      expect(result.ok).toBe(false)
      expect(failed(result)).toContain('structure')
      expect(result.seal).toBeNull()
    }
  })

  test('no changed byte outside the signature itself passes, at any position', async () => {
    const [from, to] = takeApart(plain).hex
    await fc.assert(
      fc.asyncProperty(fc.nat(plain.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        fc.pre(at < from || at >= to)
        expect((await verify(changed(plain, at, plain[at]! ^ mask))).ok).toBe(false)
      }),
      { numRuns: 100 },
    )
  })
})

describe('byte ranges', () => {
  /** Rewrites the four numbers within their space. */
  const withRange = (bytes: Buffer, change: (range: number[]) => number[]) => {
    const text = bytes.toString('latin1')
    const match = /\/ByteRange \[(\d+ \d+ \d+ \d+)\] */.exec(text)!
    const range = `/ByteRange [${change(match[1]!.split(' ').map(Number)).join(' ')}]`
    const copy = Buffer.from(bytes)
    copy.write(range.padEnd(match[0].length), match.index, 'latin1')
    return copy
  }

  test.each<[string, (range: number[]) => number[]]>([
    ['that begin later', ([, b, c, d]) => [1, b! - 1, c!, d!]],
    ['that leave out more than /Contents', ([a, b, c, d]) => [a!, b! - 10, c!, d!]],
    ['that leave out bytes after it', ([a, b, c, d]) => [a!, b!, c! + 10, d! - 10]],
    ['that overlap', ([a, b, c, d]) => [a!, b! + 20, c!, d!]],
    ['that run past the end', ([a, b, c, d]) => [a!, b!, c!, d! + 5]],
  ])('%s are refused', async (_, change) => {
    expect(failed(await verify(withRange(sealed, change)))).toContain('byte_range')
  })

  test('that stop before the end leave appended bytes', async () => {
    const result = await verify(withRange(sealed, ([a, b, c, d]) => [a!, b!, c!, d! - 10]))
    expect(failed(result)).toEqual(expect.arrayContaining(['nothing_appended', 'digest']))
  })
})

describe('trust', () => {
  test('without a root the seal is reported as untrusted', async () => {
    const result = await verifyPdf(sealed)
    expect(result.ok).toBe(true)
    expect(result.seal?.trusted).toBe(false)
    expect(detail(result, 'chain')).toMatch(/^untrusted: no root was given/)
  })

  test('with another root the chain fails', async () => {
    const other = await createCa()
    const result = await verifyPdf(sealed, { roots: [other.pem] })
    expect(failed(result)).toEqual(['timestamp_certificate', 'chain'])
    expect(result.seal?.trusted).toBe(false)
  })

  test('a root of the same name with another key does not pass', async () => {
    const name = 'Same name'
    const [real, fake] = [await createCa(name), await createCa(name)]
    const { bytes } = await seal(await samplePdf(), {
      key: await keyOf(await real.issue({ name: 'Seal' })),
      tsas: [tsa],
    })
    expect(failed(await verifyPdf(bytes, { roots: [fake.pem], tsaRoots: roots }))).toEqual(['chain'])
    expect(failed(await verifyPdf(bytes, { roots: [real.der], tsaRoots: roots }))).toEqual([])
  })

  test('a certificate issued by a non-authority does not pass', async () => {
    const leaf = await ca.issue({ name: 'Not a CA' })
    const forged = await createCa('Not a CA')
    const own = await forged.issue({ name: 'Seal' })
    const { bytes } = await seal(await samplePdf(), { key: await keyOf(own), tsas: [tsa] })
    expect(failed(await verifyPdf(bytes, { roots: [ca.pem, leaf.certificate.toString()], tsaRoots: roots }))).toEqual([
      'chain',
    ])
  })

  test('an authority has no more authorities below it than it allows (RFC 5280, 4.2.1.9)', async () => {
    const sealedBelow = async (pathLength?: number) => {
      const lower = await (await ca.subordinate('Upper', pathLength)).subordinate('Lower')
      const own = await keyOf(await lower.issue({ name: 'Seal' }))
      return (await seal(await samplePdf(), { key: own, tsas: [tsa] })).bytes
    }
    for (const pathLength of [1, undefined]) expect(failed(await verify(await sealedBelow(pathLength)))).toEqual([])
    // The sealer runs the verifier before it releases a seal.
    await expect(sealedBelow(0)).rejects.toThrow('CN=Upper, O=Test allows no path of this length')
  })

  test('a time stamp from the future is refused', async () => {
    const result = await verifyPdf(sealed, { roots, at: new Date(Date.now() - 86_400_000) })
    expect(failed(result)).toEqual(['timestamp_certificate'])
  })

  test('the seal stays valid after its certificate expires, because the time stamp proves when it was made', async () => {
    const result = await verifyPdf(sealed, { roots, at: new Date(Date.now() + 30 * 365 * 86_400_000) })
    expect(result.ok).toBe(true)
  })
})

describe('an archive time stamp over a changed file', () => {
  test('does not make the change acceptable', async () => {
    const pdf = openPdf(sealed)
    pdf.pages[0]!.dict.set(pdf.context.obj('Rotate') as never, pdf.context.obj(90))
    pdf.touch(pdf.pages[0]!.ref)
    const forged = Buffer.concat([sealed, pdf.appendRevision()])
    expect(failed(await verify(await withArchiveTimestamp(forged, tsa)))).toEqual(['nothing_appended'])
  })

  test('added later to a valid seal makes it B-LTA', async () => {
    const result = await verify(await withArchiveTimestamp(sealed, tsa))
    expect(failed(result)).toEqual([])
    expect(result.seal?.level).toBe('B-LTA')
  })
})

describe('audit events', () => {
  function chain(length: number, extra: (seq: number) => Record<string, unknown> = () => ({})): AuditEvent[] {
    let previous = GENESIS_HASH
    return Array.from({ length }, (_, i) => {
      const event = {
        seq: i + 1,
        type: 'viewed',
        at: '2026-11-20T12:00:00.000Z',
        meta: { name: 'Zoë' },
        ...extra(i + 1),
      }
      const text = (canonicalize as unknown as (value: unknown) => string)(event)
      const hash = sha256(Buffer.from(previous + text)).toString('hex')
      const full = { ...event, prev_hash: previous, hash }
      previous = hash
      return full
    })
  }

  /** A file sealed after event 4, and six events of which the fifth records the seal. */
  async function sealedTrail() {
    const head = chain(4)[3]!
    const auditHead = { seq: head.seq, hash: head.hash }
    const { bytes } = await seal(await samplePdf(), { key, tsas: [tsa], auditHead })
    const meta = { length: bytes.length, sha256: sha256(bytes).toString('hex') }
    return { bytes, auditHead, events: chain(6, (seq) => (seq === 5 ? { type: 'sealed', meta } : {})) }
  }

  test('a chain recomputes, whatever the order of members in the JSON', async () => {
    const events = chain(5).map((event) => Object.fromEntries(Object.entries(event).reverse()) as AuditEvent)
    expect(await verifyAuditEvents(events)).toEqual({
      ok: true,
      problem: null,
      head: { seq: 5, hash: events[4]!.hash },
    })
  })

  test.each<[string, (events: AuditEvent[]) => AuditEvent[], RegExp]>([
    ['a changed member', (events) => events.with(2, { ...events[2]!, type: 'signed' }), /hash of event 3/],
    ['an added member', (events) => events.with(2, { ...events[2]!, more: 1 }), /hash of event 3/],
    ['a missing event', (events) => events.toSpliced(2, 1), /seq 4/],
    ['swapped events', (events) => [events[1]!, events[0]!, ...events.slice(2)], /seq 2/],
    ['another beginning', (events) => events.slice(1), /seq 2/],
    [
      'a broken link',
      (events) => events.with(3, { ...events[3]!, prev_hash: GENESIS_HASH }),
      /event 4 does not follow/,
    ],
    ['no events', () => [], /no events/],
  ])('%s is detected', async (_, change, problem) => {
    const result = await verifyAuditEvents(change(chain(5)))
    expect(result.ok).toBe(false)
    expect(result.problem).toMatch(problem)
  })

  test('the sealed head is in the chain, later events continue it', async () => {
    const { bytes, events, auditHead } = await sealedTrail()
    const result = await verifyPdf(bytes, { roots, audit: events })
    expect(failed(result)).toEqual([])
    expect(result.auditHead).toEqual(auditHead)
    const other = chain(6, (seq) => (seq === 5 ? { meta: events[4]!.meta, type: 'sealed' } : { other: true }))
    expect(failed(await verifyPdf(bytes, { roots, audit: other }))).toEqual(['audit_head'])
    expect(failed(await verifyPdf(bytes, { roots, audit: events.with(1, { ...events[1]!, type: 'x' }) }))).toEqual([
      'audit_chain',
    ])
  })

  test('a truncated trail is detected, also when only the entry of the seal is missing', async () => {
    const { bytes, events } = await sealedTrail()
    expect(failed(await verifyPdf(bytes, { roots, audit: events.slice(0, 5) }))).toEqual([])
    expect(failed(await verifyPdf(bytes, { roots, audit: events.slice(0, 4) }))).toEqual(['audit_sealed'])
    expect(failed(await verifyPdf(bytes, { roots, audit: events.slice(0, 3) }))).toEqual(['audit_head', 'audit_sealed'])
  })

  test('an entry of a seal before the head under the seal belongs to another seal', async () => {
    const pdf = await samplePdf()
    const { bytes: earlier } = await seal(pdf, { key, tsas: [tsa] })
    const meta = { length: earlier.length, sha256: sha256(earlier).toString('hex') }
    const events = chain(4, (seq) => (seq === 3 ? { type: 'sealed', meta } : {}))
    const auditHead = { seq: 4, hash: events[3]!.hash }
    const { bytes } = await seal(pdf, { key, tsas: [tsa], auditHead })
    expect(failed(await verifyPdf(bytes, { roots, audit: events }))).toContain('audit_sealed')
  })

  test('revisions that events name are found in the file, and named after them', async () => {
    const pdf = await samplePdf()
    const facts = { length: pdf.length, sha256: sha256(pdf).toString('hex') }
    const { bytes } = await seal(pdf, { key, tsas: [tsa] })
    const events = chain(2, (seq) => (seq === 1 ? { meta: facts } : {}))
    const result = await verifyPdf(bytes, { roots, audit: events })
    expect(failed(result)).toEqual(['audit_head', 'audit_sealed'])
    expect(result.revisions[0]).toEqual({ ...facts, kind: 'viewed' })
    const wrong = chain(2, (seq) => (seq === 1 ? { meta: { ...facts, length: pdf.length - 1 } } : {}))
    expect(failed(await verifyPdf(bytes, { roots, audit: wrong }))).toContain('audit_revisions')
  })
})
