import type { Ctx } from '../../../context.ts'
import type { UserActor } from '../../../domain/actor.ts'
import type { DocumentView } from '../../../domain/documents/get.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { SignerRow } from '../../../domain/records/documents.ts'
import { remindSigningRequest } from '../../../domain/signing/remind.ts'
import { possibleActs } from './signer-acts.ts'

export interface ReminderOutcome {
  sent: SignerRow[]
  /** With why; none of them is a failure of ours, which is thrown. */
  unsent: { signer: SignerRow; why: DomainError }[]
}

/** Reminds everybody who can be reminded of a document now. */
export async function remindAll(ctx: Ctx, actor: UserActor, shown: DocumentView): Promise<ReminderOutcome> {
  const due = shown.signers.filter((signer) => possibleActs(shown, signer, ctx.clock.now()).remind)
  const outcomes = await Promise.allSettled(due.map(({ id }) => remindSigningRequest(ctx, actor, id)))
  const reminded: ReminderOutcome = { sent: [], unsent: [] }
  for (const [at, outcome] of outcomes.entries()) {
    const signer = due[at]!
    if (outcome.status === 'fulfilled') reminded.sent.push(signer)
    else if (outcome.reason instanceof DomainError) reminded.unsent.push({ signer, why: outcome.reason })
    else throw outcome.reason
  }
  return reminded
}
