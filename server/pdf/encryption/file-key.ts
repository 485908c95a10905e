import { createCipheriv, createHash } from 'node:crypto'
import { decryptBlocks, rc4 } from './ciphers.ts'

/** What the key of a file is computed from (ISO 32000-2, 7.6.4; ISO 32000-1, 7.6.3). */
export interface KeyFacts {
  /** `/R`. */
  revision: number
  /** Bytes that the key may have, the likeliest first. */
  keySizes: number[]
  owner: Uint8Array
  user: Uint8Array
  /** `/OE` and `/UE`, from revision 5 on. */
  ownerKey: Uint8Array
  userKey: Uint8Array
  /** `/P`. */
  permissions: number
  encryptMetadata: boolean
  /** The first half of the trailer's `/ID`. */
  id: Uint8Array
}

/** The padding that stands for the empty password (ISO 32000-1, algorithm 2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

const md5 = (...parts: Uint8Array[]) => hash('md5', ...parts)

/** The key of a file that opens with the empty password, as user or as owner; undefined where it needs another one. */
export function keyWithoutPassword(facts: KeyFacts): Uint8Array | undefined {
  if (facts.revision >= 5) return aes256Key(facts)
  for (const keyBytes of facts.keySizes) {
    const key = userKeyOf(facts, PADDING, keyBytes) ?? userKeyOf(facts, ownersPassword(facts, keyBytes), keyBytes)
    if (key) return key
  }
  return undefined
}

/** Algorithms 2, 4, 5 and 6 of ISO 32000-1: the key that this password gives, if it is the user's. */
function userKeyOf(facts: KeyFacts, padded: Uint8Array, keyBytes: number): Uint8Array | undefined {
  const { revision, owner, permissions, id, encryptMetadata } = facts
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const metadata = revision >= 4 && !encryptMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let key = md5(padded, owner.subarray(0, 32), flags, id, metadata)
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key.subarray(0, keyBytes))
  key = key.subarray(0, keyBytes)
  if (revision < 3) return rc4(key, PADDING).every((byte, i) => byte === facts.user[i]) ? key : undefined
  let check: Uint8Array = md5(PADDING, id)
  for (let round = 0; round < 20; round++) check = rc4(withRound(key, round), check)
  return check.every((byte, i) => byte === facts.user[i]) ? key : undefined
}

/** Algorithm 7: the user's password, padded, as the empty password of the owner gives it. */
function ownersPassword({ revision, owner }: KeyFacts, keyBytes: number): Uint8Array {
  let key = md5(PADDING)
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key)
  key = key.subarray(0, keyBytes)
  let password = owner.subarray(0, 32)
  for (let round = revision >= 3 ? 19 : 0; round >= 0; round--) password = rc4(withRound(key, round), password)
  return password
}

const withRound = (key: Uint8Array, round: number) => key.map((byte) => byte ^ round)

/** Algorithm 2.A of ISO 32000-2. The values hold a hash of 32 bytes, the salt of it, and the salt of the key. */
function aes256Key({ revision, owner, user, ownerKey, userKey }: KeyFacts): Uint8Array | undefined {
  const digest = revision >= 6 ? hardenedHash : (salt: Uint8Array, more: Uint8Array) => hash('sha256', salt, more)
  const none = new Uint8Array()
  for (const [value, encrypted, more] of [
    [user, userKey, none],
    [owner, ownerKey, user.subarray(0, 48)],
  ] as const) {
    if (value.length < 48 || encrypted.length < 32) continue
    if (!digest(value.subarray(32, 40), more).equals(value.subarray(0, 32))) continue
    return decryptBlocks(digest(value.subarray(40, 48), more), new Uint8Array(16), encrypted.subarray(0, 32))
  }
  return undefined
}

/** Algorithm 2.B of ISO 32000-2, with the empty password. */
function hardenedHash(salt: Uint8Array, more: Uint8Array): Buffer {
  let key = hash('sha256', salt, more)
  for (let round = 1, last = 0; round <= 64 || last > round - 33; round++) {
    const once = Buffer.concat([key, more])
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => once))
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(repeated)
    const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0)
    key = hash(['sha256', 'sha384', 'sha512'][sum % 3]!, encrypted)
    last = encrypted.at(-1)!
  }
  return key.subarray(0, 32)
}

function hash(algorithm: string, ...parts: Uint8Array[]): Buffer {
  const state = createHash(algorithm)
  for (const part of parts) state.update(part)
  return state.digest()
}
