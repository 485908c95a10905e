import type { Ctx } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { SMS_CODE } from '../../limits.ts'
import { DomainError } from '../errors.ts'
import { maskPhone } from '../mask.ts'
import type { SignerRow } from '../records/documents.ts'
import { assertInvited } from '../signers/checks.ts'

/**
 * The state of a phone verification, as shown on the page. Times are remaining seconds, because phones' clocks differ.
 */
export interface SmsStep {
  phoneMasked: string
  /** A code was sent and can be entered. */
  sent: boolean
  /** For the code that was sent last. */
  triesLeft: number
  /** Until that code expires; 0 without one. */
  expiresInSeconds: number
  codesLeft: number
  /** Too many wrong attempts or codes: only the sender can unlock it. */
  locked: boolean
}

/** The code that was sent last, even if used up or expired; older ones are void. */
export function newestCode(db: Db | Tx, signingRequestId: string) {
  return db
    .selectFrom('sms_codes')
    .selectAll()
    .where('signing_request_id', '=', signingRequestId)
    .where('accepted_at', 'is not', null)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The number of the last code that still counts towards the limit, 0 if none does; and when it stops counting. */
export async function lastAttempt(
  ctx: Pick<Ctx, 'clock'>,
  db: Db | Tx,
  signingRequestId: string,
): Promise<{ attempt: number; expiresAt: Date | null }> {
  const last = await db
    .selectFrom('sms_codes')
    .select(['attempt', 'expires_at'])
    .where('signing_request_id', '=', signingRequestId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.expires_at <= ctx.clock.now()) return { attempt: 0, expiresAt: null }
  return { attempt: last.attempt, expiresAt: last.expires_at }
}

/** The current step of this signer; null when no code is required (any more). */
export async function smsStep(ctx: Pick<Ctx, 'clock'>, db: Db | Tx, signer: SignerRow): Promise<SmsStep | null> {
  if (!needsCode(signer)) return null
  const code = await newestCode(db, signer.id)
  const { attempt, expiresAt } = await lastAttempt(ctx, db, signer.id)
  const now = ctx.clock.now()
  const locked = isLocked(signer)
  const triesLeft = code && code.expires_at > now && !locked ? SMS_CODE.maxTries - code.tries : 0
  return {
    phoneMasked: maskPhone(signer.phone_e164) ?? '',
    sent: triesLeft > 0,
    triesLeft,
    expiresInSeconds: expiresAt ? Math.ceil((expiresAt.getTime() - now.getTime()) / 1000) : 0,
    codesLeft: SMS_CODE.maxCodes - attempt,
    locked,
  }
}

export function needsCode(signer: Pick<SignerRow, 'require_sms_verification' | 'sms_verified_at'>): boolean {
  return signer.require_sms_verification && signer.sms_verified_at === null
}

/** Too many wrong attempts, or too many codes in a day. */
export function isLocked(signer: Pick<SignerRow, 'sms_wrong_tries' | 'sms_locked_at'>): boolean {
  return signer.sms_wrong_tries >= SMS_CODE.maxTriesOfRequest || signer.sms_locked_at !== null
}

/** What the sender's acts that unlock a request set; `restartRequestCount` belongs to it. */
export const UNLOCKED = { sms_wrong_tries: 0, sms_locked_at: null } as const

/**
 * Refuses a signer who has no phone to verify now.
 * @throws DomainError as `assertInvited`; `sms_not_required`, also when it was already verified
 */
export function assertVerifiable(signer: SignerRow, now: Date): void {
  assertInvited(signer, now)
  if (needsCode(signer)) return
  throw new DomainError('sms_not_required', 'no code is required')
}

/** Voids every code of the request and restarts the count towards the limit. */
export async function voidCodes(tx: Tx, signingRequestId: string): Promise<void> {
  await tx.deleteFrom('sms_codes').where('signing_request_id', '=', signingRequestId).execute()
}
