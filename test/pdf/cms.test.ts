import * as asn1js from 'asn1js'
import fc from 'fast-check'
import * as pkijs from 'pkijs'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildSealCms } from '../../server/pdf/cms.ts'
import { generalizedTime, integer, octetString, oid, sequence, setOf } from '../../server/pdf/der.ts'
import { loadSealKey } from '../../server/pdf/keys.ts'
import type { SealKey } from '../../server/pdf/types.ts'
import { Der } from '../../server/pdf/verify.ts'
import { createCa, type KeyKind, sha256, type TestCa } from '../support/pki.ts'

describe('DER', () => {
  test('lengths, integers and identifiers are those of asn1js', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70_000, size: 'max' }), (bytes) => {
        const parsed = asn1js.fromBER(Uint8Array.from(octetString(bytes))).result as asn1js.OctetString
        expect(Buffer.from(parsed.valueBlock.valueHexView).equals(bytes)).toBe(true)
      }),
      { numRuns: 50 },
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 160n }), (value) => {
        const hex = value.toString(16)
        const magnitude = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
        expect(Buffer.from(asn1js.Integer.fromBigInt(value).toBER()).equals(integer(magnitude))).toBe(true)
      }),
    )
    for (const dotted of [
      '1.2.840.113549.1.9.16.2.47',
      '2.5.29.15',
      '2.999.1',
      '1.3.6.1.4.1.2147483647.5',
      '0.9.2342',
    ]) {
      expect(Der.readAll(oid(dotted)).oid()).toBe(dotted)
    }
    expect(Buffer.from(new asn1js.ObjectIdentifier({ value: '2.999.1' }).toBER()).equals(oid('2.999.1'))).toBe(true)
  })

  test('a time survives a round trip', () => {
    expect(
      Der.readAll(generalizedTime(new Date('2026-11-20T23:59:59.900Z')))
        .time()
        .toISOString(),
    ).toBe('2026-11-20T23:59:59.000Z')
  })

  test('what is cut off or padded is refused', () => {
    const value = sequence(integer(1), octetString(Buffer.from('abc')))
    expect(() => Der.readAll(value.subarray(0, -1))).toThrow(/longer than the data/)
    expect(() => Der.readAll(Buffer.concat([value, Buffer.of(0)]))).toThrow(/bytes follow/)
    expect(() => Der.readAll(Buffer.of(0x30, 0x80, 0, 0))).toThrow(/not DER/)
  })
})

describe('the seal signature', () => {
  let ca: TestCa
  const digest = sha256(Buffer.from('the signed byte ranges'))
  const token = sequence(integer(7), octetString(Buffer.from('stands for a time stamp')))

  beforeAll(async () => {
    ca = await (await createCa()).subordinate('Sub')
  })

  test.each<KeyKind>(['RSA-2048', 'RSA-3072', 'P-256'])('%s: byte for byte what pkijs builds', async (kind) => {
    const issued = await ca.issue({ name: 'Seal Ünïcode', key: kind })
    const real = await loadSealKey({ cert: issued.pem, key: issued.key })
    // ECDSA signs differently each time: both builders get the first signature.
    let signature: Uint8Array | undefined
    let signed: Uint8Array | undefined
    const key: SealKey = {
      ...real,
      sign: async (tbs) => {
        signed = tbs
        signature ??= await real.sign(tbs)
        return signature
      },
    }
    const stamped: Uint8Array[] = []
    const ours = await buildSealCms(key, digest, async (value) => {
      stamped.push(value)
      return token
    })
    const theirs = withPkijs(key, digest, signature!, token)
    expect(stamped).toEqual([signature])
    expect(Buffer.from(signed!).equals(theirs.signedAttributes)).toBe(true)
    expect(ours.equals(theirs.cms)).toBe(true)
  })

  test.each<KeyKind>(['RSA-2048', 'P-256'])('%s: pkijs verifies it over the content', async (kind) => {
    const issued = await ca.issue({ name: 'Seal', key: kind })
    const key = await loadSealKey({ cert: issued.pem, key: issued.key })
    const cms = await buildSealCms(key, digest, async () => token)
    const info = pkijs.ContentInfo.fromBER(Uint8Array.from(cms))
    const data = new pkijs.SignedData({ schema: info.content })
    const content = (text: string) => Uint8Array.from(Buffer.from(text)).buffer
    expect(await data.verify({ signer: 0, data: content('the signed byte ranges') })).toBe(true)
    await expect(data.verify({ signer: 0, data: content('other bytes') })).rejects.toThrow(/digest doesn't match/)
  })

  test('signed attributes are in DER order', async () => {
    expect(setOf(integer(2), integer(1), octetString(Buffer.of(0)))).toEqual(
      Buffer.concat([Buffer.of(0x31, 9), integer(1), integer(2), octetString(Buffer.of(0))]),
    )
  })
})

/** The same structure through pkijs, an independent implementation. */
function withPkijs(key: SealKey, digest: Uint8Array, signature: Uint8Array, token: Uint8Array) {
  const certificates = key.chain.map((der) => pkijs.Certificate.fromBER(Uint8Array.from(der)))
  const leaf = certificates[0]!
  const attribute = (type: string, value: asn1js.AsnType) => new pkijs.Attribute({ type, values: [value] })
  const essCertificate = new asn1js.Sequence({
    value: [
      new asn1js.OctetString({ valueHex: Uint8Array.from(sha256(key.chain[0]!)) }),
      new asn1js.Sequence({
        value: [
          new asn1js.Sequence({
            value: [
              new asn1js.Constructed({ idBlock: { tagClass: 3, tagNumber: 4 }, value: [leaf.issuer.toSchema()] }),
            ],
          }),
          leaf.serialNumber,
        ],
      }),
    ],
  })
  const attributes = [
    attribute('1.2.840.113549.1.9.3', new asn1js.ObjectIdentifier({ value: '1.2.840.113549.1.7.1' })),
    attribute('1.2.840.113549.1.9.4', new asn1js.OctetString({ valueHex: Uint8Array.from(digest) })),
    attribute(
      '1.2.840.113549.1.9.16.2.47',
      new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [essCertificate] })] }),
    ),
  ]
    .map((item) => ({ item, der: Buffer.from(item.toSchema().toBER()) }))
    .sort((a, b) => Buffer.compare(a.der, b.der))
    .map(({ item }) => item)
  const signerInfo = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer: leaf.issuer, serialNumber: leaf.serialNumber }),
    digestAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
    signatureAlgorithm:
      key.alg === 'ES256'
        ? new pkijs.AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' })
        : new pkijs.AlgorithmIdentifier({ algorithmId: '1.2.840.113549.1.1.11', algorithmParams: new asn1js.Null() }),
    signature: new asn1js.OctetString({ valueHex: Uint8Array.from(signature) }),
    signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes }),
    unsignedAttrs: new pkijs.SignedAndUnsignedAttributes({
      type: 1,
      attributes: [attribute('1.2.840.113549.1.9.16.2.14', asn1js.fromBER(Uint8Array.from(token)).result)],
    }),
  })
  const data = new pkijs.SignedData({
    version: 1,
    digestAlgorithms: [new pkijs.AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' })],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.7.1' }),
    signerInfos: [signerInfo],
    certificates,
  })
  const info = new pkijs.ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: data.toSchema(true) })
  return {
    cms: Buffer.from(info.toSchema().toBER()),
    signedAttributes: Buffer.from(new asn1js.Set({ value: attributes.map((item) => item.toSchema()) }).toBER()),
  }
}
