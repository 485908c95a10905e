/**
 * Every background task and its payload. Payloads carry ids only: what is true is read from the tables when the task
 * runs, so a task may run twice or late without harm. No secret, no address and no body ever stands in a payload.
 */
export interface Tasks {
  /** Seal a document on which every signer has signed. */
  'seal-document': { documentId: string }
  'send-email': EmailTask
  /** Move requests past their `expires_at` to `expired` (contract 3). */
  'expire-requests': Record<string, never>
  /** Remind signers who have waited long enough, where the workspace wants it. */
  remind: Record<string, never>
  /** Delete what has outlived its use: idempotent answers, API log, rate windows, orphaned files. */
  prune: Record<string, never>
  /** Find work that a crash left undone, and enqueue it again. */
  reconcile: Record<string, never>
}

/** One email: which message, about which signer (or, for observers, the place in the document's observer list). */
export type EmailTask =
  /** `eventId` names the held `signing_request.sent` that waits for the outcome (sequential release). */
  | { message: 'invitation'; signingRequestId: string; eventId?: string }
  /** The copy for a signer when the document is complete. */
  | { message: 'completed'; signingRequestId: string }
  /** The copy for an observer, by position in `documents.observers`. */
  | { message: 'observer_copy'; documentId: string; observer: number }

export type TaskName = keyof Tasks

/**
 * Tries before a job counts as finally failed (a row in `job_failures`). The n-th retry waits e^n seconds, at most 6
 * hours: 12 tries are about 16 hours, as long as a mail server may be down. Sealing is tried again by `reconcile`
 * for as long as it is due, the cron tasks come again anyway.
 */
export const MAX_ATTEMPTS: Record<TaskName, number> = {
  'seal-document': 4,
  'send-email': 12,
  'expire-requests': 3,
  remind: 3,
  prune: 3,
  reconcile: 3,
}

/**
 * Of the jobs that are due the lowest number goes first. A seal takes a PDF worker and waits for time-stamp authorities: were
 * it not last, a hundred documents completed at once would hold up every invitation.
 */
export const PRIORITY: Record<TaskName, number> = {
  'seal-document': 10,
  'send-email': 0,
  'expire-requests': 0,
  remind: 0,
  prune: 0,
  reconcile: 0,
}
