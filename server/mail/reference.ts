import { createHash } from 'node:crypto'
import type { MailMessage } from './mail.ts'

/** The header and the tag that carry it. */
export const REFERENCE_HEADER = 'Countersign-Email'
export const REFERENCE_TAG = 'countersign_email'

/** How an email is lost that the provider had taken. */
export const RETURNED = ['bounced', 'suppressed', 'provider_failed'] as const

/** Which email it was, as whoever returns one repeats it to us. */
export interface EmailReference {
  message: 'invitation' | 'completed' | 'observer_copy'
  /** Of the signing request; of the document for a copy to an observer. */
  id: string
  /** A digest of the address: what is returned may name the one that it was forwarded to. */
  address: string
}

/** Null for an email whose loss concerns nobody but its reader. */
export function referenceOf({ to, about }: Pick<MailMessage, 'to' | 'about'>): string | null {
  if (!about) return null
  const { kind, documentId, signingRequestId } = about
  const message = kind === 'reminder' ? 'invitation' : kind
  const id = message === 'observer_copy' ? documentId : signingRequestId
  return ['invitation', 'completed', 'observer_copy'].includes(message) ? `${message}_${id}_${digestOf(to)}` : null
}

/** Null for what is not one of ours. */
export function readReference(text: string): EmailReference | null {
  const found = /^(invitation|completed|observer_copy)_([0-9a-f-]{36})_([0-9a-f]{16})$/.exec(text)
  return found && { message: found[1] as EmailReference['message'], id: found[2]!, address: found[3]! }
}

/** Whether the email went to this address. */
export function wentTo({ address }: EmailReference, email: string): boolean {
  return digestOf(email) === address
}

function digestOf(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 16)
}
