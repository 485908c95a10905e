import { type ExpressionBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { backupIsRunning } from '../../db/backup-lock.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Database } from '../../db/schema.ts'
import { REVIEW } from '../../limits.ts'
import { documentPrefix } from '../../storage/index.ts'
import { forEach } from '../each.ts'
import { type AuditEntry, appendAudit } from '../records/audit.ts'
import { type DocumentRow, lockDocument } from '../records/documents.ts'
import { deleteDraftsOf, type ErasedDraft } from '../records/draft-copies.ts'
import { readRevisions } from '../records/revisions.ts'
import { isInScope } from '../records/workspaces/sandbox.ts'

/**
 * Deletes the files of documents whose retention period has ended (contract 1.8), and of discarded ones. The tombstone is written first, then
 * the blobs are deleted, again on every run until all are known to be gone: a crash in between neither leaves a file
 * readable that was reported deleted nor keeps a file for ever. Hashes, lengths, seal facts and the audit trail stay.
 * @returns how many were due
 * @throws AggregateError when documents failed; the others have been processed
 */
export async function deleteRetired(ctx: Ctx): Promise<number> {
  const due = await allDue(ctx)
  await forEach(
    due,
    async ({ id }) => {
      const retired = await retire(ctx, id)
      if (retired) await deleteFiles(ctx, retired.document, retired.drafts)
    },
    ({ id }, error) => ctx.log.warn({ err: error, document_id: id }, 'files could not be deleted, will retry'),
  )
  return due.length
}

/** Of one workspace; the next run goes on. */
const RETIRED_AT_ONCE = 1_000

/**
 * The documents whose files are to be deleted now: each reason has an index of its own, whose condition is no parameter,
 * as Postgres may keep a plan for any value.
 */
async function allDue(ctx: Pick<Ctx, 'clock' | 'db' | 'sandbox'>): Promise<{ id: string }[]> {
  const now = ctx.clock.now()
  return (
    withFiles(ctx.db)
      .where('documents.deleted_at', 'is not', null)
      .where(isInScope(ctx, 'documents.workspace_id'))
      .union(
        withFiles(ctx.db)
          .where((eb) => isDiscardedLongEnough(eb, now))
          .where(isInScope(ctx, 'documents.workspace_id')),
      )
      // From the oldest of each workspace on: a plain join reads all documents.
      .union(
        ctx.db
          .selectFrom('workspaces')
          .innerJoinLateral(
            (eb) =>
              eb
                .selectFrom('documents')
                .select('documents.id')
                .whereRef('documents.workspace_id', '=', 'workspaces.id')
                .where('documents.files_deleted_at', 'is', null)
                .where((eb) => isRetired(eb, now))
                .orderBy('documents.completed_at')
                .limit(sql.lit(RETIRED_AT_ONCE))
                .as('oldest'),
            (join) => join.onTrue(),
          )
          .where(isInScope(ctx, 'workspaces.id'))
          .select('oldest.id'),
      )
      .execute()
  )
}

function isDue(eb: Condition, now: Date) {
  return eb.or([eb('documents.deleted_at', 'is not', null), isRetired(eb, now), isDiscardedLongEnough(eb, now)])
}

function withFiles(db: Ctx['db'] | Tx) {
  return db
    .selectFrom('documents')
    .innerJoin('workspaces', 'workspaces.id', 'documents.workspace_id')
    .select('documents.id')
    .where('documents.files_deleted_at', 'is', null)
}

type Condition = ExpressionBuilder<Database, 'documents' | 'workspaces'>

function isRetired(eb: Condition, now: Date) {
  // Null, hence not true, where the workspace keeps its documents.
  const last = sql<Date>`${now}::timestamptz - workspaces.retention_days * interval '24 hours'`
  return eb.and([eb('documents.completed_at', 'is not', null), eb('documents.completed_at', '<=', last)])
}

/** A discarded file at once, another discarded document after the retention period, at the latest after 30 days. */
function isDiscardedLongEnough(eb: Condition, now: Date) {
  const kept = sql`least(workspaces.retention_days * interval '24 hours', ${REVIEW.discardedKeptMs} * interval '1 ms')`
  return eb.and([
    eb('documents.review_state', '=', sql.lit('discarded')),
    eb.or([eb('documents.kind', '=', 'file'), eb(sql<Date>`documents.review_decided_at + ${kept}`, '<=', now)]),
  ])
}

/** Null: it is no longer due. A run can take hours, in which the retention period may have been changed. */
async function retire(ctx: Ctx, id: string): Promise<{ document: DocumentRow; drafts: ErasedDraft[] } | null> {
  return transaction(ctx.db, async (tx) => {
    const document = await lockDocument(tx, id)
    const own = withFiles(tx).where('documents.id', '=', id)
    if (!(await own.where((eb) => isDue(eb, ctx.clock.now())).executeTakeFirst())) return null
    const drafts = document.deleted_at ? [] : await writeTombstone(ctx, tx, document, {})
    return { document, drafts }
  })
}

/**
 * From here on, reads fail with `deleted_by_retention`. The caller holds the document's row lock.
 * @param by who deletes it, where that is not the retention setting
 * @returns the drafts that went with it, whose files are to be deleted, too
 */
export async function writeTombstone(
  ctx: Ctx,
  tx: Tx,
  document: DocumentRow,
  by: Pick<AuditEntry, 'actor' | 'meta'>,
): Promise<ErasedDraft[]> {
  const { id } = document
  await tx.updateTable('documents').set({ deleted_at: ctx.clock.now() }).where('id', '=', id).execute()
  await tx.updateTable('fields').set({ value: null }).where('document_id', '=', id).execute()
  await tx.deleteFrom('document_values').where('document_id', '=', id).execute()
  await tx.deleteFrom('sealed_trails').where('document_id', '=', id).execute()
  await appendAudit(ctx, tx, id, { type: 'deleted_by_retention', ...by })
  return deleteDraftsOf(ctx, tx, document, by.actor)
}

/**
 * While a backup copies the files, they stay until the next run.
 * @param drafts deleted with the document; files of theirs that stay now go with the orphans
 */
export async function deleteFiles(
  ctx: Ctx,
  { id, region, workspace_id }: DocumentRow,
  drafts: readonly ErasedDraft[],
): Promise<void> {
  // A backup that started before the tombstone is copying these files. One that starts now sees the tombstone.
  if (await backupIsRunning(ctx.db)) return
  const blobs = ctx.storage.region(region)
  const keys = new Set((await readRevisions(ctx.db, id)).map((revision) => revision.blob_key))
  // Also blobs that lost a race or were never committed: they show the same document.
  for await (const { key } of blobs.list(documentPrefix(workspace_id, id))) keys.add(key)
  for (const key of keys) await blobs.delete(key)
  for (const draft of drafts) {
    const copies = ctx.storage.region(draft.region)
    for await (const { key } of copies.list(documentPrefix(workspace_id, draft.id))) await copies.delete(key)
  }
  await ctx.db.updateTable('documents').set({ files_deleted_at: ctx.clock.now() }).where('id', '=', id).execute()
}
