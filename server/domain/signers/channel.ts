import { maskPhone } from '../mask.ts'
import type { AuditMeta } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'

type Invited = Pick<SignerRow, 'channel'>

/** Whether a signer is invited and reminded by email. */
export function isByEmail({ channel }: Invited): boolean {
  return channel !== 'sms'
}

/** Whether a signer is invited and reminded by SMS. */
export function isBySms({ channel }: Invited): boolean {
  return channel !== 'email'
}

interface Receiver extends Invited {
  requireSms: boolean
}

/** The text messages that a send needs: a code of each signer who confirms a phone, an invitation of each by SMS. */
export function messagesOf(signers: readonly Receiver[], isInviting: boolean): number {
  const codes = signers.filter(({ requireSms }) => requireSms).length
  return isInviting ? codes + signers.filter(isBySms).length : codes
}

/** How somebody is invited, for the audit trail. */
export function invitedBy({ channel, email, emailed, texted, phone_e164: phone }: SignerRow): AuditMeta {
  const bySms: AuditMeta = isBySms({ channel }) ? { texted, phone_masked: maskPhone(phone) } : {}
  return { channel, email, emailed, ...bySms }
}
