import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type Db, type Tx, transaction } from '../../db/database.ts'
import type { SealedTrailsTable } from '../../db/schema.ts'
import { CertificateRevokedError, SealCheckError, TimestampUnavailableError } from '../../sealing/index.ts'
import { blobKey, StorageError } from '../../storage/index.ts'
import { auditHead } from '../records/audit.ts'
import { type DocumentRow, lockDocument } from '../records/documents.ts'

/** The last event that a trail shows. */
interface Head {
  seq: number
  hash: string
}

/**
 * The audit trail with the seal of this service (decision 0042): as it was sealed before, or sealed now and kept until an
 * event is added or its time stamp ends. Null: no seal can be made at the moment.
 * @param render the trail up to `head`, to be sealed
 */
export async function sealedTrail(
  ctx: Ctx,
  document: DocumentRow,
  head: Head,
  render: () => Promise<Uint8Array>,
): Promise<Uint8Array | null> {
  try {
    const before = await loadKept(ctx.db, document.id)
    const kept = await readKept(ctx, document, head, before)
    if (kept) return kept
    const sealed = await seal(ctx, document, head, await render())
    return await keep(ctx, document, head, { ...sealed, before })
  } catch (error) {
    if (!isPassing(error)) throw error
    ctx.log.warn({ err: error, document_id: document.id }, 'an audit trail could not be sealed')
    return null
  }
}

function isPassing(error: unknown): boolean {
  return [TimestampUnavailableError, CertificateRevokedError, SealCheckError, StorageError].some(
    (kind) => error instanceof kind,
  )
}

type KeptTrail = Pick<Selectable<SealedTrailsTable>, 'head_seq' | 'blob_key' | 'sha256' | 'holds_until'>

async function loadKept(db: Db | Tx, documentId: string): Promise<KeptTrail | undefined> {
  return db
    .selectFrom('sealed_trails')
    .select(['head_seq', 'blob_key', 'sha256', 'holds_until'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()
}

/** Null: it does not show the last event, is damaged, or no longer counts. */
async function readKept(
  ctx: Ctx,
  { region }: DocumentRow,
  { seq }: Head,
  kept: KeptTrail | undefined,
): Promise<Uint8Array | null> {
  if (kept?.head_seq !== seq || (kept.holds_until && kept.holds_until <= ctx.clock.now())) return null
  try {
    const bytes = await buffer(ctx.storage.region(region).stream(kept.blob_key))
    return createHash('sha256').update(bytes).digest('hex') === kept.sha256 ? bytes : null
  } catch (error) {
    if (error instanceof StorageError && error.reason !== 'failed') return null
    throw error
  }
}

interface Sealed {
  bytes: Uint8Array
  sha256: string
  holdsUntil: string | null
}

async function seal(ctx: Ctx, document: DocumentRow, auditHead: Head, bytes: Uint8Array): Promise<Sealed> {
  const facts = { auditHead, signedAt: ctx.clock.now(), reason: `Audit trail of document ${document.id}` }
  const unsealed = createHash('sha256').update(bytes).digest('hex')
  const { delta, sha256, holdsUntil } = await ctx.sealer.seal(document.workspace_id, [{ bytes }], unsealed, facts)
  return { bytes: Buffer.concat([bytes, delta]), sha256, holdsUntil }
}

/**
 * Kept only while it shows the last event, so that a trail with pictures of files that were deleted meanwhile is not.
 * @param before what was kept when it was made; where another one was kept since, that one counts
 */
async function keep(
  ctx: Ctx,
  document: DocumentRow,
  head: Head,
  { bytes, sha256, holdsUntil, before }: Sealed & { before: KeptTrail | undefined },
): Promise<Uint8Array> {
  const { id, region, workspace_id: workspaceId } = document
  const blobs = ctx.storage.region(region)
  const key = blobKey(workspaceId, id, sha256)
  await blobs.put(key, { bytes })
  const kept = await transaction(ctx.db, async (tx) => {
    const { deleted_at: deletedAt, files_deleted_at: filesDeletedAt } = await lockDocument(tx, id)
    const isBeingDeleted = deletedAt !== null && filesDeletedAt === null
    const now = await loadKept(tx, id)
    if (isBeingDeleted || now?.sha256 !== before?.sha256 || (await auditHead(tx, id)).seq !== head.seq) return now
    const row = {
      head_seq: head.seq,
      blob_key: key,
      sha256,
      holds_until: holdsUntil === null ? null : new Date(holdsUntil),
    }
    const stored = { ...row, sealed_at: ctx.clock.now() }
    await tx
      .insertInto('sealed_trails')
      .values({ document_id: id, ...stored })
      .onConflict((conflict) => conflict.column('document_id').doUpdateSet(stored))
      .execute()
    return row
  })
  if (kept?.blob_key === key) return bytes
  await blobs.delete(key)
  return (await readKept(ctx, document, head, kept)) ?? bytes
}
