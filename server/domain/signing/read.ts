import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { type ChainedAuditEvent, readAudit } from '../records/audit.ts'
import { type DocumentRow, loadDocument, loadSigner, loadSigners, type SignerRow } from '../records/documents.ts'
import { atReviewEnd } from '../signers/review.ts'

/** A signing request with the document it belongs to. */
export interface SigningRequestView {
  signer: SignerRow
  document: DocumentRow
  /** All signers of the document, this one included. */
  signers: SignerRow[]
}

/** One signer's row (contract 2.9). @throws DomainError `not_found` */
export async function getSigningRequest(ctx: Ctx, actor: Actor, id: string): Promise<SigningRequestView> {
  assertMay(ctx, actor, 'getSigningRequest')
  const signer = await loadSigner(ctx.db, actor.workspaceId, id)
  const [document, signers] = await Promise.all([
    loadDocument(ctx.db, actor.workspaceId, signer.document_id),
    loadSigners(ctx.db, signer.document_id),
  ])
  const asOfNow = (row: SignerRow) => atReviewEnd(document, row, ctx.clock.now())
  return { signer: asOfNow(signer), document, signers: signers.map(asOfNow) }
}

/** This signer's events, oldest first; `hash` chains them into the document's whole trail. */
export async function readSignerAudit(
  ctx: Ctx,
  { document, signer }: SigningRequestView,
): Promise<ChainedAuditEvent[]> {
  return readAudit(ctx.db, document.id, signer.id)
}
