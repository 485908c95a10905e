import type { SignerStatus } from '../../db/schema.ts'

/**
 * The signer's state machine (contract 3), as a table. Every transition is made under the document's row lock.
 *
 * A signer of a parallel send starts `pending`; of a sequential send the first starts `pending`, the others `queued`.
 * `queued`   waits for the signer before; only the release makes it `pending`. Nothing is sent for it.
 * `pending`  is invited. The first load of the document by the signer's browser makes it `viewed`.
 * `viewed`   has the document. Signing makes it `signed`.
 * `signed`, `declined`, `withdrawn` are final. `expired` is final but for a withdrawal, which tidies up.
 * A declined, withdrawn or expired signer means that the document can never complete; the others keep their state.
 */
export const TRANSITIONS = {
  release: { from: ['queued'], to: 'pending' },
  view: { from: ['pending'], to: 'viewed' },
  sign: { from: ['pending', 'viewed'], to: 'signed' },
  decline: { from: ['pending', 'viewed'], to: 'declined' },
  withdraw: { from: ['pending', 'viewed', 'expired'], to: 'withdrawn' },
  expire: { from: ['pending', 'viewed'], to: 'expired' },
} as const satisfies Record<string, { from: readonly SignerStatus[]; to: SignerStatus }>

export type Transition = keyof typeof TRANSITIONS

/** Whether a signer in this state may make the transition. */
export function allows(transition: Transition, status: SignerStatus): boolean {
  return (TRANSITIONS[transition].from as readonly SignerStatus[]).includes(status)
}

/** States in which a reminder makes sense (contract 4.11). */
export const REMINDABLE: readonly SignerStatus[] = ['pending', 'viewed']

/** States in which the phone number may still change (contract 3, end). */
export const EDITABLE: readonly SignerStatus[] = ['queued', 'pending', 'viewed']

/** Why a document can no longer complete, or null while it can. */
export function deadReason(statuses: readonly SignerStatus[]): 'declined' | 'withdrawn' | 'expired' | null {
  for (const reason of ['declined', 'withdrawn', 'expired'] as const) if (statuses.includes(reason)) return reason
  return null
}

export type DocumentStatus = 'pending' | 'signed' | 'declined' | 'withdrawn' | 'expired'

/** A document's status, first match (`decisions`, Reads): `signed` only once the sealed bytes are stored. */
export function documentStatus(sealed: boolean, statuses: readonly SignerStatus[]): DocumentStatus {
  if (sealed) return 'signed'
  return deadReason(statuses) ?? 'pending'
}
