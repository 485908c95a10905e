import type { Ctx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { recordEvent } from '../events/record.ts'
import type { AuditEntry } from '../records/audit.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'
import { reviewUrl } from '../signers/review.ts'
import type { Sender } from './plan.ts'

/** The document of a review, in the transaction that makes it. */
export interface Staged {
  document: DocumentRow
  /** None: a file. */
  signers: SignerRow[]
}

/**
 * `template_instance.staged` (contract 6.3), in the caller's transaction. It names the key that staged: what a person
 * stages in the dashboard is reported from its confirmation on.
 */
export async function recordStaged(ctx: Ctx, tx: Tx, actor: Sender, { document, signers }: Staged): Promise<void> {
  if (actor.kind !== 'apiKey') return
  const { id, template_id: templateId, template_version: version, review_expires_at: expiresAt } = document
  if (templateId === null || version === null || expiresAt === null) throw new Error(`document ${id} is not staged`)
  const common = {
    document_id: id,
    template_id: templateId,
    template_version: version,
    review_url: reviewUrl(ctx, id),
    review_expires_at: expiresAt.toISOString(),
    source: 'v1_api' as const,
    api_key_id: actor.keyId,
  }
  const recipients = signers.map((signer) => ({
    signing_request_id: signer.id,
    slot: signer.slot!,
    email: signer.email,
    channel: signer.channel,
  }))
  await recordEvent(ctx, tx, {
    type: 'template_instance.staged',
    workspaceId: document.workspace_id,
    documentId: id,
    signingRequestId: null,
    payload:
      document.kind === 'file'
        ? { ...common, kind: 'file', filename: document.filename }
        : { ...common, kind: 'esign', signing_mode: document.signing_mode, recipients },
  })
}

/** The entry of the audit trail. */
export function stagedEntry(actor: Sender, { review_expires_at: expiresAt }: DocumentRow): AuditEntry {
  return { type: 'staged', meta: { review_expires_at: expiresAt?.toISOString() ?? null }, actor }
}
