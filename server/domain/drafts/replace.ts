import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { DomainError } from '../errors.ts'
import { invalid } from '../invalid.ts'
import { type DocumentRow, loadSigners, lockDocument, type SignerRow } from '../records/documents.ts'
import { recordWork } from '../records/workspaces/log.ts'
import type { Sender } from '../sending/plan.ts'
import type { Created } from '../sending/send.ts'
import { allows } from '../signers/states.ts'
import { withdrawOpen } from '../signing/withdraw.ts'
import type { DraftRow } from './read.ts'

/** The document that a draft replaces, locked, as it is when the draft is sent. */
export interface Replaced {
  document: DocumentRow
  signers: SignerRow[]
}

/** @throws DomainError `invalid_request` where everybody has signed it since the draft was made; `not_found` */
export async function lockReplaced(tx: Tx, draft: DraftRow, id: string): Promise<Replaced> {
  const document = await lockDocument(tx, id)
  if (document.workspace_id !== draft.workspace_id) throw new DomainError('not_found', 'no document with this id')
  const signers = await loadSigners(tx, id)
  if (signers.every(({ status }) => status === 'signed') && !draft.carried?.was_signed) {
    throw invalid('replaces', `Everybody has signed ${document.title} in the meantime. It can no longer be replaced.`)
  }
  return { document, signers }
}

/** Withdraws what is open of a document in whose place others were sent, in the transaction that sends them (decision 0566). */
export async function replace(
  ctx: Ctx,
  tx: Tx,
  actor: Sender,
  { document, signers }: Replaced,
  created: readonly Created[],
): Promise<void> {
  const text = `replaced by ${created.map(({ document: { id } }) => id).join(', ')}`
  const reason = { text, isShared: false }
  await withdrawOpen(ctx, tx, actor, { document, signers, reason })
  await recordWork(ctx, tx, actor, 'document.sent_again', { name: document.title, id: document.id })
}

/** How many requests are withdrawn when a document is replaced. */
export function openRequests(signers: readonly SignerRow[]): number {
  return signers.filter(({ status }) => allows('withdraw', status)).length
}
