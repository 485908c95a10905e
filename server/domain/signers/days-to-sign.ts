import { EXPIRY } from '../../limits.ts'

/** What is wrong with the days that were typed for each signer, in words; null: nothing. */
export function daysProblem(days: number | null): string | null {
  if (days === null || (Number.isInteger(days) && days >= 1 && days <= EXPIRY.maxDays)) return null
  return `Enter a number of days, 1 to ${EXPIRY.maxDays}, or nothing.`
}
