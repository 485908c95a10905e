import { DomainError } from '../errors.ts'
import type { SignerRow } from '../records/documents.ts'

/** What a signer may do now, determined by the row alone. */

/** Whether the time to sign is over, even before the hourly job has recorded it. */
export function isPastExpiry(signer: Pick<SignerRow, 'status' | 'expires_at'>, now: Date): boolean {
  return signer.status === 'expired' || (signer.expires_at !== null && signer.expires_at <= now)
}

/**
 * Refuses a signer who is not invited now.
 * @throws DomainError `queued`, `signed`, `declined`, `withdrawn`; `expired`
 */
export function assertInvited(signer: SignerRow, now: Date): void {
  switch (signer.status) {
    case 'queued':
      throw new DomainError('queued', 'it is not your turn yet')
    case 'signed':
    case 'declined':
    case 'withdrawn':
      throw new DomainError(signer.status, `this request is already ${signer.status}`)
    case 'pending':
    case 'viewed':
    case 'expired':
      if (isPastExpiry(signer, now)) throw new DomainError('expired', 'the time to sign is over')
  }
}

/**
 * Refuses a signer who may not see and fill the document now.
 * @throws DomainError as `assertInvited`; `sms_required` with `sms_gate: before_view`
 */
export function assertOpen(signer: SignerRow, now: Date): void {
  assertInvited(signer, now)
  if (isGated(signer)) throw smsRequired()
}

/**
 * Refuses a signer who may not sign now.
 * @throws DomainError as `assertInvited`; `sms_required`
 */
export function assertMaySign(signer: SignerRow, now: Date): void {
  assertInvited(signer, now)
  if (signer.require_sms_verification && signer.sms_verified_at === null) throw smsRequired()
}

/** Whether the document must stay hidden for now (`sms_gate: before_view`). */
export function isGated(signer: Pick<SignerRow, 'sms_gate' | 'sms_verified_at'>): boolean {
  return signer.sms_gate === 'before_view' && signer.sms_verified_at === null
}

/** A verified phone number is missing. */
export function smsRequired(): DomainError {
  return new DomainError('sms_required', 'this document needs a verified phone number')
}
