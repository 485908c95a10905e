import { Der } from './der.ts'

const RSA = ['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.10']

/** Shorter ones have been factored or will be; no signature may rest on one since 2014 (NIST SP 800-131A, table 2). */
export const LEAST_RSA_BITS = 2048

/** 112 bits of security, RSA below 3072 bits, count until the end of 2030 (NIST SP 800-57 Part 1, table 4). */
const LONG_RSA_BITS = 3072
const SHORT_RSA_UNTIL = new Date(Date.UTC(2031, 0, 1))

/** The length of an RSA key's modulus; null: another kind of key. @param publicKey SubjectPublicKeyInfo */
export function rsaBits(publicKey: Uint8Array): number | null {
  const [algorithm, key] = Der.readAll(publicKey).children()
  if (!RSA.includes(algorithm!.children()[0]!.oid())) return null
  const modulus = Der.readAll(key!.bits()).children()[0]!.integer()
  const first = modulus.findIndex((byte) => byte !== 0)
  return first < 0 ? 0 : (modulus.length - first) * 8 - Math.clz32(modulus[first]!) + 24
}

/** Until when signatures with a key count; null: no end is known, as of P-256 and longer curves, and of SHA-2. */
export function keyCountsUntil(publicKey: Uint8Array): Date | null {
  const bits = rsaBits(publicKey)
  return bits !== null && bits < LONG_RSA_BITS ? SHORT_RSA_UNTIL : null
}
