/**
 * Every background task and its payload. Payloads carry ids only: the current state is read from the tables when the
 * task runs, so a task may safely run twice or late. A payload never contains a secret, an address or a body.
 */
export interface Tasks {
  /** Seal a document on which every signer has signed. */
  'seal-document': { documentId: string }
  'send-email': EmailTask
  /** Send what was scheduled in the dashboard. */
  'send-draft': { draftId: string }
  /** Invite a signer by SMS. */
  'send-sms': { signingRequestId: string }
  /** Check or send the next rows of a CSV file. */
  'bulk-send': { bulkId: string }
  /** Settle the next deliveries that wait for hooks that are switched off. */
  'settle-hooks': { hookIds: string[] }
  /** Give the next deliveries that a hook has given up one more attempt. */
  'recover-hook': Recovery
  /** Move requests past their `expires_at` to `expired` (contract 3). */
  'expire-requests': Record<string, never>
  /** End the reviews of staged documents that are over, and delete the files of what was discarded. */
  'end-reviews': Record<string, never>
  /** Remind signers who have waited long enough, in workspaces that enable it. */
  remind: Record<string, never>
  /** Delete expired data: idempotent responses, API log, rate windows, orphaned files. */
  prune: Record<string, never>
  /** Compare the stored files with their hashes, those first that were not compared for longest. */
  'check-files': Record<string, never>
  /** Add a time stamp to sealed files whose newest one ends soon. */
  renew: Record<string, never>
  /** Read the mailbox for emails that mail servers have returned. */
  'returned-mails': Record<string, never>
  /** Find work that a crash left undone, and enqueue it again. */
  reconcile: Record<string, never>
}

/** What is left of a recovery: given up from `since` to `before` (ISO 8601), in the log after `after`. */
export interface Recovery {
  hookId: string
  since: string
  before: string
  after: number
}

/** One email: its message and its signer (or, for observers, the position in the document's observer list). */
export type EmailTask =
  /** To somebody who wants to sign in to the dashboard: a code and a link. */
  | { message: 'sign_in'; signInId: string }
  /** To the new address of somebody who changes it: a code. */
  | { message: 'email_change'; emailChangeId: string }
  /** To the address that somebody had before. */
  | { message: 'email_changed'; emailChangeId: string }
  /** To somebody who has opened a direct link: a code. */
  | { message: 'direct_code'; directStartId: string }
  /** To somebody who is asked to join a workspace. */
  | { message: 'join'; invitationId: string }
  /** To whoever scheduled a draft: it could not be sent. */
  | { message: 'not_sent'; draftId: string }
  /** To the sender: a signer or an observer did not get their email. */
  | {
      message: 'not_delivered'
      documentId: string
      about: 'invitation' | 'completed' | 'observer_copy'
      signingRequestId: string | null
    }
  /** To whoever scheduled a draft: it was deleted with the document that it was a copy of. */
  | { message: 'draft_deleted'; draftId: string; documentId: string; scheduledBy: string | null }
  /** `eventId` names the held `signing_request.sent` that waits for the outcome (sequential release). */
  | { message: 'invitation'; signingRequestId: string; eventId?: string }
  /** To the workspace: a signer names the person who should sign instead. */
  | { message: 'hand_over'; signingRequestId: string }
  /** To the workspace: a signer has declined. */
  | { message: 'declined'; signingRequestId: string }
  /** To the workspace: signers have let the time pass; one email for all of a document. */
  | { message: 'expired'; documentId: string }
  /** To the workspace: the document is complete. */
  | { message: 'sender_copy'; documentId: string }
  /** To a signer who had been invited: the sender has withdrawn the request. */
  | { message: 'withdrawn'; signingRequestId: string }
  /** To a signer who has signed: another one has declined, or the sender has withdrawn the document. */
  | { message: 'stopped'; signingRequestId: string }
  /** The copy for a signer when the document is complete. */
  | { message: 'completed'; signingRequestId: string }
  /** The copy for an observer, by position in `documents.observers`. */
  | { message: 'observer_copy'; documentId: string; observer: number }

/** What every payload may have besides: the sandbox whose context has added the job. */
export interface SandboxTag {
  sandbox?: string
}

export type TaskName = keyof Tasks

/**
 * Attempts before a job counts as failed for good (a row in `job_failures`). The n-th retry waits e^n seconds, at most
 * 6 hours: 400 attempts take longer than any link lives (`EXPIRY.maxDays`), 9 about an hour and
 * a half: whoever reminds by then should not cause a second text message. `reconcile` retries sealing for as
 * long as it is due, and the cron tasks run again anyway.
 */
export const MAX_ATTEMPTS: Record<TaskName, number> = {
  'seal-document': 4,
  'send-email': 400,
  'send-sms': 9,
  'bulk-send': 6,
  'send-draft': 9,
  'settle-hooks': 9,
  'recover-hook': 9,
  'expire-requests': 3,
  'end-reviews': 3,
  remind: 3,
  prune: 3,
  'check-files': 3,
  renew: 3,
  'returned-mails': 3,
  reconcile: 3,
}

/** The parts of the background work. A process does all of them, or some (`countersign worker --only`). */
export const WORKER_ROLES = ['seal', 'mail', 'deliveries', 'due'] as const
export type WorkerRole = (typeof WORKER_ROLES)[number]

/** Whose work a task is. The webhook engine, which has no tasks, belongs to `deliveries`. */
export const ROLE_OF: Record<TaskName, WorkerRole> = {
  'seal-document': 'seal',
  renew: 'seal',
  'send-email': 'mail',
  'send-sms': 'mail',
  'returned-mails': 'mail',
  'settle-hooks': 'deliveries',
  'recover-hook': 'deliveries',
  'bulk-send': 'due',
  'send-draft': 'due',
  'expire-requests': 'due',
  'end-reviews': 'due',
  remind: 'due',
  prune: 'due',
  'check-files': 'due',
  reconcile: 'due',
}

/** An email that has failed this often is overdue: about 80 minutes after the first attempt. */
export const OVERDUE_EMAIL_ATTEMPT = 9

/**
 * Among due jobs, lower numbers run first. A seal uses a PDF worker and waits for time-stamp authorities: with a higher
 * priority, a hundred documents completed at the same time would delay every invitation.
 */
export const PRIORITY: Record<TaskName, number> = {
  'seal-document': 10,
  'send-email': 0,
  'send-sms': 0,
  // A thousand rows wait, not the invitations of others.
  'bulk-send': 10,
  'send-draft': 0,
  'settle-hooks': 10,
  'recover-hook': 10,
  'expire-requests': 0,
  'end-reviews': 0,
  remind: 0,
  prune: 0,
  'check-files': 20,
  renew: 20,
  'returned-mails': 0,
  reconcile: 0,
}
