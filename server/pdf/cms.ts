import { createHash } from 'node:crypto'
import { DER_NULL, integer, octetString, oid, sequence, setOf, tlv } from './der.ts'
import type { SealKey } from './types.ts'
import { contextTag, Der, parseCertificate } from './verify.ts'

const OID = {
  data: oid('1.2.840.113549.1.7.1'),
  signedData: oid('1.2.840.113549.1.7.2'),
  contentType: oid('1.2.840.113549.1.9.3'),
  messageDigest: oid('1.2.840.113549.1.9.4'),
  signingCertificateV2: oid('1.2.840.113549.1.9.16.2.47'),
  signatureTimestamp: oid('1.2.840.113549.1.9.16.2.14'),
}
const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'))
const SIGNATURE = {
  RS256: sequence(oid('1.2.840.113549.1.1.11'), DER_NULL),
  ES256: sequence(oid('1.2.840.10045.4.3.2')),
}

/** The input of a CMS SignedData with one signer (RFC 5652, 5). */
export interface SignedDataInput {
  key: SealKey
  /** DER of the content type's OBJECT IDENTIFIER. */
  contentType: Buffer
  /** The content itself, or null when the signature is detached. */
  content: Uint8Array | null
  /** SHA-256 of the content. */
  digest: Uint8Array
  certificates: Uint8Array[]
  /** Further signed attributes, as DER. */
  attributes?: Buffer[]
  /** Unsigned attributes, created once the signature value is known. */
  unsigned?: (signature: Uint8Array) => Promise<Buffer[]>
}

/** The DER of a ContentInfo with that SignedData. */
export async function buildSignedData(input: SignedDataInput): Promise<Buffer> {
  const { key, contentType, content } = input
  const signer = signerOf(key)
  const attributes = [
    sequence(OID.contentType, setOf(contentType)),
    sequence(OID.messageDigest, setOf(octetString(input.digest))),
    sequence(OID.signingCertificateV2, setOf(signer.essCertificate)),
    ...(input.attributes ?? []),
  ]
  const signedSet = setOf(...attributes)
  const signature = await key.sign(signedSet)
  const unsigned = await input.unsigned?.(signature)
  const signerInfo = sequence(
    integer(1),
    signer.identifier,
    SHA256,
    // Signed as SET OF, stored as implicit [0] (RFC 5652, 5.4).
    tlv(contextTag(0), Der.readAll(signedSet).content),
    SIGNATURE[key.alg],
    octetString(signature),
    ...(unsigned ? [tlv(contextTag(1), ...unsigned)] : []),
  )
  const signedData = sequence(
    // Version 3 when the content is not plain data (RFC 5652, 5.1).
    integer(contentType.equals(OID.data) ? 1 : 3),
    setOf(SHA256),
    content ? sequence(contentType, tlv(contextTag(0), octetString(content))) : sequence(contentType),
    ...(input.certificates.length > 0 ? [tlv(contextTag(0), ...input.certificates)] : []),
    setOf(signerInfo),
  )
  return sequence(OID.signedData, tlv(contextTag(0), signedData))
}

/**
 * The CMS of a PAdES seal: a detached CAdES signature (ETSI EN 319 122-1) with content-type, message-digest and
 * signing-certificate-v2 signed, and the RFC 3161 token over the signature value as unsigned attribute. The claimed
 * time stands in `/M` of the signature dictionary, so there is no signing-time attribute (EN 319 142-1, 6.3).
 *
 * @param digest SHA-256 of the signed byte ranges.
 * @param timestamp gives the token for a signature value.
 */
export function buildSealCms(
  key: SealKey,
  digest: Uint8Array,
  timestamp: (signature: Uint8Array) => Promise<Uint8Array>,
): Promise<Buffer> {
  return buildSignedData({
    key,
    contentType: OID.data,
    content: null,
    digest,
    certificates: key.chain,
    unsigned: async (signature) => [sequence(OID.signatureTimestamp, setOf(await timestamp(signature)))],
  })
}

/** IssuerAndSerialNumber and the ESS SigningCertificateV2 (RFC 5035) of the key's leaf certificate. */
function signerOf(key: SealKey): { identifier: Buffer; essCertificate: Buffer } {
  const leaf = parseCertificate(key.chain[0]!)
  const serial = tlv(0x02, leaf.serial)
  const directoryName = tlv(contextTag(4), leaf.issuer)
  const certificateId = sequence(
    octetString(createHash('sha256').update(leaf.der).digest()),
    sequence(sequence(directoryName), serial),
  )
  return { identifier: sequence(leaf.issuer, serial), essCertificate: sequence(sequence(certificateId)) }
}
