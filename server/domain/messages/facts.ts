import type { Ctx } from '../../context.ts'
import type { DocumentRow, SignerRow } from '../records/documents.ts'

/** The facts every email about a document needs. */
export interface MailFacts {
  document: DocumentRow
  /** The workspace's name, which the recipient sees as the sender. */
  sender: string
}

/** Reads a signer with its document; null if it no longer exists, so that a late job does nothing. */
export async function readSignerFacts(
  ctx: Ctx,
  signingRequestId: string,
): Promise<(MailFacts & { signer: SignerRow }) | null> {
  const signer = await ctx.db
    .selectFrom('signing_requests')
    .selectAll()
    .where('id', '=', signingRequestId)
    .executeTakeFirst()
  const facts = signer && (await readDocumentFacts(ctx, signer.document_id))
  return facts ? { ...facts, signer } : null
}

/** Reads a document and its sender's name; null when there is none. */
export async function readDocumentFacts(ctx: Ctx, documentId: string): Promise<MailFacts | null> {
  const document = await ctx.db.selectFrom('documents').selectAll().where('id', '=', documentId).executeTakeFirst()
  if (!document) return null
  const workspace = await ctx.db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', document.workspace_id)
    .executeTakeFirstOrThrow()
  return { document, sender: workspace.name }
}
