import type { Ctx } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { appendAudit } from '../audit.ts'
import { lockDocument } from './load.ts'
import { readRevisions } from './revisions.ts'

const DAY_MS = 86_400_000

/**
 * Deletes the files of documents completed longer ago than their workspace keeps them (contract 1.8). The tombstone
 * is written first and the blobs go second: a crash between leaves orphans, never a promise that cannot be kept.
 * Hashes, lengths, seal facts and the audit trail stay. Returns how many documents were emptied.
 */
export async function deleteRetired(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now()
  const candidates = await ctx.db
    .selectFrom('documents')
    .innerJoin('workspaces', 'workspaces.id', 'documents.workspace_id')
    .select(['documents.id', 'documents.completed_at', 'workspaces.retention_days'])
    .where('workspaces.retention_days', 'is not', null)
    .where('documents.completed_at', 'is not', null)
    .where('documents.deleted_at', 'is', null)
    .execute()
  const due = candidates.filter((one) => one.completed_at!.getTime() + one.retention_days! * DAY_MS <= now.getTime())
  for (const { id } of due) await deleteFiles(ctx, id)
  return due.length
}

async function deleteFiles(ctx: Ctx, id: string): Promise<void> {
  const document = await transaction(ctx.db, async (tx) => {
    const locked = await lockDocument(tx, id)
    if (locked.deleted_at) return null
    await tx.updateTable('documents').set({ deleted_at: ctx.clock.now() }).where('id', '=', id).execute()
    await tx.updateTable('fields').set({ value: null }).where('document_id', '=', id).execute()
    await appendAudit(ctx, tx, id, { type: 'deleted_by_retention' })
    return locked
  })
  if (!document) return
  const blobs = ctx.storage.region(document.region)
  for (const revision of await readRevisions(ctx.db, id)) await blobs.delete(revision.blob_key)
}
