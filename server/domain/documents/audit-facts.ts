import { maskPhone } from '../mask.ts'
import type { AuditType, ChainedAuditEvent, PublishedAuditEvent } from '../records/audit.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import type { StoredRevision } from '../records/revisions.ts'
import { deadReason } from '../signers/states.ts'
import { whoActed } from './audit-entries.ts'
import { accessWords, reachWords } from './audit-sent.ts'
import { inkWords, removedWords } from './audit-words.ts'

/** A label and a value of the printed trail. */
export type AuditFact = [label: string, value: string]

/** The document, who sent it, its hashes and its seal. */
export function documentFacts(
  document: DocumentRow,
  signers: SignerRow[],
  revisions: StoredRevision[],
  events: ChainedAuditEvent[],
): AuditFact[] {
  const dead = deadReason(signers.map(({ status }) => status))
  const facts: [string, string | null][] = [
    ['File name', document.filename],
    ...senderFacts(events),
    ['Created', utc(document.created_at)],
    ['Completed', utc(document.completed_at)],
    ['Can complete', dead === null ? null : `no: a signer has ${dead === 'withdrawn' ? 'been withdrawn' : dead}`],
    ['Signing order', document.signing_mode === 'parallel' ? 'all at once' : 'one after the other'],
    ['SHA-256 as sent to us', document.original_sha256],
    ['SHA-256 as shown', document.sha256],
    ['Removed from the file', document.removed.length > 0 ? removedWords(document.removed) : null],
    ['SHA-256, sealed', document.signed_sha256],
    ['SHA-256, renewed', revisions.findLast(({ kind }) => kind === 'renewal')?.sha256 ?? null],
    ['Seal', document.seal_level && `PAdES ${document.seal_level}, certificate serial ${document.cert_serial}`],
    ['Time-stamp', document.tsa_provider && `${utc(document.tsa_signed_at)} by ${document.tsa_provider}`],
    [
      'Audit trail in the seal',
      document.audit_head_hash && `event ${document.audit_head_seq}, ${document.audit_head_hash}`,
    ],
    ['Files deleted', utc(document.deleted_at)],
  ]
  return facts.filter((fact): fact is AuditFact => fact[1] !== null)
}

/** Who sent it, and who prepared it where that was somebody else; entries from before they named anybody say only how. */
function senderFacts(events: ChainedAuditEvent[]): AuditFact[] {
  const by = (type: AuditType) => {
    const event = events.find((each) => each.type === type)
    return event ? (whoActed(event) ?? UNNAMED[event.actor]) : null
  }
  const [prepared, sent] = [by('created'), by('sent')]
  const facts: [string, string | null][] = [
    ['Prepared by', prepared === sent ? null : prepared],
    ['Sent by', sent],
  ]
  return facts.filter((fact): fact is AuditFact => fact[1] !== null)
}

const UNNAMED: Record<PublishedAuditEvent['actor'], string | null> = {
  api_key: 'an API key of the workspace',
  user: 'a person of the workspace, in the dashboard',
  signer: null,
  system: null,
}

/** @param own the signer's entries of the trail, oldest first */
export function signerFacts(
  signer: SignerRow,
  own: ChainedAuditEvent[],
  { revision, device }: { revision: StoredRevision | undefined; device: string | null },
): AuditFact[] {
  const access = accessWords(own)
  const level = signer.sms_verified_at ? `Advanced (AES): ${access}, and a code by SMS` : `Simple (SES): ${access}`
  const facts: [string, string | null][] = [
    ['Company', signer.company],
    ['Job title', signer.job_title],
    ['Reference', signer.reference],
    ['Asked to sign', signer.invited_at && [utc(signer.invited_at), reachWords(own)].filter(Boolean).join('; ')],
    ['Given to this person', utc(signer.reassigned_at)],
    ['Viewed', utc(signer.viewed_at)],
    ['Signed', utc(signer.signed_at)],
    ...madeBy(own),
    ['Signed with', device],
    ['Phone verified', phoneFact(signer)],
    ['Signature level', access && level],
    ['SHA-256, signed', revision ? revision.sha256 : null],
    ['Declined', utc(signer.declined_at)],
    ['Reason', signer.decline_reason],
    ['Withdrawn', utc(signer.withdrawn_at)],
    ['Expired', utc(signer.expired_at)],
  ]
  return facts.filter((fact): fact is AuditFact => Boolean(fact[1]))
}

/** How the signature and the initials were made, where that was recorded. */
function madeBy(own: ChainedAuditEvent[]): AuditFact[] {
  const { ink, initials_ink: initials } = own.find(({ type }) => type === 'signed')?.meta ?? {}
  return [
    ...(Array.isArray(ink) ? [['Signature', inkWords(ink)] as AuditFact] : []),
    ...(Array.isArray(initials) ? [['Initials', inkWords(initials)] as AuditFact] : []),
  ]
}

/** The number, the time, and the provider's message id, by which the provider can look up the rest. */
function phoneFact(signer: SignerRow): string | null {
  const { sms_verified_at: at, sms_provider: provider, sms_message_id: id } = signer
  return at && `${utc(at)}, ${maskPhone(signer.phone_e164)}, code sent by ${provider} as ${id}`
}

function utc(at: Date | null): string | null {
  return at && `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
