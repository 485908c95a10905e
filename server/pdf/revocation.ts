import { createHash } from 'node:crypto'
import { DER_NULL, octetString, oid, sequence, tlv } from './der.ts'
import {
  type Certificate,
  contextTag,
  Der,
  parseCertificate,
  parseCertificates,
  type RevocationStatus,
  readCrl,
  readOcsp,
  subjectText,
  Tag,
} from './verify.ts'

/** The contents of the document security store (ETSI EN 319 142-1, 5.4.2), as DER. */
export interface RevocationValues {
  certificates: Uint8Array[]
  ocsps: Uint8Array[]
  crls: Uint8Array[]
  /** Every certificate but the anchors is covered. */
  complete: boolean
  /** Why one is not. */
  problems: string[]
}

/** Fetches from the OCSP, CRL and issuer addresses a certificate names: GET, or POST when there is a body. */
export type RevocationFetch = (
  url: string,
  request: { body?: Uint8Array; contentType?: string; signal: AbortSignal },
) => Promise<Uint8Array>

/** A certificate of ours was revoked: nothing may be sealed with it. */
export class CertificateRevokedError extends Error {
  override readonly name = 'CertificateRevokedError'
}

export interface RevocationSource {
  /** Values for the chains (leaf first). @throws CertificateRevokedError */
  gather(chains: Uint8Array[][]): Promise<RevocationValues>
}

interface Evidence {
  kind: 'ocsp' | 'crl'
  der: Uint8Array
  usableUntil: number
  /** From then on a newer one is asked for; this one is used where there is none. */
  freshUntil: number
}

const TIMEOUT_MS = 5000
/** Used when a response has no next update, in milliseconds. */
const DEFAULT_LIFE_MS = 3_600_000
/** A responder that failed is not called for a minute, so that it does not slow every seal. */
const RETRY_MS = 60_000
/** A revocation must not wait for the next update of a CRL, which may be days away. */
const FRESH_MS = 3_600_000
/** An OCSP answer that took no longer than this is asked for again at each seal, but not more often than that. */
const CHEAP_MS = 500
const CHEAP_FRESH_MS = 10_000
const SKEW_MS = 300_000
const MAX_ISSUER_FETCHES = 4

const Oid = {
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  caIssuers: '1.3.6.1.5.5.7.48.2',
  crlDistributionPoints: '2.5.29.31',
}
/** GeneralName's choice for a URI. */
const URI = contextTag(6, false)
const SHA1 = sequence(oid('1.3.14.3.2.26'), DER_NULL)

/**
 * Gathers OCSP responses, then CRLs, over `fetch`, and keeps each until its next update; from an
 * hour on, and for a responder that answers at once from some seconds on, it asks for a newer one.
 * @param local CRLs available without a request, newest at each call: those of the built-in authority.
 */
export function createRevocationSource(options: {
  fetch: RevocationFetch
  now: () => Date
  local?: () => Promise<Uint8Array[]>
}): RevocationSource {
  const known = new Map<string, Evidence>()
  const failed = new Map<string, { until: number; problem: string }>()
  /** By URL; null: it could not be fetched, and is not requested again before `until`. */
  const issuers = new Map<string, { certificate: Certificate | null; until: number }>()

  const gather = async (chains: Uint8Array[][]): Promise<RevocationValues> => {
    const values: RevocationValues = { certificates: [], ocsps: [], crls: [], complete: true, problems: [] }
    const local = (await options.local?.()) ?? []
    for (const chain of chains) {
      const path = await completeChain(chain.map(parseCertificate))
      for (const [index, certificate] of path.entries()) {
        addOnce(values.certificates, certificate.der)
        const issuer = path[index + 1]
        if (!issuer) continue
        const evidence = await evidenceFor(certificate, issuer, local, values.problems)
        if (evidence) addOnce(evidence.kind === 'ocsp' ? values.ocsps : values.crls, evidence.der)
        else values.complete = false
      }
      if (path.length === 1 && !isSelfIssued(path[0]!)) {
        values.problems.push(`the issuer of ${subjectText(path[0]!)} is not in its chain`)
        values.complete = false
      }
    }
    return values
  }

  const evidenceFor = async (
    certificate: Certificate,
    issuer: Certificate,
    local: Uint8Array[],
    problems: string[],
  ) => {
    const id = createHash('sha256').update(certificate.der).digest('hex')
    const now = options.now().getTime()
    const cached = known.get(id)
    const usable = cached && cached.usableUntil > now ? cached : null
    if (usable && usable.freshUntil > now) return usable
    const before = failed.get(id)
    if (before && before.until > now) {
      if (usable) return usable
      problems.push(before.problem)
      return null
    }
    const reasons: string[] = []
    for (const attempt of attempts(certificate, issuer, local)) {
      try {
        const asked = performance.now()
        const { kind, der, status, isLocal } = await attempt()
        const tookMs = performance.now() - asked
        // The built-in authority's own CRL is there whether or not it is about this chain.
        if (!status && isLocal) continue
        if (!status) throw new Error('the answer is about another certificate')
        const usableUntil = lifeOf(certificate, status, now)
        const isCheap = isLocal || (kind === 'ocsp' && tookMs <= CHEAP_MS)
        const evidence: Evidence = { kind, der, usableUntil, freshUntil: now + (isCheap ? CHEAP_FRESH_MS : FRESH_MS) }
        known.set(id, evidence)
        failed.delete(id)
        return evidence
      } catch (error) {
        if (error instanceof CertificateRevokedError) throw error
        reasons.push(error instanceof Error ? error.message : String(error))
      }
    }
    const problem = `${subjectText(certificate)}: ${reasons.join('; ') || 'names neither OCSP nor CRL'}`
    failed.set(id, { until: now + RETRY_MS, problem })
    if (usable) return usable
    problems.push(problem)
    return null
  }

  const request = (url: string, body?: Uint8Array, contentType?: string) =>
    options.fetch(url, { body, contentType, signal: AbortSignal.timeout(TIMEOUT_MS) })

  const attempts = (certificate: Certificate, issuer: Certificate, local: Uint8Array[]) => {
    const { ocsp, crl } = addressesOf(certificate)
    const readAs =
      (kind: 'ocsp' | 'crl', get: () => Promise<Uint8Array>, isLocal = false) =>
      async () => {
        const der = await get()
        return { kind, der, isLocal, status: await (kind === 'ocsp' ? readOcsp : readCrl)(der, certificate, issuer) }
      }
    return [
      ...local.map((der) => readAs('crl', async () => der, true)),
      ...ocsp.map((url) =>
        readAs('ocsp', async () => request(url, ocspRequest(certificate, issuer), 'application/ocsp-request')),
      ),
      ...crl.map((url) => readAs('crl', () => request(url))),
    ]
  }

  /** Follows caIssuers where a chain stops short of its root, as time-stamping authorities' chains often do. */
  const completeChain = async (chain: Certificate[]) => {
    const path = [...chain]
    for (let fetched = 0; fetched < MAX_ISSUER_FETCHES && !isSelfIssued(path.at(-1)!); fetched++) {
      const [url] = addressesOf(path.at(-1)!).issuer
      if (!url) break
      const issuer = await issuerAt(url)
      if (!issuer || !Buffer.from(issuer.subject).equals(path.at(-1)!.issuer)) break
      path.push(issuer)
    }
    return path
  }

  const issuerAt = async (url: string): Promise<Certificate | null> => {
    const now = options.now().getTime()
    const known = issuers.get(url)
    if (known && known.until > now) return known.certificate
    const certificate = await fetchIssuer(url)
    issuers.set(url, { certificate, until: certificate ? Number.POSITIVE_INFINITY : now + RETRY_MS })
    return certificate
  }

  const fetchIssuer = async (url: string): Promise<Certificate | null> => {
    try {
      const bytes = await request(url)
      const text = Buffer.from(bytes).toString('latin1')
      return parseCertificates([text.startsWith('-----') ? text : bytes])[0] ?? null
    } catch {
      // Without it the chain stays short: its top is then taken as the anchor, or the level falls to B-T.
      return null
    }
  }

  return { gather }
}

/** Until when a response may be used. @throws CertificateRevokedError; Error when it is out of date. */
function lifeOf(certificate: Certificate, status: RevocationStatus, now: number): number {
  if (status.revoked) throw new CertificateRevokedError(`${subjectText(certificate)} is revoked`)
  if (status.thisUpdate.getTime() > now + SKEW_MS) throw new Error('the answer is from the future')
  const until = status.nextUpdate?.getTime() ?? now + DEFAULT_LIFE_MS
  if (until <= now) throw new Error('the answer is out of date')
  return until
}

/** The http addresses a certificate names (RFC 5280, 4.2.1.13 and 4.2.2.1). */
export function addressesOf({ extensions }: Certificate): { ocsp: string[]; crl: string[]; issuer: string[] } {
  const found = { ocsp: [] as string[], crl: [] as string[], issuer: [] as string[] }
  const add = (list: string[], name: Der) => {
    const address = Buffer.from(name.content).toString('latin1')
    if (name.tag === URI && /^https?:/.test(address)) list.push(address)
  }
  const access = extensions.get(Oid.authorityInfoAccess)
  for (const description of access ? Der.readAll(access.value).children() : []) {
    const [method, location] = description.children()
    if (method!.oid() === Oid.ocsp) add(found.ocsp, location!)
    if (method!.oid() === Oid.caIssuers) add(found.issuer, location!)
  }
  const points = extensions.get(Oid.crlDistributionPoints)
  for (const point of points ? Der.readAll(points.value).children() : []) {
    // DistributionPoint: [0] distributionPoint with its choice [0] fullName.
    const name = point
      .children()
      .find(({ tag }) => tag === contextTag(0))
      ?.children()[0]
    if (name?.tag === contextTag(0)) for (const choice of name.children()) add(found.crl, choice)
  }
  return found
}

/** An unsigned OCSPRequest for one certificate (RFC 6960, 4.1.1); responders index by SHA-1 (RFC 5019, 2.1.1). */
function ocspRequest(certificate: Certificate, issuer: Certificate): Uint8Array {
  const sha1 = (bytes: Uint8Array) => octetString(createHash('sha1').update(bytes).digest())
  const issuerKey = Der.readAll(issuer.publicKey).children()[1]!.bits()
  const serial = tlv(Tag.Integer, certificate.serial)
  const certId = sequence(SHA1, sha1(issuer.subject), sha1(issuerKey), serial)
  return sequence(sequence(sequence(sequence(certId))))
}

const isSelfIssued = ({ subject, issuer }: Certificate) => Buffer.from(subject).equals(issuer)

function addOnce(list: Uint8Array[], der: Uint8Array) {
  if (!list.some((known) => Buffer.from(known).equals(der))) list.push(der)
}
