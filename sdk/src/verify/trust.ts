import { type Certificate, isSelfIssued, subjectText } from './certificate.ts'
import type { SignedData } from './cms.ts'
import { Der } from './der.ts'
import type { CertificatePath } from './path.ts'
import type { EmbeddedRevocation } from './revocation.ts'

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

/** 112 bits of security, RSA below 3072 bits among them, count until the end of 2030 (NIST SP 800-57 Part 1, table 4). */
const RSA_BITS = 3072
const SHORT_RSA_UNTIL = Date.UTC(2031, 0, 1)
const RSA = '1.2.840.113549.1.1.1'

/**
 * Until when a path proves anything: its first certificate expires, or the first key is too short. The anchor's own
 * dates do not matter (RFC 5280, 6.1.1).
 */
export function endOf({ certificates, trusted }: CertificatePath): Date {
  const top = certificates.at(-1)!
  const judged = certificates.filter((one, i) => i === 0 || one !== top || !(trusted || isSelfIssued(top)))
  const ends = judged.flatMap(({ notAfter, publicKey }) =>
    isShortRsa(publicKey) ? [notAfter.getTime(), SHORT_RSA_UNTIL] : [notAfter.getTime()],
  )
  return new Date(Math.min(...ends))
}

function isShortRsa(publicKey: Uint8Array): boolean {
  const [algorithm, key] = Der.readAll(publicKey).children()
  if (algorithm!.children()[0]!.oid() !== RSA) return false
  const modulus = Der.readAll(key!.bits()).children()[0]!.integer()
  const bytes = modulus[0] === 0 ? modulus.length - 1 : modulus.length
  return bytes * 8 < RSA_BITS
}
