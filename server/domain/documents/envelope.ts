import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { loadDocument } from '../records/documents.ts'

/** The other documents that were sent together with this one, by title. @throws DomainError `not_found` */
export async function envelopeDocuments(ctx: Ctx, actor: Actor, id: string): Promise<{ id: string; title: string }[]> {
  assertMay(ctx, actor, 'envelopeDocuments')
  const { envelope_id: envelope } = await loadDocument(ctx.db, actor.workspaceId, id)
  if (envelope === null) return []
  return ctx.db
    .selectFrom('documents')
    .select(['id', 'title'])
    .where('envelope_id', '=', envelope)
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '<>', id)
    .orderBy('title')
    .execute()
}
