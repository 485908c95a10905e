import type { DocumentView } from '../../../domain/documents/get.ts'
import type { SignerRow } from '../../../domain/records/documents.ts'
import { isBySms } from '../../../domain/signers/channel.ts'
import { isPastExpiry } from '../../../domain/signers/checks.ts'
import { reviewState } from '../../../domain/signers/review.ts'
import { allows, deadReason } from '../../../domain/signers/states.ts'

/** Whether codes or the invitation go to a phone. */
export const usesPhone = (signer: SignerRow): boolean => signer.require_sms_verification || isBySms(signer)

export type SignerAct = 'remind' | 'changePhone' | 'reassign' | 'withdraw'

/** What the state of a document and of one of its signers allows now, whoever may do it. */
export function possibleActs(
  { document, signers }: Pick<DocumentView, 'document' | 'signers'>,
  signer: SignerRow,
  now: Date,
): Record<SignerAct, boolean> {
  const isOver = isPastExpiry(signer, now)
  // The recipients of a staged document are changed in its review.
  const isOut = reviewState(document, now) !== 'staged'
  const canComplete = deadReason(signers.map(({ status }) => status)) === null
  return {
    remind: !isOver && allows('remind', signer.status),
    changePhone:
      !isOver && usesPhone(signer) && signer.sms_verified_at === null && allows('change_phone', signer.status),
    reassign: isOut && canComplete && !isOver && allows('reassign', signer.status),
    withdraw: allows('withdraw', signer.status),
  }
}
