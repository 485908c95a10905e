import { type Certificate, extendedKeyUsage, Oid, subjectText } from './certificate.ts'
import { checkMessageDigest, checkSigningCertificate, parseSignedData, type SignedData } from './cms.ts'
import { Der, equal, Tag } from './der.ts'
import { type HashName, hash } from './hash.ts'
import { hashAlgorithm } from './signature.ts'

const TST_INFO = '1.2.840.113549.1.9.16.1.4'

/** A TimeStampToken (RFC 3161, 2.4.2), read but not yet checked. */
export interface ParsedTimestamp {
  signedData: SignedData
  imprint: { algorithm: HashName; hash: Uint8Array }
  /** genTime. */
  time: Date
  /** The content of the nonce INTEGER. */
  nonce: Uint8Array | null
  signer: Certificate
  certificates: Certificate[]
}

/** @throws when the bytes are no time-stamp token. */
export function parseTimestamp(token: Uint8Array): ParsedTimestamp {
  const signedData = parseSignedData(token)
  if (signedData.contentType !== TST_INFO || !signedData.content) throw new Error('the token holds no TSTInfo')
  const [, , imprint, , time, ...rest] = Der.readAll(signedData.content).children()
  const [algorithm, digest] = imprint!.children()
  return {
    signedData,
    imprint: { algorithm: hashAlgorithm(algorithm!), hash: digest!.octets() },
    time: time!.time(),
    nonce: rest.find((part) => part.tag === Tag.Integer)?.integer() ?? null,
    signer: signedData.signer,
    certificates: signedData.certificates,
  }
}

/** Checks that the token is about `data`. @throws naming the difference. */
export async function checkImprint(timestamp: ParsedTimestamp, ...data: Uint8Array[]): Promise<void> {
  compareImprint(timestamp, await hash(timestamp.imprint.algorithm, ...data))
}

/** @param actual the hash of the data, by `timestamp.imprint.algorithm`. @throws when the token is about other data. */
export function compareImprint(timestamp: ParsedTimestamp, actual: Uint8Array): void {
  if (!equal(timestamp.imprint.hash, actual)) throw new Error('the time stamp is about other data')
}

/** Checks the authority's signature over the token. @throws naming what is wrong. */
export async function checkTimestampSignature(timestamp: ParsedTimestamp): Promise<void> {
  const { signedData } = timestamp
  checkMessageDigest(signedData, TST_INFO, await hash(signedData.digestAlgorithm, signedData.content!))
  if (!(await signedData.verifySignature())) throw new Error('the signature of the time-stamp token is wrong')
  await checkSigningCertificate(signedData, true)
}

/** RFC 3161, 2.3: the certificate's only extended key usage is timeStamping, and it is critical. */
export function checkTimestampPurpose(timestamp: ParsedTimestamp): void {
  const usage = extendedKeyUsage(timestamp.signer)
  const name = subjectText(timestamp.signer)
  if (usage?.purposes.length !== 1 || usage.purposes[0] !== Oid.timeStamping) {
    throw new Error(`${name} is not a certificate for time-stamping alone`)
  }
  if (!usage.critical) throw new Error(`the extended key usage of ${name} is not critical`)
}
