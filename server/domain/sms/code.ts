import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { SMS_CODE } from '../../limits.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'

/** What a code is valid for: this request, this number, this document. */
export interface CodeSubject {
  signer: Pick<SignerRow, 'id' | 'phone_e164'>
  document: Pick<DocumentRow, 'sha256'>
}

export interface CodeMac {
  key_version: number
  mac: Buffer
}

/** Six random digits. */
export function newCode(): string {
  return String(randomInt(10 ** SMS_CODE.digits)).padStart(SMS_CODE.digits, '0')
}

/** The HMAC that is stored instead of the code: with only a million possible codes, a plain hash would hide nothing. */
export function codeMac(
  ctx: Pick<Ctx, 'keyring'>,
  { signer, document }: CodeSubject,
  code: string,
  version: number | 'current' = 'current',
): CodeMac {
  const message = JSON.stringify([signer.id, signer.phone_e164, document.sha256, code])
  const { version: key_version, mac } = ctx.keyring.mac('code', version, Buffer.from(message))
  return { key_version, mac }
}

/** Whether this is the code, in constant time; without a stored code the same work is done and the result is false. */
export function isSmsCode(
  ctx: Pick<Ctx, 'keyring'>,
  subject: CodeSubject,
  given: string,
  kept: CodeMac | null,
): boolean {
  const { mac } = codeMac(ctx, subject, given, kept?.key_version)
  const same = timingSafeEqual(mac, kept?.mac ?? Buffer.alloc(mac.length))
  return same && kept !== null
}

/** The digits of a typed or pasted code; null when it cannot be one. Accepts Arabic digits and spaces. */
export function readDigits(typed: string): string | null {
  const digits = typed
    .replace(/[\s\p{Cf}-]/gu, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
  return digits.length === SMS_CODE.digits && /^\d+$/.test(digits) ? digits : null
}
