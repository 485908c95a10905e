import type { Ctx } from '../../context.ts'
import type { ReviewState } from '../../db/schema.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'

type Reviewed = Pick<DocumentRow, 'review_state' | 'review_expires_at'>

/** The page of the review, which needs a sign-in to the workspace. */
export function reviewUrl({ config }: Pick<Ctx, 'config'>, documentId: string): string {
  return `${config.publicUrl}/review/${documentId}`
}

/** Whether the review window of a staged document is over, even before the job has recorded it. */
export function isReviewOver({ review_state: state, review_expires_at: expiresAt }: Reviewed, now: Date): boolean {
  return state === 'staged' && expiresAt !== null && expiresAt <= now
}

/** The state of the review as it is to be reported; null: the document was never staged. */
export function reviewState(document: Reviewed, now: Date): ReviewState | null {
  return isReviewOver(document, now) ? 'discarded' : document.review_state
}

/** A signer as reads report it and verbs take it: `withdrawn` from the end of the review on, likewise. */
export function atReviewEnd(document: Reviewed, signer: SignerRow, now: Date): SignerRow {
  if (!isReviewOver(document, now)) return signer
  return { ...signer, status: 'withdrawn', withdrawn_at: document.review_expires_at }
}
