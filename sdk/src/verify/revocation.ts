import {
  allowsKeyUsage,
  type Certificate,
  extendedKeyUsage,
  isSelfIssued,
  isSignedBy,
  KeyUsage,
  Oid,
  parseCertificate,
  readExtensions,
  subjectText,
} from './certificate.ts'
import { contextTag, Der, equal, Tag } from './der.ts'
import { hash } from './hash.ts'
import type { PdfReader } from './pdf-reader.ts'
import { PdfRef, PdfStream, type PdfValue } from './pdf-syntax.ts'
import { hashAlgorithm, sameAlgorithm, verifyRecurring } from './signature.ts'

const SHA1 = '1.3.14.3.2.26'

export interface RevocationStatus {
  revoked: boolean
  revokedAt: Date | null
  thisUpdate: Date
  nextUpdate: Date | null
}

/**
 * What an OCSP response (RFC 6960, 4.2.1) says about `certificate`, or null when it is about another one.
 * @throws when it is malformed or not signed by the issuer or a responder the issuer appointed.
 */
export async function readOcsp(
  der: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): Promise<RevocationStatus | null> {
  const [status, responseBytes] = Der.readAll(der).children()
  if (status?.expect(Tag.Enumerated, 'the OCSP status').content[0] !== 0 || !responseBytes) {
    throw new Error('the OCSP responder refused to answer')
  }
  const basic = Der.readAll(responseBytes.children()[0]!.children()[1]!.octets())
  const [data, algorithm, signature, embedded] = basic.children()
  // Optional version [0] and responder [1] or [2] come before, extensions [1] after.
  const responses = data!.children().find(({ tag }) => tag === Tag.Sequence)
  const single = await singleFor(responses!, certificate, issuer)
  if (!single) return null
  const certs = (embedded?.children()[0]?.children() ?? []).map((cert) => parseCertificate(cert.bytes))
  for (const candidate of [issuer, ...certs]) {
    const { publicKey } = candidate
    const signed = verifyRecurring({
      publicKey,
      algorithm: algorithm!,
      data: data!.bytes,
      signature: signature!.bits(),
    })
    if ((await signed.catch(() => false)) && (await isAppointed(candidate, issuer)))
      return readSingle(single, certificate)
  }
  throw new Error('the OCSP response is not signed by an appointed responder')
}

/** The SingleResponse whose CertID is the certificate's. */
async function singleFor(responses: Der, certificate: Certificate, issuer: Certificate): Promise<Der | null> {
  const issuerKey = Der.readAll(issuer.publicKey).children()[1]!.bits()
  for (const single of responses.children()) {
    const [algorithm, nameHash, keyHash, serial] = single.children()[0]!.children()
    // An identifier, not a signature: SHA-1 is usual here and harmless.
    const name = algorithm!.children()[0]!.oid() === SHA1 ? 'SHA-1' : hashAlgorithm(algorithm!)
    if (!equal(serial!.content, certificate.serial)) continue
    const sameName = equal(nameHash!.content, await hash(name, issuer.subject))
    if (sameName && equal(keyHash!.content, await hash(name, issuerKey))) return single
  }
  return null
}

function readSingle(single: Der, certificate: Certificate): RevocationStatus {
  const [, status, thisUpdate, next] = single.children()
  // CertStatus is a choice: [0] good, [1] revoked with the time, [2] unknown.
  const revoked = status!.tag === contextTag(1)
  if (!revoked && status!.tag !== contextTag(0, false)) {
    throw new Error(`the OCSP responder does not know ${subjectText(certificate)}`)
  }
  return {
    revoked,
    revokedAt: revoked ? status!.children()[0]!.time() : null,
    thisUpdate: thisUpdate!.time(),
    nextUpdate: next?.tag === contextTag(0) ? next.children()[0]!.time() : null,
  }
}

/** The issuer itself, or a responder whose certificate it issued for the purpose (RFC 6960, 4.2.2.2). */
async function isAppointed(candidate: Certificate, issuer: Certificate): Promise<boolean> {
  if (equal(candidate.der, issuer.der)) return true
  if (!extendedKeyUsage(candidate)?.purposes.includes(Oid.ocspSigning) || !equal(candidate.issuer, issuer.subject))
    return false
  return isSignedBy(candidate, issuer).catch(() => false)
}

/**
 * What a CRL (RFC 5280, 5.1) says about `certificate`, or null when another authority issued it.
 * @throws when it is malformed, wrongly signed, or says more than this reader understands.
 */
export async function readCrl(
  der: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): Promise<RevocationStatus | null> {
  const [tbs, algorithm, signature] = Der.readAll(der).children()
  const fields = tbs!.children()
  if (fields[0]?.tag === Tag.Integer) fields.shift()
  const [signedAlgorithm, name, thisUpdate, ...rest] = fields
  if (!equal(name!.bytes, certificate.issuer)) return null
  if (!sameAlgorithm(algorithm!, signedAlgorithm!)) throw new Error('the CRL names two signature algorithms')
  const { publicKey } = issuer
  const valid = await verifyRecurring({
    publicKey,
    algorithm: algorithm!,
    data: tbs!.bytes,
    signature: signature!.bits(),
  })
  if (!valid || !allowsKeyUsage(issuer, KeyUsage.cRLSign)) throw new Error('the CRL is not signed by the issuer')
  const nextUpdate = rest[0]?.tag === Tag.UtcTime || rest[0]?.tag === Tag.GeneralizedTime ? rest.shift() : undefined
  const revoked = rest[0]?.tag === Tag.Sequence ? rest.shift() : undefined
  // Delta and partitioned lists carry critical extensions: their silence about a certificate means nothing.
  for (const [oid, { critical }] of readExtensions(rest[0]?.children()[0])) {
    if (critical) throw new Error(`the CRL has the critical extension ${oid}, which is not supported`)
  }
  const entry = revoked?.children().find((item) => equal(item.children()[0]!.content, certificate.serial))
  return {
    revoked: entry !== undefined,
    revokedAt: entry?.children()[1]?.time() ?? null,
    thisUpdate: thisUpdate!.time(),
    nextUpdate: nextUpdate?.time() ?? null,
  }
}

export interface EmbeddedRevocation {
  ocsps: Uint8Array[]
  crls: Uint8Array[]
  certificates: Certificate[]
}

/**
 * The document security store (ETSI EN 319 142-1, 5.4.2), or null when the file has none.
 * @param from offset from which on its objects count: what an upload brought along is not ours to judge
 */
export async function readSecurityStore(reader: PdfReader, from = 0): Promise<EmbeddedRevocation | null> {
  const catalog = await reader.dict(reader.trailer.get('Root'))
  const store = await reader.dict(catalog?.get('DSS'))
  if (!store) return null
  const streams = async (list: PdfValue | undefined) => {
    const out: Uint8Array[] = []
    for (const item of await reader.array(list)) {
      const entry = item instanceof PdfRef ? reader.entries.get(item.num) : undefined
      if (from > 0 && (entry?.type !== 'offset' || entry.offset < from)) continue
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

/** The newest statement in the store: a renewed file has several. @throws when there are only ones that cannot be used */
async function statusOf(certificate: Certificate, issuer: Certificate, store: EmbeddedRevocation) {
  let newest: RevocationStatus | null = null
  let unusable: unknown
  const statements = [
    ...store.ocsps.map((der) => [readOcsp, der] as const),
    ...store.crls.map((der) => [readCrl, der] as const),
  ]
  for (const [read, der] of statements) {
    try {
      const status = await read(der, certificate, issuer)
      if (status && (!newest || status.thisUpdate > newest.thisUpdate)) newest = status
    } catch (error) {
      unusable ??= error
    }
  }
  if (!newest && unusable) throw unusable
  return newest
}
