import {
  type Certificate,
  parseCertificate,
  subjectKeyIdentifier,
  subjectText,
  verifyWithCertificate,
} from './certificate.ts'
import { concat, contextTag, Der, DerError, equal, Tag } from './der.ts'
import { type HashName, hash } from './hash.ts'
import { hashAlgorithm, isCanonical } from './signature.ts'

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

/** CMS SignedData with exactly one signer (RFC 5652, 5), as PAdES and RFC 3161 both ask for. */
export interface SignedData {
  contentType: string
  /** The encapsulated content; null when the signature is detached. */
  content: Uint8Array | null
  certificates: Certificate[]
  signer: Certificate
  digestAlgorithm: HashName
  signature: Uint8Array
  /** Attribute values by attribute type. */
  signed: Map<string, Der[]>
  unsigned: Map<string, Der[]>
  /** Every algorithm is written in the one form its standard prefers, and the signature algorithm names its hash. */
  canonical: boolean
  /** Checks the signer's signature over the signed attributes. */
  verifySignature(): Promise<boolean>
}

/**
 * Reads the structure strictly: most of it is not signed, so anything that could be encoded in two ways is accepted in
 * one only, and anything that is neither checked nor needed is rejected (decision 0043).
 * @throws when the bytes are not such a structure.
 */
export function parseSignedData(der: Uint8Array): SignedData {
  const [type, wrapped] = Der.readAll(der).expect(Tag.Sequence, 'the CMS structure').parts('the CMS structure', 2)
  if (type!.oid() !== OID.signedData || wrapped!.tag !== contextTag(0))
    throw new DerError('the signature is no CMS SignedData')
  const [signedData] = wrapped!.parts('the CMS structure', 1)
  const [version, digests, encapsulated, ...rest] = signedData!
    .expect(Tag.Sequence, 'SignedData')
    .parts('SignedData', 4, 5) as [Der, Der, Der, ...Der[]]
  const infos = rest.pop()!.expect(Tag.Set, 'the signer infos').children()
  if (infos.length !== 1) throw new DerError('the CMS structure must have exactly one signer')
  const certificates = readCertificates(rest[0])
  const { contentType, content } = readContent(encapsulated)
  const info = readSignerInfo(infos[0]!, certificates)
  const [digest] = digests.expect(Tag.Set, 'the digest algorithms').parts('the digest algorithms', 1)
  if (hashAlgorithm(digest!) !== info.digestAlgorithm) throw new DerError('the digest algorithms differ')
  // RFC 5652, 5.1.
  if (version.smallInteger() !== (contentType === OID.data && info.version === 1 ? 1 : 3))
    throw new DerError('SignedData has a wrong version')
  return { ...info, contentType, content, certificates, canonical: info.canonical && isCanonical(digest!) }
}

function readContent(encapsulated: Der): { contentType: string; content: Uint8Array | null } {
  const [type, wrapped] = encapsulated.expect(Tag.Sequence, 'the content').parts('the content', 1, 2)
  if (wrapped && wrapped.tag !== contextTag(0)) throw new DerError('the content has an unexpected ASN.1 type')
  return { contentType: type!.oid(), content: wrapped ? wrapped.parts('the content', 1)[0]!.octets() : null }
}

function readCertificates(set: Der | undefined): Certificate[] {
  if (set && set.tag !== contextTag(0)) throw new DerError('the CMS structure holds more than certificates')
  const certificates = (set?.children() ?? []).map((choice) => parseCertificate(choice.bytes))
  const twice = certificates.some((one, i) => certificates.findIndex((other) => equal(one.der, other.der)) < i)
  if (twice) throw new DerError('a certificate occurs twice')
  return certificates
}

function readSignerInfo(info: Der, certificates: Certificate[]) {
  const [version, sid, digest, attributes, algorithm, signatureNode, unsignedNode] = info
    .expect(Tag.Sequence, 'the signer info')
    .parts('the signer info', 6, 7) as [Der, Der, Der, Der, Der, Der, Der?]
  if (attributes.tag !== contextTag(0) || (unsignedNode && unsignedNode.tag !== contextTag(1)))
    throw new DerError('the attributes have an unexpected ASN.1 type')
  const signer = findSigner(sid, certificates)
  if (version.smallInteger() !== (sid.tag === Tag.Sequence ? 1 : 3))
    throw new DerError('the signer info has a wrong version')
  const digestAlgorithm = hashAlgorithm(digest)
  const signature = signatureNode.octets()
  // The signature covers the attributes as SET OF, not as the implicit [0] in which they are encoded (RFC 5652, 5.4).
  const signedBytes = concat([Uint8Array.of(Tag.Set), attributes.bytes.subarray(1)])
  return {
    version: version.smallInteger(),
    signer,
    digestAlgorithm,
    signature,
    signed: attributeMap(attributes),
    unsigned: unsignedNode ? attributeMap(unsignedNode) : new Map<string, Der[]>(),
    canonical: sid.tag === Tag.Sequence && isCanonical(digest) && isCanonical(algorithm),
    verifySignature: () => verifyWithCertificate(signer, signedBytes, signature, algorithm, digestAlgorithm),
  }
}

/** By issuer and serial number, or by [0] subject key identifier. */
function findSigner(sid: Der, certificates: Certificate[]): Certificate {
  const [issuer, serial] = sid.tag === Tag.Sequence ? sid.parts('the signer identifier', 2) : []
  if (!issuer && sid.tag !== contextTag(0, false)) throw new DerError('the signer identifier has an unexpected type')
  const found = certificates.find((certificate) => {
    if (issuer) return equal(certificate.issuer, issuer.bytes) && equal(certificate.serial, serial!.integer())
    const identifier = subjectKeyIdentifier(certificate)
    return identifier !== null && equal(identifier, sid.content)
  })
  if (!found) throw new Error("the signer's certificate is not in the CMS structure")
  return found
}

function attributeMap(attributes: Der): Map<string, Der[]> {
  const out = new Map<string, Der[]>()
  for (const attribute of attributes.children()) {
    const [type, values] = attribute.expect(Tag.Sequence, 'an attribute').parts('an attribute', 2)
    const oid = type!.oid()
    if (out.has(oid)) throw new DerError(`the attribute ${oid} occurs twice`)
    out.set(oid, values!.expect(Tag.Set, 'attribute values').children())
  }
  return out
}

/** The single value of an attribute, or undefined. */
export function attribute(attributes: Map<string, Der[]>, oid: string): Der | undefined {
  const values = attributes.get(oid)
  if (values && values.length !== 1) throw new DerError(`the attribute ${oid} must have exactly one value`)
  return values?.[0]
}

/**
 * Compares content-type and message-digest with the signed content.
 * @param digest of the content, by `data.digestAlgorithm`.
 * @throws naming the difference.
 */
export function checkMessageDigest(data: SignedData, contentType: string, digest: Uint8Array): void {
  if (attribute(data.signed, OID.contentType)?.oid() !== contentType)
    throw new Error('the content-type attribute is wrong')
  const claimed = attribute(data.signed, OID.messageDigest)?.octets()
  if (!claimed) throw new Error('the message-digest attribute is missing')
  if (!equal(claimed, digest)) {
    throw new Error(`the ${data.digestAlgorithm} of the signed bytes is not the one in the signature`)
  }
}

/**
 * Checks that the ESS signing-certificate-v2 attribute (RFC 5035) names the certificate that signed; with `allowV1`
 * also the older SHA-1 attribute, which RFC 3161 tokens may still carry.
 */
export async function checkSigningCertificate(data: SignedData, allowV1 = false): Promise<void> {
  const v2 = attribute(data.signed, OID.signingCertificateV2)
  const v1 = allowV1 ? attribute(data.signed, OID.signingCertificate) : undefined
  const value = v2 ?? v1
  if (!value) throw new Error('the signing-certificate attribute is missing')
  const fields = value.children()[0]!.children()[0]!.children()
  const algorithm = v2 ? (fields[0]!.tag === Tag.Sequence ? hashAlgorithm(fields[0]!) : 'SHA-256') : 'SHA-1'
  const claimed = fields.find((field) => field.tag === Tag.OctetString)
  if (!claimed || !equal(claimed.content, await hash(algorithm, data.signer.der))) {
    throw new Error(`the signing-certificate attribute does not name ${subjectText(data.signer)}`)
  }
}
