import { type Certificate, isSelfIssued, isSignedBy, subjectText } from './certificate.ts'
import type { SignedData } from './cms.ts'
import { equal } from './der.ts'

const DATA = '1.2.840.113549.1.7.1'
export const SIGNATURE_TIMESTAMP = '1.2.840.113549.1.9.16.2.14'

/**
 * Checks the parts of a seal's CMS structure that no signature covers: they are exactly what a seal needs, in the one
 * form in which seals are written, so that no byte of them can be changed unnoticed (decision 0043).
 *
 * @param known certificates given as roots or covered by the seal.
 * @throws naming the difference
 */
export async function checkSealContainer(cms: SignedData, known: Certificate[]): Promise<string> {
  if (cms.contentType !== DATA || cms.content) throw new Error('the seal is no detached signature over data')
  if (!cms.canonical) throw new Error('an algorithm or the signer is named in an unusual form')
  if ([...cms.unsigned.keys()].some((oid) => oid !== SIGNATURE_TIMESTAMP))
    throw new Error('the seal carries an attribute that nothing signs')
  for (const [i, certificate] of cms.certificates.entries()) {
    const below = cms.certificates[i - 1]
    const inPlace = below ? await issued(certificate, below) : equal(certificate.der, cms.signer.der)
    if (!inPlace) throw new Error(`${subjectText(certificate)} does not belong to the chain of the seal`)
  }
  await checkVouchedFor(cms, known)
  return `${cms.certificates.length} certificates, no other unsigned content`
}

/**
 * The same check for a time-stamp token. Authorities encode tokens differently, so algorithm identifiers may have any
 * form that RFC 5754 allows, and the certificates any order.
 * @throws naming what is not authenticated
 */
export async function checkTokenContainer(token: SignedData, known: Certificate[]): Promise<void> {
  if (token.unsigned.size > 0) throw new Error('the time-stamp token carries an attribute that nothing signs')
  const used = new Set([token.signer])
  // Certificates added to the set are visited too.
  for (const below of used) {
    for (const certificate of token.certificates) {
      if (!used.has(certificate) && (await issued(certificate, below))) used.add(certificate)
    }
  }
  const unused = token.certificates.find((certificate) => !used.has(certificate))
  if (unused) throw new Error(`${subjectText(unused)} does not belong to the chain of the time stamp`)
  await checkVouchedFor(token, known)
}

/**
 * The signed attributes identify the signer's certificate. Every other one must be known byte for byte, or signed by one
 * that is present.
 */
async function checkVouchedFor({ certificates, signer }: SignedData, known: Certificate[]): Promise<void> {
  for (const certificate of certificates) {
    if (equal(certificate.der, signer.der) || known.some(({ der }) => equal(der, certificate.der))) continue
    const issuers = isSelfIssued(certificate) ? [certificate] : [...known, ...certificates]
    if (!(await anyIssued(issuers, certificate)))
      throw new Error(`nothing vouches for ${subjectText(certificate)}: its issuer is missing, or it was changed`)
  }
}

async function anyIssued(issuers: Certificate[], certificate: Certificate): Promise<boolean> {
  for (const issuer of issuers) if (await issued(issuer, certificate)) return true
  return false
}

const issued = async (issuer: Certificate, certificate: Certificate): Promise<boolean> =>
  equal(issuer.subject, certificate.issuer) && (await isSignedBy(certificate, issuer).catch(() => false))
