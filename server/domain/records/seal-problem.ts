import type { SealError, SealReason } from '../../db/schema.ts'
import type { DocumentRow } from './documents.ts'

/** Why a seal cannot be made, other than an unreachable time-stamp authority, which recovers by itself. */
export type SealProblemCode = Exclude<SealError, 'sealing_in_progress'>

export interface SealProblem {
  code: SealProblemCode
  /** What the operator has to mend; null where it is not known. */
  reason: SealReason | null
  /** The first of the consecutive failures. */
  since: Date
  attempts: number
  nextAttemptAt: Date
}

type SealColumns = 'seal_state' | 'seal_error' | 'seal_reason' | 'seal_failing_since' | 'seal_attempts' | 'seal_due_at'

/** The problem that keeps a document from being sealed although everyone has signed; null when there is none. */
export function sealProblem(document: Pick<DocumentRow, SealColumns>): SealProblem | null {
  const { seal_state, seal_error, seal_failing_since: since, seal_attempts: attempts, seal_due_at } = document
  if (seal_state !== 'due' || since === null || seal_due_at === null) return null
  // An attempt without a recorded outcome died while sealing.
  const code = seal_error === null || seal_error === 'sealing_in_progress' ? 'pades_failed' : seal_error
  return { code, reason: document.seal_reason, since, attempts, nextAttemptAt: seal_due_at }
}
