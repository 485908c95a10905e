import {
  allowsKeyUsage,
  basicConstraints,
  type Certificate,
  isSelfIssued,
  isSignedBy,
  KeyUsage,
  Oid,
  subjectText,
} from './certificate.ts'
import { equal } from './der.ts'

export interface CertificatePath {
  /** Leaf first; ends with the anchor when `trusted`. */
  certificates: Certificate[]
  /** True when it ends at one of the given roots. */
  trusted: boolean
  /** Why it is not trusted. */
  problem: string | null
}

const MAX_DEPTH = 8

/** Critical extensions that are applied here or do not restrict a path. Any other one is rejected (RFC 5280, 4.2). */
const UNDERSTOOD = new Set<string>([
  Oid.basicConstraints,
  Oid.keyUsage,
  Oid.extKeyUsage,
  '2.5.29.17',
  '2.5.29.32',
  '1.3.6.1.5.5.7.1.3',
])

/**
 * Builds and checks the path from `leaf` to one of `roots` through `pool` at the moment `at` (RFC 5280, 6.1, without
 * policies and name constraints: a certificate that makes either critical is rejected). Without a root it follows the
 * path as far as possible and reports it as untrusted.
 */
export async function buildPath(
  leaf: Certificate,
  pool: Certificate[],
  roots: Certificate[],
  at: Date,
): Promise<CertificatePath> {
  let best: CertificatePath = { certificates: [leaf], trusted: false, problem: null }
  const isRoot = (certificate: Certificate) => roots.some((root) => equal(root.der, certificate.der))

  const extend = async (path: Certificate[]): Promise<CertificatePath | null> => {
    const last = path.at(-1)!
    const problem = problemOf(last, path.length - 1, at)
    if (isRoot(last) && (path.length > 1 ? true : !problem)) return { certificates: path, trusted: true, problem: null }
    if (path.length > best.certificates.length || (path.length === 1 && !best.problem)) {
      best = { certificates: path, trusted: false, problem }
    }
    if (problem || path.length >= MAX_DEPTH) return null
    for (const issuer of [...roots, ...pool]) {
      if (!equal(issuer.subject, last.issuer) || path.some((known) => equal(known.der, issuer.der))) continue
      if (!(await isSignedBy(last, issuer).catch(() => false))) continue
      const found = await extend([...path, issuer])
      if (found) return found
    }
    return null
  }

  const found = await extend([leaf])
  if (found) return found
  const top = best.certificates.at(-1)!
  const missing = isSelfIssued(top)
    ? `${subjectText(top)} is none of the given roots`
    : `the issuer of ${subjectText(top)} is missing`
  return { ...best, problem: best.problem ?? (roots.length === 0 ? 'no root was given' : missing) }
}

/** Why `certificate` is not allowed with `below` certificates under it in the path, or null. */
function problemOf(certificate: Certificate, below: number, at: Date): string | null {
  const name = subjectText(certificate)
  if (at < certificate.notBefore || at > certificate.notAfter) return `${name} is not valid at ${at.toISOString()}`
  for (const [oid, { critical }] of certificate.extensions) {
    if (critical && !UNDERSTOOD.has(oid)) return `${name} has the critical extension ${oid}, which is not supported`
  }
  if (below === 0) return null
  const { ca, pathLength } = basicConstraints(certificate)
  if (!ca) return `${name} is no certification authority`
  if (!allowsKeyUsage(certificate, KeyUsage.keyCertSign)) return `${name} may not sign certificates`
  if (pathLength !== null && below - 1 > pathLength) return `${name} allows no path of this length`
  return null
}
