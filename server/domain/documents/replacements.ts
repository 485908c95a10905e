import type { Ctx } from '../../context.ts'
import type { Actor } from '../actor.ts'
import { assertMay } from '../may.ts'
import { type DocumentRow, loadDocument, loadSigners, type SignerRow } from '../records/documents.ts'

/** A document as lists name it: with the people whose state is its own. */
export interface Linked {
  document: DocumentRow
  signers: SignerRow[]
}

export interface Replacements {
  /** The one in whose place it was sent. */
  before: Linked | null
  /** Those that were sent in its place. */
  after: Linked[]
  /** The draft that is to replace it. */
  draftId: string | null
}

/** What came before a document and after it (decision 0566). @throws DomainError `not_found` */
export async function replacementsOf(ctx: Ctx, actor: Actor, id: string): Promise<Replacements> {
  assertMay(ctx, actor, 'replacementsOf')
  const { db } = ctx
  const { replaces } = await loadDocument(db, actor.workspaceId, id)
  const ours = db.selectFrom('documents').selectAll().where('workspace_id', '=', actor.workspaceId)
  const [before, after, draft] = await Promise.all([
    replaces === null ? undefined : ours.where('id', '=', replaces).executeTakeFirst(),
    ours.where('replaces', '=', id).orderBy('title').orderBy('id').execute(),
    db
      .selectFrom('drafts')
      .select('id')
      .where('replaces', '=', id)
      .where('workspace_id', '=', actor.workspaceId)
      .executeTakeFirst(),
  ])
  const linked = async (document: DocumentRow) => ({ document, signers: await loadSigners(db, document.id) })
  return {
    before: before ? await linked(before) : null,
    after: await Promise.all(after.map(linked)),
    draftId: draft?.id ?? null,
  }
}
