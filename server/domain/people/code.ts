import { createHash, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { SIGN_IN } from '../../limits.ts'

/** Without I, L, O and U, which are misread (Crockford's base 32): 2^30 codes of six. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code that is not stored: from HMAC-SHA256(code key, message). */
export function derivedCode(ctx: Pick<Ctx, 'keyring'>, message: string, keyVersion: number): string {
  const { mac } = ctx.keyring.mac('code', keyVersion, Buffer.from(message))
  return [...mac.subarray(0, SIGN_IN.codeCharacters)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** The version of the key that new codes derive from. */
export function currentCodeKey(ctx: Pick<Ctx, 'keyring'>): number {
  return ctx.keyring.mac('code', 'current', Buffer.alloc(0)).version
}

/** Whether this is the code, as people type it: in small letters, with spaces, O for 0, I and L for 1. */
export function isSignInCode(code: string, typed: string): boolean {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return timingSafeEqual(hashOf(code), hashOf(letters.replaceAll('O', '0').replace(/[IL]/g, '1')))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
