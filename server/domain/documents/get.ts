import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { type DocumentRow, loadDocument, loadSigners, type SignerRow } from '../records/documents.ts'

export interface DocumentView {
  document: DocumentRow
  signers: SignerRow[]
  /** Whether the document has a `callback_url` hook. */
  callbackConfigured: boolean
  /** When retention deletes the files; null without a retention setting or before completion. */
  deletesAt: Date | null
}

const DAY_MS = 86_400_000

/** A document with its signers (contract 2.9, 4.12). @throws DomainError `not_found` */
export async function getDocument(ctx: Ctx, actor: Actor, id: string): Promise<DocumentView> {
  assertMay(ctx, actor, 'getDocument')
  const document = await loadDocument(ctx.db, actor.workspaceId, id)
  const [signers, callback, workspace] = await Promise.all([
    loadSigners(ctx.db, id),
    ctx.db.selectFrom('hooks').select('id').where('document_id', '=', id).executeTakeFirst(),
    ctx.db
      .selectFrom('workspaces')
      .select('retention_days')
      .where('id', '=', actor.workspaceId)
      .executeTakeFirstOrThrow(),
  ])
  const days = workspace.retention_days
  const deletesAt =
    document.completed_at && days !== null ? new Date(document.completed_at.getTime() + days * DAY_MS) : null
  return { document, signers, callbackConfigured: callback !== undefined, deletesAt }
}
