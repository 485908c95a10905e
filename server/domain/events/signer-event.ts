import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { SignerRow } from '../records/documents.ts'
import type { EventPayloads, SignerEventOwn, SignerEventType } from './catalogue.ts'
import { type DomainEvent, type RecordOptions, recordEvent } from './record.ts'
import { signerBlock } from './signer-block.ts'

/** An event about one signer, with the block and the keys every `signing_request.*` event has (contract 6.3). */
export function signerEvent<T extends SignerEventType>(
  signer: SignerRow,
  type: T,
  own: SignerEventOwn[T],
): DomainEvent<T> {
  // This is exactly `SignerEventPayload<T>`, but the compiler cannot resolve the mapped type for an open T.
  const payload = {
    signing_request_id: signer.id,
    document_id: signer.document_id,
    signer: signerBlock(signer),
    ...own,
    role: signer.role,
    reference: signer.reference,
  } as EventPayloads[T]
  const { workspace_id: workspaceId, document_id: documentId, id: signingRequestId } = signer
  return { type, workspaceId, documentId, signingRequestId, payload }
}

/** Records it. */
export async function recordSignerEvent<T extends SignerEventType>(
  ctx: Ctx,
  tx: Tx,
  signer: SignerRow,
  type: T,
  own: SignerEventOwn[T],
  options: RecordOptions = {},
): Promise<string> {
  const { eventId } = await recordEvent(ctx, tx, signerEvent(signer, type, own), options)
  return eventId
}
