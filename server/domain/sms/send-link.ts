import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { SmsError } from '../../sms/index.ts'
import type { SmsFailure } from '../events/catalogue.ts'
import { fill } from '../fill.ts'
import { type MailFacts, subjectOf } from '../messages/facts.ts'
import { mailTexts } from '../messages/locales/index.ts'
import type { SignerRow } from '../records/documents.ts'
import { refundCode, takeCode } from '../records/workspaces/sms-allowance.ts'
import { signingUrl } from '../signers/link.ts'
import { countSend, uncountSend } from './day-caps.ts'
import { deliverSms, shortened } from './deliver.ts'

/** What became of a message: the provider's id of it, or why there is none, with the provider's own code. */
export type LinkSent = { messageId: string } | { reason: SmsFailure; providerCode: string | null }

/** Reasons that a later attempt cannot change; `allowance_exhausted` and `blocked` may clear, but not within hours. */
export const isPassing = (reason: SmsFailure) => reason === 'provider_error'

/**
 * Sends a signer's link by SMS (decision 0028). It takes one of the month's allowance and counts towards the limit of
 * its number, as a code does; what the provider refused does neither.
 */
export async function sendLink(ctx: Ctx, facts: MailFacts & { signer: SignerRow }): Promise<LinkSent> {
  const claim = await claimMessage(ctx, facts)
  if ('reason' in claim) return { reason: claim.reason, providerCode: null }
  try {
    return await deliverSms(ctx, {
      to: claim.phone,
      text: textOf(ctx, facts),
      about: subjectOf(facts.signer, 'invitation'),
    })
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    const { reason, providerCode } = error
    ctx.log.warn({ err: error, reason, provider_code: providerCode }, 'could not send a link by SMS')
    await transaction(ctx.db, async (tx) => {
      await uncountSend(tx, claim.id)
      await refundCode(tx, facts.workspace.id, claim.month)
    })
    return { reason, providerCode }
  }
}

/** One message of the allowance, taken before the provider is called. */
interface Claim {
  id: string
  month: string
  phone: string
}

async function claimMessage(
  ctx: Ctx,
  { signer, workspace }: { signer: SignerRow; workspace: MailFacts['workspace'] },
): Promise<Claim | { reason: SmsFailure }> {
  const phone = signer.phone_e164
  if (ctx.sms.kind === 'none') return { reason: 'not_configured' }
  if (phone === null) return { reason: 'invalid_number' }
  return transaction(ctx.db, async (tx) => {
    const month = await takeCode(ctx, tx, workspace)
    if (month === null) return { reason: 'allowance_exhausted' }
    const id = randomUUID()
    const counted = await countSend(ctx, tx, { claim: id, workspaceId: workspace.id, signingRequestId: null, phone })
    if (counted === 'counted') return { id, month, phone }
    await refundCode(tx, workspace.id, month)
    return { reason: 'blocked' }
  })
}

/** The link stands on a line of its own, so that no phone takes the punctuation of a sentence for a part of it. */
function textOf(ctx: Ctx, { signer, document, workspace }: MailFacts & { signer: SignerRow }): string {
  const text = invitationText({ locale: signer.locale, sender: workspace.name, title: document.title })
  return `${text}\n\n${signingUrl(ctx, signer)}`
}

/** What an invitation by SMS says before the link. */
export function invitationText({ locale, sender, title }: { locale: string; sender: string; title: string }): string {
  return fill(mailTexts(locale).smsInvitation, { sender: shortened(sender), title: shortened(title) })
}
