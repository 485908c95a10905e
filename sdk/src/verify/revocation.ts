import * as pkijs from 'pkijs'
import {
  allowsKeyUsage,
  type Certificate,
  extendedKeyUsage,
  isSelfIssued,
  isSignedBy,
  KeyUsage,
  Oid,
  parseCertificate,
  subjectText,
  verifyWithCertificate,
} from './certificate.ts'
import { contextTag, Der, equal } from './der.ts'
import type { PdfReader } from './pdf-reader.ts'
import { PdfStream, type PdfValue } from './pdf-syntax.ts'

export interface RevocationStatus {
  revoked: boolean
  revokedAt: Date | null
  thisUpdate: Date
  nextUpdate: Date | null
}

const berOf = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>

/**
 * What an OCSP response (RFC 6960) says about `certificate`, or null when it is about another one.
 * @throws when it is malformed or not signed by the issuer or a responder the issuer appointed.
 */
export async function readOcsp(
  der: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): Promise<RevocationStatus | null> {
  const response = pkijs.OCSPResponse.fromBER(berOf(der))
  const basicBytes = response.responseBytes?.response.valueBlock.valueHexView
  if (response.responseStatus.valueBlock.valueDec !== 0 || !basicBytes)
    throw new Error('the OCSP responder refused to answer')
  const basic = pkijs.BasicOCSPResponse.fromBER(berOf(basicBytes))
  const single = await singleFor(basic, certificate, issuer)
  if (!single) return null
  const embedded = Der.readAll(basicBytes).children()[3]
  const certs = embedded
    ? embedded
        .children()[0]!
        .children()
        .map((cert) => parseCertificate(cert.bytes))
    : []
  if (!(await signedByResponder(basic, certs, issuer)))
    throw new Error('the OCSP response is not signed by an appointed responder')
  // CertStatus is a choice: [0] good, [1] revoked with the time, [2] unknown.
  const status = Der.readAll(new Uint8Array(single.certStatus.toBER()))
  const revoked = status.tag === contextTag(1)
  if (!revoked && status.tag !== contextTag(0, false))
    throw new Error(`the OCSP responder does not know ${subjectText(certificate)}`)
  return {
    revoked,
    revokedAt: revoked ? status.children()[0]!.time() : null,
    thisUpdate: single.thisUpdate,
    nextUpdate: single.nextUpdate ?? null,
  }
}

async function singleFor(basic: pkijs.BasicOCSPResponse, certificate: Certificate, issuer: Certificate) {
  for (const single of basic.tbsResponseData.responses) {
    const hashAlgorithm = pkijs.getCrypto(true).getAlgorithmByOID(single.certID.hashAlgorithm.algorithmId, true).name
    const wanted = new pkijs.CertID()
    await wanted.createForCertificate(certificate.pki, { hashAlgorithm, issuerCertificate: issuer.pki })
    if (single.certID.isEqual(wanted)) return single
  }
  return null
}

async function signedByResponder(
  basic: pkijs.BasicOCSPResponse,
  certs: Certificate[],
  issuer: Certificate,
): Promise<boolean> {
  for (const candidate of [issuer, ...certs]) {
    const { tbsView } = basic.tbsResponseData
    const signature = basic.signature.valueBlock.valueHexView
    if (!(await verifyWithCertificate(candidate, tbsView, signature, basic.signatureAlgorithm).catch(() => false)))
      continue
    if (equal(candidate.der, issuer.der)) return true
    const appointed =
      extendedKeyUsage(candidate)?.purposes.includes(Oid.ocspSigning) && equal(candidate.issuer, issuer.subject)
    if (appointed && (await isSignedBy(candidate, issuer).catch(() => false))) return true
  }
  return false
}

/**
 * What a CRL (RFC 5280, 5) says about `certificate`, or null when another authority issued it.
 * @throws when it is malformed, wrongly signed, or says more than this reader understands.
 */
export async function readCrl(
  der: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): Promise<RevocationStatus | null> {
  const crl = pkijs.CertificateRevocationList.fromBER(berOf(der))
  if (!equal(new Uint8Array(crl.issuer.toSchema().toBER()), certificate.issuer)) return null
  const valid = await verifyWithCertificate(
    issuer,
    crl.tbsView,
    crl.signatureValue.valueBlock.valueHexView,
    crl.signatureAlgorithm,
  )
  if (!valid || !allowsKeyUsage(issuer, KeyUsage.cRLSign)) throw new Error('the CRL is not signed by the issuer')
  // Delta and partitioned lists carry critical extensions: their silence about a certificate means nothing.
  const critical = crl.crlExtensions?.extensions.find((extension) => extension.critical)
  if (critical) throw new Error(`the CRL has the critical extension ${critical.extnID}, which is not supported`)
  const entry = crl.revokedCertificates?.find(({ userCertificate }) =>
    equal(userCertificate.valueBlock.valueHexView, certificate.serial),
  )
  return {
    revoked: entry !== undefined,
    revokedAt: entry?.revocationDate.value ?? null,
    thisUpdate: crl.thisUpdate.value,
    nextUpdate: crl.nextUpdate?.value ?? null,
  }
}

export interface EmbeddedRevocation {
  ocsps: Uint8Array[]
  crls: Uint8Array[]
  certificates: Certificate[]
}

/** The document security store (ETSI EN 319 142-1, 5.4.2), or null when the file has none. */
export async function readSecurityStore(reader: PdfReader): Promise<EmbeddedRevocation | null> {
  const catalog = await reader.dict(reader.trailer.get('Root'))
  const store = await reader.dict(catalog?.get('DSS'))
  if (!store) return null
  const streams = async (list: PdfValue | undefined) => {
    const out: Uint8Array[] = []
    for (const item of await reader.array(list)) {
      const stream = await reader.get(item)
      if (stream instanceof PdfStream) out.push(await reader.data(stream))
    }
    return out
  }
  return {
    ocsps: await streams(store.get('OCSPs')),
    crls: await streams(store.get('CRLs')),
    certificates: (await streams(store.get('Certs'))).map(parseCertificate),
  }
}

/**
 * Looks for what the store says about each certificate of a path (its anchor excepted) at the time of sealing.
 * @returns the certificates it says nothing about: with none the seal is B-LT. @throws when one was revoked by then.
 */
export async function unprovenCertificates(
  path: Certificate[],
  store: EmbeddedRevocation,
  at: Date,
): Promise<Certificate[]> {
  const unproven: Certificate[] = []
  for (const [index, certificate] of path.entries()) {
    const issuer = path[index + 1]
    if (!issuer) {
      if (!isSelfIssued(certificate) && index === 0) unproven.push(certificate)
      continue
    }
    const status = await statusOf(certificate, issuer, store)
    if (!status) unproven.push(certificate)
    else if (status.revoked && (!status.revokedAt || status.revokedAt <= at)) {
      throw new Error(
        `${subjectText(certificate)} was revoked${status.revokedAt ? ` at ${status.revokedAt.toISOString()}` : ''}`,
      )
    }
  }
  return unproven
}

async function statusOf(certificate: Certificate, issuer: Certificate, store: EmbeddedRevocation) {
  for (const ocsp of store.ocsps) {
    const status = await readOcsp(ocsp, certificate, issuer)
    if (status) return status
  }
  for (const crl of store.crls) {
    const status = await readCrl(crl, certificate, issuer)
    if (status) return status
  }
  return null
}
