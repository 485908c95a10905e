import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { type DocumentRow, noDocument, type SignerRow } from '../records/documents.ts'
import { signersAsJson, signersFromJson } from '../records/signers-json.ts'
import { atReviewEnd } from '../signers/review.ts'
import { isUuid } from '../uuid.ts'

export interface DocumentView {
  document: DocumentRow
  signers: SignerRow[]
  /** Whether the document has a `callback_url` hook. */
  callbackConfigured: boolean
  /** When retention deletes the files; null without a retention setting or before completion. */
  deletesAt: Date | null
  /** The API key that sent it. */
  keyName: string | null
  /** The person who sent it from the dashboard; null: nobody, or no user any more. */
  senderName: string | null
}

const DAY_MS = 86_400_000

/** A document with its signers (contract 2.9, 4.12), in one statement. @throws DomainError `not_found` */
export async function getDocument(ctx: Ctx, actor: Actor, id: string): Promise<DocumentView> {
  assertMay(ctx, actor, 'getDocument')
  if (!isUuid(id)) throw noDocument()
  const row = await ctx.db
    .selectFrom('documents')
    .leftJoin('workspaces', 'workspaces.id', 'documents.workspace_id')
    .leftJoin('api_keys', 'api_keys.id', 'documents.api_key_id')
    .leftJoin('users', 'users.id', 'documents.sent_by')
    .selectAll('documents')
    .select((eb) => [
      'workspaces.id as workspace',
      'api_keys.name as key_name',
      sql<string | null>`coalesce(users.name, users.email)`.as('sender_name'),
      'retention_days',
      eb.exists(eb.selectFrom('hooks').select('id').whereRef('document_id', '=', 'documents.id')).as('callback'),
      signersAsJson('documents.id').as('signers'),
    ])
    .where('documents.id', '=', id)
    .where('documents.workspace_id', '=', actor.workspaceId)
    .executeTakeFirst()
  if (!row) throw noDocument()
  const { workspace, retention_days: days, callback, signers, key_name, sender_name, ...document } = row
  if (workspace === null) throw new Error('the workspace of the document no longer exists')
  const deletesAt =
    document.completed_at && days !== null ? new Date(document.completed_at.getTime() + days * DAY_MS) : null
  return {
    document,
    signers: signersFromJson(signers).map((signer) => atReviewEnd(document, signer, ctx.clock.now())),
    callbackConfigured: Boolean(callback),
    deletesAt,
    keyName: key_name,
    senderName: sender_name,
  }
}
