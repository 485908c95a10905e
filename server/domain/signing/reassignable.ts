import type { Tx } from '../../db/database.ts'
import { DomainError } from '../errors.ts'
import { loadSigners, type SignerRow } from '../records/documents.ts'
import { isPastExpiry } from '../signers/checks.ts'
import { ACTIONS, deadReason } from '../signers/states.ts'
import { invalidState } from './withdraw.ts'

/** The states of a request that can be given to somebody else. */
export type Reassignable = (typeof ACTIONS.reassign.from)[number]

/** The caller holds the document's lock. @throws DomainError `expired`, `invalid_state`, `not_reassignable` (`meta.reason`) */
export async function assertReassignable(tx: Tx, signer: SignerRow, now: Date): Promise<Reassignable> {
  const status = ACTIONS.reassign.from.find((open) => open === signer.status)
  if (signer.status === 'expired' || (status && isPastExpiry(signer, now))) {
    throw new DomainError('expired', 'the signing request has expired')
  }
  if (!status) throw invalidState(signer, ACTIONS.reassign.from)
  const others = await loadSigners(tx, signer.document_id)
  if (deadReason(others.map((each) => each.status))) {
    throw notReassignable('cannot_complete', 'the document can no longer be completed')
  }
  const saved = await tx
    .selectFrom('fields')
    .select('id')
    .where('signing_request_id', '=', signer.id)
    .where('value', 'is not', null)
    .where('saved_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  const instead = 'withdraw the request and send a new one'
  if (saved) throw notReassignable('value_saved', `the signer has begun to fill in the document; ${instead}`)
  const code = await tx
    .selectFrom('sms_codes')
    .select('attempt')
    .where('signing_request_id', '=', signer.id)
    .where('accepted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (code || signer.sms_verified_at) throw notReassignable('code_sent', `the signer has asked for a code; ${instead}`)
  return status
}

type Reason = 'value_saved' | 'code_sent' | 'cannot_complete' | 'staged'

export function notReassignable(reason: Reason, message: string): DomainError {
  return new DomainError('not_reassignable', message, { meta: { reason } })
}
