import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { SignerRow } from '../records/documents.ts'
import type { EventPayloads, SignerEventOwn, SignerEventType } from './catalogue.ts'
import { type RecordOptions, recordEvent } from './record.ts'
import { signerBlock } from './signer-block.ts'

/** Records an event about one signer, with the block and the keys every `signing_request.*` event has (contract 6.3). */
export async function recordSignerEvent<T extends SignerEventType>(
  ctx: Ctx,
  tx: Tx,
  signer: SignerRow,
  type: T,
  own: SignerEventOwn[T],
  options: RecordOptions = {},
): Promise<string> {
  // This is exactly `SignerEventPayload<T>`, but the compiler cannot resolve the mapped type for an open T.
  const payload = {
    signing_request_id: signer.id,
    document_id: signer.document_id,
    signer: signerBlock(signer),
    ...own,
    role: signer.role,
    reference: signer.reference,
  } as EventPayloads[T]
  const { eventId } = await recordEvent(
    ctx,
    tx,
    { type, workspaceId: signer.workspace_id, documentId: signer.document_id, signingRequestId: signer.id, payload },
    options,
  )
  return eventId
}
