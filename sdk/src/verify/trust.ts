import { type Certificate, isSelfIssued, subjectText } from './certificate.ts'
import type { SignedData } from './cms.ts'
import { keyCountsUntil } from './key-strength.ts'
import type { CertificatePath } from './path.ts'
import type { EmbeddedRevocation } from './revocation.ts'
import type { EndReason } from './types.ts'

/** What a seal and its time stamps are judged by. */
export interface Trust {
  roots: Certificate[]
  tsaRoots: Certificate[]
  store: EmbeddedRevocation | null
  now: Date
}

/** @throws when roots were given and the path leads to none of them, or a certificate in it may not be used. */
export function trustText(path: CertificatePath, roots: Certificate[]): string {
  if (path.trusted) return `trusted: ${subjectText(path.certificates.at(-1)!)}`
  if (roots.length > 0 || path.problem !== 'no root was given') throw new Error(path.problem ?? 'not trusted')
  return `untrusted: no root was given, the chain ends at ${subjectText(path.certificates.at(-1)!)}`
}

/** Certificates that cannot have been changed: given, or covered by the seal or a time stamp. */
export const knownTo = ({ tsaRoots, store }: Trust) => [...tsaRoots, ...(store?.certificates ?? [])]

export const poolOf = (data: SignedData, store: EmbeddedRevocation | null) => [
  ...data.certificates,
  ...(store?.certificates ?? []),
]

/** The moment after which a chain proves nothing. */
export interface End {
  at: Date
  reason: EndReason
}

const MAX_DATE = new Date(8.64e15)

/**
 * Until when a path proves anything: its first certificate expires, or the first key in it is too short. The anchor's own
 * dates do not matter (RFC 5280, 6.1.1), but who breaks its key can issue certificates for any time.
 */
export function endOf(path: CertificatePath): End {
  const { certificates, trusted } = path
  const top = certificates.at(-1)!
  const dated = certificates.filter((one, i) => i === 0 || one !== top || !(trusted || isSelfIssued(top)))
  const expiry = earliest(dated.map(({ notAfter }) => notAfter))
  const keys = keysCountUntil(path)
  return keys && keys < expiry ? { at: keys, reason: 'key_too_short' } : { at: expiry, reason: 'certificate_expires' }
}

/** Until when all keys of a path count; null: no end is known. */
export function keysCountUntil({ certificates }: CertificatePath): Date | null {
  const ends = certificates.flatMap(({ publicKey }) => keyCountsUntil(publicKey) ?? [])
  return ends.length > 0 ? earliest(ends) : null
}

const earliest = (dates: Date[]) => dates.reduce((a, b) => (b < a ? b : a), MAX_DATE)
