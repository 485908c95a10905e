import { beforeAll, describe, expect, test } from 'vitest'
import { DER_NULL, integer, oid, sequence, setOf, tlv } from '../../server/pdf/der.ts'
import { Der, verifyPdf } from '../../server/pdf/verify.ts'
import { createCa, Purpose, type TestCa } from '../support/pki.ts'
import { builtInTsa, keyOf, samplePdf, seal } from '../support/sealing.ts'
import { takeApart } from '../support/validators.ts'

/**
 * Most of a CMS structure is not signed. Here it is taken apart, changed in one place with all lengths corrected, and
 * put back together: signatures and digests still hold, so only the strictness of the verifier is left to refuse it.
 */
let ca: TestCa
let bytes: Buffer
let cms: Der
let hex: [number, number]
let stranger: Uint8Array

beforeAll(async () => {
  ca = await (await createCa()).subordinate('Issuing authority')
  const key = await keyOf(await ca.issue({ name: 'Seal', purposes: [Purpose.emailProtection] }))
  ;({ bytes } = await seal(await samplePdf(), { key, tsas: [await builtInTsa(ca)], level: 'B-T' }))
  const parts = takeApart(bytes)
  cms = Der.readAll(parts.cms)
  hex = parts.hex
  stranger = (await createCa('Stranger')).der
})

type Parts = Uint8Array[]
/** `node` with the parts of the element at `path` replaced. */
function withParts(node: Der, path: number[], change: (parts: Parts) => Parts): Buffer {
  const parts: Parts = node.children().map((child) => child.bytes)
  const [index, ...rest] = path
  if (index === undefined) return tlv(node.tag, ...change(parts))
  const at = index < 0 ? parts.length + index : index
  return tlv(node.tag, ...parts.with(at, withParts(node.children()[at]!, rest, change)))
}

/** Paths in the structure (RFC 5652, 5.1 and 5.3). */
const SIGNED_DATA = [1, 0]
const DIGESTS = [...SIGNED_DATA, 1]
const CERTIFICATES = [...SIGNED_DATA, 3]
const SIGNER = [...SIGNED_DATA, 4, 0]
const UNSIGNED = [...SIGNER, 6]
const STAMPS = [...UNSIGNED, 0, 1]
const TOKEN = [...STAMPS, 0]
const NOTE = sequence(oid('1.2.840.113549.1.9.13'), setOf(integer(1)))

function put(structure: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  copy.write(
    Buffer.from(structure)
      .toString('hex')
      .padEnd(hex[1] - hex[0], '0'),
    hex[0],
    'latin1',
  )
  return copy
}

async function failures(file: Uint8Array): Promise<string[]> {
  const { checks } = await verifyPdf(file, { roots: [ca.pem] })
  return checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)
}

describe('a reassembled container', () => {
  test('is valid when nothing was changed', async () => {
    expect(await failures(put(withParts(cms, TOKEN, (parts) => parts)))).toEqual([])
  })

  test.each<[string, number[], (parts: Parts) => Parts, RegExp]>([
    [
      'a stranger’s certificate',
      CERTIFICATES,
      (parts) => [...parts, stranger],
      /container: CN=Stranger does not belong/,
    ],
    ['a certificate twice', CERTIFICATES, (parts) => [...parts, parts[1]!], /structure: a certificate occurs twice/],
    ['certificates in another order', CERTIFICATES, (parts) => parts.toReversed(), /container: .* does not belong/],
    [
      'a list of certificates that is something else',
      CERTIFICATES,
      () => [NOTE],
      /structure: .* \(2\) in a certificate/,
    ],
    [
      'revocation lists',
      SIGNED_DATA,
      (parts) => parts.toSpliced(4, 0, tlv(0xa1, NOTE)),
      /structure: .* \(6\) in SignedData/,
    ],
    ['another unsigned attribute', UNSIGNED, (parts) => [...parts, NOTE], /container: .* attribute that nothing signs/],
    ['a second value beside the time stamp', STAMPS, (parts) => [...parts, integer(1)], /exactly one value/],
    [
      'parameters of the digest algorithm',
      [...DIGESTS, 0],
      (parts) => [...parts, DER_NULL],
      /container: an algorithm .* in an unusual form/,
    ],
    [
      'a second digest algorithm',
      DIGESTS,
      (parts) => [...parts, parts[0]!],
      /structure: .* \(2\) in the digest algorithms/,
    ],
    ['another content type', [...SIGNED_DATA, 2], () => [oid('1.2.840.113549.1.7.5')], /structure: .* wrong version/],
    ['another version', SIGNED_DATA, (parts) => parts.with(0, integer(3)), /structure: SignedData has a wrong version/],
    ['a signer info of another version', SIGNER, (parts) => parts.with(0, integer(3)), /structure: .* wrong version/],
    [
      'a token with a stranger’s certificate',
      [...TOKEN, 1, 0, 3],
      (parts) => [...parts, stranger],
      /timestamp_signature: CN=Stranger does not belong/,
    ],
    [
      'a token with an unsigned attribute',
      [...TOKEN, 1, 0, 4, 0],
      (parts) => [...parts, tlv(0xa1, NOTE)],
      /timestamp_signature: .* attribute that nothing signs/,
    ],
  ])('is not valid with %s', async (_, path, change, reason) => {
    expect((await failures(put(withParts(cms, path, change)))).join('\n')).toMatch(reason)
  })

  test('is not valid with a length written longer than it has to be', async () => {
    const { content } = cms
    const long = Buffer.concat([Buffer.of(0x30, 0x83, 0, content.length >> 8, content.length & 0xff), content])
    expect((await failures(put(long))).join()).toMatch(/structure: .* a length is not minimal/)
  })

  test('is refused without an exception, with a name that cannot be read', async () => {
    const at = Buffer.from(cms.bytes).indexOf(oid('2.5.4.10'))
    const broken = Buffer.from(cms.bytes)
    broken[at + 1]! ^= 0x80
    expect((await failures(put(broken))).length).toBeGreaterThan(0)
  })
})
