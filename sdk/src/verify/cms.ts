import {
  type Certificate,
  parseCertificate,
  subjectKeyIdentifier,
  subjectText,
  verifyWithCertificate,
} from './certificate.ts'
import { concat, contextTag, Der, DerError, equal, Tag } from './der.ts'
import { type HashName, hash } from './hash.ts'
import { hashAlgorithm } from './signature.ts'

const OID = {
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
  /** Checks the signer's signature over the signed attributes. */
  verifySignature(): Promise<boolean>
}

/** @throws when the bytes are no such structure. */
export function parseSignedData(der: Uint8Array): SignedData {
  const [type, wrapped] = Der.readAll(der).children()
  if (!wrapped || type!.oid() !== OID.signedData) throw new DerError('the signature is no CMS SignedData')
  const parts = wrapped.children()[0]!.expect(Tag.Sequence, 'SignedData').children()
  const [, , encapsulated] = parts
  const infos = parts.at(-1)!.expect(Tag.Set, 'the signer infos').children()
  if (!encapsulated || infos.length !== 1) throw new DerError('the CMS structure must have exactly one signer')
  const [contentType, content] = encapsulated.children()
  const certificates = (parts.find((part) => part.tag === contextTag(0))?.children() ?? [])
    .filter((choice) => choice.tag === Tag.Sequence)
    .map((choice) => parseCertificate(choice.bytes))
  return {
    contentType: contentType!.oid(),
    content: content ? content.children()[0]!.octets() : null,
    certificates,
    ...signerInfo(infos[0]!, certificates),
  }
}

function signerInfo(info: Der, certificates: Certificate[]) {
  const [, sid, digest, ...rest] = info.children()
  const attributes = rest[0]?.tag === contextTag(0) ? rest.shift() : undefined
  const [algorithm, signatureNode, unsignedNode] = rest
  if (!sid || !digest || !attributes || !algorithm || !signatureNode) {
    throw new DerError('the signer info lacks signed attributes or a signature')
  }
  const signer = findSigner(sid, certificates)
  const digestAlgorithm = hashAlgorithm(digest)
  const signature = signatureNode.octets()
  // The signature is over the attributes as SET OF, not as the implicit [0] they travel under (RFC 5652, 5.4).
  const signedBytes = concat([Uint8Array.of(Tag.Set), attributes.bytes.subarray(1)])
  return {
    signer,
    digestAlgorithm,
    signature,
    signed: attributeMap(attributes),
    unsigned: unsignedNode ? attributeMap(unsignedNode) : new Map<string, Der[]>(),
    verifySignature: () => verifyWithCertificate(signer, signedBytes, signature, algorithm, digestAlgorithm),
  }
}

function findSigner(sid: Der, certificates: Certificate[]): Certificate {
  const found = certificates.find((certificate) => {
    if (sid.tag === Tag.Sequence) {
      const [issuer, serial] = sid.children()
      return equal(certificate.issuer, issuer!.bytes) && equal(certificate.serial, serial!.content)
    }
    const identifier = subjectKeyIdentifier(certificate)
    return identifier !== null && equal(identifier, sid.content)
  })
  if (!found) throw new Error("the signer's certificate is not in the CMS structure")
  return found
}

function attributeMap(attributes: Der): Map<string, Der[]> {
  const out = new Map<string, Der[]>()
  for (const attribute of attributes.children()) {
    const [type, values] = attribute.children()
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

/** Compares content-type and message-digest with what was signed. @throws naming the difference. */
export async function checkMessageDigest(
  data: SignedData,
  contentType: string,
  ...content: Uint8Array[]
): Promise<void> {
  if (attribute(data.signed, OID.contentType)?.oid() !== contentType)
    throw new Error('the content-type attribute is wrong')
  const claimed = attribute(data.signed, OID.messageDigest)?.octets()
  if (!claimed) throw new Error('the message-digest attribute is missing')
  if (!equal(claimed, await hash(data.digestAlgorithm, ...content))) {
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
