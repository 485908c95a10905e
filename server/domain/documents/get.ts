import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { type DocumentRow, noDocument, type SignerRow } from '../records/documents.ts'
import { signersAsJson, signersOf } from '../records/signers-json.ts'
import { isUuid } from '../uuid.ts'

export interface DocumentView {
  document: DocumentRow
  signers: SignerRow[]
  /** Whether the document has a `callback_url` hook. */
  callbackConfigured: boolean
  /** When retention deletes the files; null without a retention setting or before completion. */
  deletesAt: Date | null
}

const DAY_MS = 86_400_000

/** A document with its signers (contract 2.9, 4.12), in one statement. @throws DomainError `not_found` */
export async function getDocument(ctx: Ctx, actor: Actor, id: string): Promise<DocumentView> {
  assertMay(ctx, actor, 'getDocument')
  if (!isUuid(id)) throw noDocument()
  const row = await ctx.db
    .selectFrom('documents')
    .leftJoin('workspaces', 'workspaces.id', 'documents.workspace_id')
    .selectAll('documents')
    .select((eb) => [
      'workspaces.id as workspace',
      'retention_days',
      eb.exists(eb.selectFrom('hooks').select('id').whereRef('document_id', '=', 'documents.id')).as('callback'),
      signersAsJson('documents.id').as('signers'),
    ])
    .where('documents.id', '=', id)
    .where('workspace_id', '=', actor.workspaceId)
    .executeTakeFirst()
  if (!row) throw noDocument()
  const { workspace, retention_days: days, callback, signers, ...document } = row
  if (workspace === null) throw new Error('the workspace of the document no longer exists')
  const deletesAt =
    document.completed_at && days !== null ? new Date(document.completed_at.getTime() + days * DAY_MS) : null
  return { document, signers: signersOf(signers), callbackConfigured: Boolean(callback), deletesAt }
}
