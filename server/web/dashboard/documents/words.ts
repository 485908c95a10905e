import type { DocumentRow, SignerRow } from '../../../domain/records/documents.ts'
import { fileProblem } from '../../../domain/records/file-problem.ts'
import { sealProblem } from '../../../domain/records/seal-problem.ts'
import { documentStatus } from '../../../domain/signers/states.ts'
import type { Tone } from '../parts/pieces.tsx'

/** A state as its pill says it. */
export interface Words {
  tone: Tone
  text: string
}

/** Where a document stands, and for whom it waits. */
export function statusWords(document: DocumentRow, signers: SignerRow[], now: Date): Words {
  if (fileProblem(document) && !document.deleted_at) return { tone: 'bad', text: 'File damaged' }
  const status = documentStatus(
    document,
    signers.map((signer) => signer.status),
    now,
  )
  const who = (state: SignerRow['status']) => shortName(signers.find((signer) => signer.status === state))
  switch (status) {
    case 'staged':
      return { tone: 'idle', text: 'Awaiting review' }
    case 'discarded':
      return { tone: 'idle', text: 'Discarded' }
    case 'finalized':
      return { tone: 'ok', text: 'Finalized' }
    case 'signed':
      if (document.deleted_at) return { tone: 'ok', text: 'Signed, files deleted' }
      if (document.copies_undelivered) return { tone: 'bad', text: 'Copy not delivered' }
      return { tone: 'ok', text: 'Signed' }
    case 'abandoned':
      return { tone: 'idle', text: 'Ended without a seal' }
    case 'declined':
      return { tone: 'bad', text: `Declined by ${who('declined')}` }
    case 'withdrawn':
      return { tone: 'idle', text: 'Withdrawn' }
    case 'expired':
      return { tone: 'bad', text: `Expired for ${who('expired')}` }
    case 'pending':
      return pendingWords(document, signers)
  }
}

function pendingWords(document: DocumentRow, signers: SignerRow[]): Words {
  if (sealProblem(document)) return { tone: 'bad', text: 'Seal delayed' }
  if (document.seal_state === 'due') return { tone: 'wait', text: 'Being sealed' }
  if (document.hand_over_proposed) return { tone: 'bad', text: 'Meant for someone else?' }
  if (document.undelivered) return { tone: 'bad', text: 'Invitation not delivered' }
  const open = signers.filter(({ status }) => status === 'pending' || status === 'viewed')
  if (open.length > 1) return { tone: 'wait', text: `Waiting for ${open.length} people` }
  if (signers.length === 1 && open[0] && ownStatus(open[0]) === 'viewed')
    return { tone: 'wait', text: 'Seen, not signed' }
  return { tone: 'wait', text: `Waiting for ${shortName(open[0])}` }
}

/** Where one signer stands. @param canComplete whether everyone else has signed or still can */
export function signerWords(signer: SignerRow, { send_emails }: DocumentRow, canComplete: boolean): Words {
  switch (ownStatus(signer)) {
    case 'queued':
      return { tone: 'idle', text: canComplete ? 'Not yet their turn' : 'Was not asked' }
    case 'pending':
      if (send_emails && !signer.emailed && !signer.texted) return { tone: 'bad', text: 'Invitation not delivered' }
      return { tone: 'wait', text: 'Invited' }
    case 'viewed':
      return { tone: 'wait', text: 'Seen, not signed' }
    case 'signed':
      return { tone: 'ok', text: 'Signed' }
    case 'declined':
      return { tone: 'bad', text: 'Declined' }
    case 'withdrawn':
      return { tone: 'idle', text: 'Withdrawn' }
    case 'expired':
      return { tone: 'bad', text: 'Expired' }
  }
}

/** Without what only the person saw from whom they have the request (decision 0022 keeps the state). */
export function ownStatus({ status, viewed_at, reassigned_at }: SignerRow): SignerRow['status'] {
  if (status !== 'viewed' || viewed_at === null || reassigned_at === null) return status
  return reassigned_at > viewed_at ? 'pending' : status
}

export const personName = ({ name, email }: Pick<SignerRow, 'name' | 'email'>) => name ?? email

/** What people call each other, without titles such as “Dr.”; the address of somebody without a name. */
export function shortName(signer: Pick<SignerRow, 'name' | 'email'> | undefined): string {
  if (!signer) return 'nobody'
  const name = personName(signer)
  return (
    name
      .trim()
      .split(/\s+/)
      .find((word) => !word.endsWith('.')) ?? name
  )
}

/** Two letters that stand for somebody. */
export function initials(signer: Pick<SignerRow, 'name' | 'email'>): string {
  const words = personName(signer).trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : [words[0]!]
  return letters
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

/** Who sent it, and how. */
export function senderWords({ document, keyName, senderName }: Sender): string {
  if (keyName === null) return senderName ?? 'Dashboard'
  return `${document.template_id ? 'Template' : 'API'} · ${keyName}`
}

interface Sender {
  document: DocumentRow
  keyName: string | null
  senderName: string | null
}
