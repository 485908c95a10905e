import type { Review } from '../../../domain/instances/review.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** What is left of a review's window. */
export function daysLeft(expiresAt: Date, now: Date): { days: number; words: string } {
  const ms = Math.max(0, expiresAt.getTime() - now.getTime())
  const days = Math.floor(ms / DAY_MS)
  if (days > 0) return { days, words: days === 1 ? '1 day left' : `${days} days left` }
  const hours = Math.floor(ms / HOUR_MS)
  return { days, words: hours === 0 ? 'less than an hour left' : hours === 1 ? '1 hour left' : `${hours} hours left` }
}

/** A person who has left. */
export const NOBODY_HERE = 'somebody who is not here any more'

const BY_TIME = 'nobody decided in 14 days'

const isByTime = ({ document }: Review) => document.review_reason === 'expired' || document.review_state === 'staged'

/** Who has decided, as in "confirmed by …". */
export function deciderOf(review: Review): string {
  const { document, decidedBy } = review
  if (isByTime(review)) return `Time: ${BY_TIME}`
  if (document.review_actor === 'api_key') return decidedBy === null ? 'the key' : `the key ${decidedBy}`
  return decidedBy ?? NOBODY_HERE
}

/** What somebody is told who comes too late: "It was confirmed meanwhile, by …". */
export function decidedMeanwhile(review: Review): string {
  return `It was ${review.state} meanwhile${isByTime(review) ? `: ${BY_TIME}` : `, by ${deciderOf(review)}`}.`
}

/** What a confirmed document has become: when it is confirmed, and at its address from then on. */
export function confirmedWords({ kind, send_emails: isInviting }: Review['document']): { flash: string; lead: string } {
  if (kind === 'file') return { flash: 'The file is confirmed.', lead: 'This file was reviewed and confirmed.' }
  if (isInviting) return { flash: 'Confirmed and on its way.', lead: 'This was reviewed and went out.' }
  return {
    flash: 'Confirmed, without emails. The personal links are with the document.',
    lead: 'This was reviewed and confirmed, without emails.',
  }
}
