import type { ReviewState, SignerStatus } from '../../db/schema.ts'
import type { EventType } from '../events/catalogue.ts'
import type { DocumentRow } from '../records/documents.ts'
import { reviewState } from './review.ts'

/**
 * The state machines of a signer and of a document (contract 3), as tables. Every transition happens under the
 * document's row lock, by a verb that checks `allows` there. Published at `{site_url}/state-machine.json`.
 *
 * A signer of a parallel send starts `pending`; in a sequential send the first starts `pending`, the others `queued`; in a
 * staged instance all start `queued`.
 * After a signer has declined, been withdrawn or expired, the document can never complete; the others keep their state
 * and may still sign or decline, but no one is released or reminded any more.
 */
export const SIGNER_STATES: Record<SignerStatus, { final: boolean; meaning: string }> = {
  queued: { final: false, meaning: 'Waits for the signer before. Nothing has been sent, and no days are counted.' },
  pending: { final: false, meaning: 'Is invited. The days to sign are counted.' },
  viewed: { final: false, meaning: 'Has had the document on screen.' },
  signed: { final: true, meaning: 'Has signed.' },
  declined: { final: true, meaning: 'Has refused to sign.' },
  withdrawn: { final: true, meaning: 'Is no longer asked to sign.' },
  expired: { final: false, meaning: 'The days to sign are over. Can only be withdrawn, to tidy up.' },
}

interface TransitionRow {
  from: readonly SignerStatus[]
  to: SignerStatus
  trigger: string
  /** What must hold besides the state; null: nothing. */
  condition: string | null
  /** Null: none. */
  event: EventType | null
}

export const TRANSITIONS = {
  release: {
    from: ['queued'],
    to: 'pending',
    trigger: 'The previous signer of a sequential send signs.',
    condition: 'Every signer before has signed, and nobody has declined, expired or been withdrawn.',
    event: 'signing_request.sent',
  },
  view: {
    from: ['pending'],
    to: 'viewed',
    trigger: 'The signer’s browser loads the document, on the hosted page or in an embedded frame.',
    condition: 'Not past `expires_at`; with `sms_gate: before_view` only after the code is verified.',
    event: 'signing_request.viewed',
  },
  sign: {
    from: ['pending', 'viewed'],
    to: 'signed',
    trigger: 'The signer finishes.',
    condition:
      'Every page was displayed. Not past `expires_at`; with `require_sms_verification` only after the code is verified.',
    event: 'signing_request.signed',
  },
  decline: {
    from: ['pending', 'viewed'],
    to: 'declined',
    trigger: 'The signer declines.',
    condition: 'Not past `expires_at`.',
    event: 'signing_request.declined',
  },
  confirm: {
    from: ['queued'],
    to: 'pending',
    trigger: 'A staged instance is confirmed.',
    condition: 'All of a parallel send, the first of a sequential one.',
    event: 'signing_request.sent',
  },
  discard: {
    from: ['queued'],
    to: 'withdrawn',
    trigger: 'A staged instance is discarded.',
    condition: null,
    event: null,
  },
  withdraw: {
    from: ['pending', 'viewed', 'expired'],
    to: 'withdrawn',
    trigger: 'The sender withdraws the request, by API or in the dashboard.',
    condition: null,
    event: 'signing_request.withdrawn',
  },
  expire: {
    from: ['pending', 'viewed'],
    to: 'expired',
    trigger: 'The hourly expiry job.',
    condition: 'Past `expires_at`.',
    event: 'signing_request.expired',
  },
} as const satisfies Record<string, TransitionRow>

export type Transition = keyof typeof TRANSITIONS

/** Actions that do not change the state, and the states in which they are allowed (contract 3, 4.11). */
export const ACTIONS = {
  remind: { from: ['pending', 'viewed'], condition: 'Not past `expires_at`, and no reminder in the last 60 seconds.' },
  renew_link: { from: ['queued', 'pending', 'viewed', 'signed'], condition: 'Not past `expires_at`, unless signed.' },
  reassign: {
    from: ['queued', 'pending', 'viewed'],
    condition: 'Not past `expires_at`, the document can still complete, no value is saved and no code was sent.',
  },
  change_phone: { from: ['queued', 'pending', 'viewed'], condition: 'No code has been verified.' },
} as const satisfies Record<string, { from: readonly SignerStatus[]; condition: string }>

/** Whether the transition or action is allowed for a signer in this state. */
export function allows(what: Transition | keyof typeof ACTIONS, status: SignerStatus): boolean {
  const { from } = what in ACTIONS ? ACTIONS[what as keyof typeof ACTIONS] : TRANSITIONS[what as Transition]
  return (from as readonly SignerStatus[]).includes(status)
}

/** Why a document can no longer complete, or null while it can. */
export function deadReason(statuses: readonly SignerStatus[]): 'declined' | 'withdrawn' | 'expired' | null {
  for (const reason of ['declined', 'withdrawn', 'expired'] as const) if (statuses.includes(reason)) return reason
  return null
}

/**
 * The review of a staged instance of a template. What a call answers after the end depends on who ended it: somebody, or
 * time (decision 0507).
 */
export const REVIEW_STATES: Record<ReviewState, { final: boolean; meaning: string }> = {
  staged: { final: false, meaning: 'Waits for a review. Every signer is `queued`, and nobody has been invited.' },
  confirmed: { final: true, meaning: 'Was released: the first signers are invited, or the file is `finalized`.' },
  discarded: { final: true, meaning: 'Will not be sent. Signers are `withdrawn`, without an event; a file is erased.' },
}

interface ReviewRow {
  from: readonly ReviewState[]
  to: ReviewState
  trigger: string
  condition: string | null
  event: EventType
  /** What the call answers in the other states. */
  otherwise: Readonly<Record<string, string>>
}

export const REVIEW_TRANSITIONS = {
  confirm: {
    from: ['staged'],
    to: 'confirmed',
    trigger: '`POST /documents/{id}/confirm`, or a person in the dashboard.',
    condition: 'Within the review window of 14 days.',
    event: 'template_instance.confirmed',
    otherwise: {
      confirmed: '200 `already_confirmed: true`, nothing is sent',
      discarded: '409 `discarded`; 410 `review_expired` when the window was over',
      never_staged: '409 `not_staged`',
    },
  },
  discard: {
    from: ['staged'],
    to: 'discarded',
    trigger: '`POST /documents/{id}/discard`, or a person in the dashboard.',
    condition: null,
    event: 'template_instance.discarded',
    otherwise: {
      confirmed: '409 `already_confirmed`',
      discarded: '200 `already_discarded: true`',
      never_staged: '409 `not_staged`',
    },
  },
  elapse: {
    from: ['staged'],
    to: 'discarded',
    trigger: 'A job each minute, or the first call after the end.',
    condition: 'The review window of 14 days is over.',
    event: 'template_instance.discarded',
    otherwise: {},
  },
} as const satisfies Record<string, ReviewRow>

export type DocumentStatus =
  | 'staged'
  | 'discarded'
  | 'finalized'
  | 'pending'
  | 'signed'
  | 'abandoned'
  | 'declined'
  | 'withdrawn'
  | 'expired'

/** A document's status is the first of these that is true (decision 0014). */
export const DOCUMENT_STATES: readonly { status: DocumentStatus; when: string }[] = [
  { status: 'staged', when: 'Waits for a review.' },
  { status: 'discarded', when: 'Was discarded in the review, or the review window is over.' },
  { status: 'finalized', when: 'A file that was confirmed.' },
  { status: 'signed', when: 'Every signer has signed and the sealed PDF is stored.' },
  { status: 'abandoned', when: 'Every signer has signed, the PDF could not be sealed, and the sender ended it.' },
  { status: 'declined', when: 'A signer has declined.' },
  { status: 'withdrawn', when: 'A signer’s request was withdrawn.' },
  { status: 'expired', when: 'A signer’s request has expired.' },
  { status: 'pending', when: 'Otherwise, also while some have signed and while the seal is made.' },
]

/** `signed` only once the sealed bytes are stored; `discarded` from the end of the review window on. */
export function documentStatus(
  document: Pick<DocumentRow, 'kind' | 'seal_state' | 'review_state' | 'review_expires_at'>,
  statuses: readonly SignerStatus[],
  now: Date,
): DocumentStatus {
  const review = reviewState(document, now)
  if (review === 'staged' || review === 'discarded') return review
  if (document.kind === 'file') return 'finalized'
  if (document.seal_state === 'sealed') return 'signed'
  if (document.seal_state === 'abandoned') return 'abandoned'
  return deadReason(statuses) ?? 'pending'
}

/** All state machines as one machine-readable document: `{site_url}/state-machine.json`. */
export function stateMachine() {
  return {
    format: 1,
    signer: {
      initial: { parallel: 'pending', sequential: { first: 'pending', others: 'queued' }, staged: 'queued' },
      states: SIGNER_STATES,
      transitions: TRANSITIONS,
      actions: ACTIONS,
    },
    document: {
      states: DOCUMENT_STATES,
      completion: { event: 'document.completed', when: 'The document becomes `signed`, once.' },
    },
    review: { initial: 'staged', states: REVIEW_STATES, transitions: REVIEW_TRANSITIONS },
  }
}
