import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { backupIsRunning } from '../../db/backup-lock.ts'
import { REGIONS, type Region } from '../../regions.ts'
import { parseBlobKey } from '../../storage/index.ts'
import { forEach } from '../each.ts'

const ORPHAN_AFTER_MS = 24 * 60 * 60 * 1000
const BATCH_KEYS = 500

/**
 * Deletes blobs stored more than a day ago that no revision, no sealed audit trail, no template and no draft references: from signers who lost the race for the next
 * revision, from seals that were not kept, from documents whose creation was interrupted between storage and database.
 * @throws AggregateError when a store or a blob failed; the others have been processed
 */
export async function collectOrphans(ctx: Ctx): Promise<void> {
  await forEach(
    REGIONS,
    (region) => collectIn(ctx, region),
    (region, error) => ctx.log.warn({ err: error, region }, 'some orphaned files could not be deleted, will retry'),
  )
}

async function collectIn(ctx: Ctx, region: Region): Promise<void> {
  const blobs = ctx.storage.region(region)
  const before = ctx.clock.now().getTime() - ORPHAN_AFTER_MS
  const errors: unknown[] = []
  const clear = async (keys: string[]) => {
    const orphans = await orphansAmong(ctx, region, keys)
    // A backup that runs now may have seen what referenced them; one that begins later has not.
    if (await backupIsRunning(ctx.db)) return
    for (const key of orphans) await blobs.delete(key).catch((error) => errors.push(error))
  }
  let batch: string[] = []
  for await (const { key, modifiedAt } of blobs.list()) {
    if (modifiedAt.getTime() > before) continue
    batch.push(key)
    if (batch.length < BATCH_KEYS) continue
    await clear(batch)
    batch = []
  }
  await clear(batch)
  if (errors.length > 0)
    throw new AggregateError(errors, `files that could not be deleted: ${errors.length}, first: ${errors[0]}`)
}

/**
 * Returns the keys that may be deleted. Identical bytes rendered again get the same key, so a document that a signer
 * may be signing, or that is being sealed, keeps everything for now: a key could become referenced between this query
 * and the deletion. A template's PDF that was uploaded again has left the region it was in. And a store may be shared with another installation, whose workspaces are not ours.
 */
async function orphansAmong(ctx: Ctx, region: Region, keys: string[]): Promise<string[]> {
  const parsed = keys.flatMap((key) => {
    const ids = parseBlobKey(key)
    return ids ? [{ key, ...ids }] : []
  })
  if (parsed.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    select blob.key
    from unnest(${parsed.map(({ key }) => key)}::text[], ${parsed.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${parsed.map(({ documentId }) => documentId)}::uuid[]) as blob (key, workspace_id, document_id)
    join workspaces on workspaces.id = blob.workspace_id
    where not exists (
        select from document_revisions as revision
        where revision.document_id = blob.document_id and revision.blob_key = blob.key)
      and not exists (
        select from sealed_trails as trail
        where trail.document_id = blob.document_id and trail.blob_key = blob.key)
      and not exists (
        select from template_files as file
        where file.template_id = blob.document_id and file.blob_key = blob.key and file.region = ${region})
      and not exists (
        select from drafts
        where drafts.id = blob.document_id
          and drafts.files @> jsonb_build_array(jsonb_build_object('blob_key', blob.key)))
      and not exists (select from documents where id = blob.document_id and seal_state = 'due')
      and not exists (
        select from signing_requests as signer
        where signer.document_id = blob.document_id and signer.status in ('pending', 'viewed'))
  `.execute(ctx.db)
  return rows.map((row) => row.key)
}
